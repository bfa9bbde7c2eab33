// A query's filters in two weaker forms that save reading: a predicate for statistics (table/scan/predicate.h), and
// conditions on partition columns alone, which are evaluated exactly, functions included.
#pragma once

#include <duckdb/planner/expression.hpp>
#include <string>
#include <vector>

#include "paimon/schema.h"
#include "table/scan/predicate.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::sql {

/// `field_of[i]` = the table field behind column i of the scan that the filter's column references name.
table::Predicate PredicateOf(const duckdb::Expression& filter, const paimon::TableSchema& schema,
                             const std::vector<size_t>& field_of);

/// The filter over a row of the partition columns (BoundReferences by partition index); null if it needs other columns
/// or gives another answer each time.
duckdb::unique_ptr<duckdb::Expression> PartitionFilter(const duckdb::Expression& filter,
                                                       const paimon::TableSchema& schema,
                                                       const std::vector<size_t>& field_of);

/// Whether a partition (serialized BinaryRow) may hold rows: no filter is false or NULL for it. An evaluation that
/// fails keeps the partition: the query will say why.
bool PartitionPasses(duckdb::ClientContext& context, const paimon::TableSchema& schema, const std::string& partition,
                     const std::vector<duckdb::unique_ptr<duckdb::Expression>>& filters);

}  // namespace tarn::sql
