// Rows about one table: DESCRIBE, SHOW COLUMNS, SHOW PARTITIONS.
#pragma once

#include "sql/statement/run.h"

namespace tarn::sql {

/// Columns as Flink lists them; `show` filters by its LIKE, null = all.
Outcome DescribeColumns(Session& session, const ObjectName& name, const ShowStatement* show);
Outcome ShowPartitions(Session& session, const ShowStatement& statement);
/// Every function that a query can call.
std::vector<std::string> FunctionNames();

}  // namespace tarn::sql
