// Statements that replace what is in a Paimon table without a query: TRUNCATE and DROP PARTITION.
#pragma once

#include "sql/statement/run.h"

namespace tarn::sql {

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop);

/// PARTITION (dt = 'x', hr = 1): the texts of the values that are given, by column. Refuses columns that are no
/// partition columns and values that are no constants of their type.
std::map<std::string, std::string> PartitionTexts(Session& session, const TableDefinition& definition,
                                                  std::vector<PartitionValue>& partition);

}  // namespace tarn::sql
