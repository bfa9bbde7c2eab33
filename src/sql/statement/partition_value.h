// Values of partition columns as statements name them: PARTITION (dt = 'x'), 'dt=x' of a procedure, WHERE dt = 'x'.
// They are values of the column's type, never texts: '01' and 1 are one INT, '' and NULL are two STRINGs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paimon/value.h"
#include "sql/statement/run.h"
#include "table/table.h"

namespace tarn::sql {

/// By column; NULL = the partition whose value is NULL.
using PartitionValues = std::map<std::string, paimon::Value>;

/// The one value of `type` that equals the constant, or that a text spells, and NULL for NULL; nullopt: there is none
/// (1.5 for an INT, a time of day for a DATE).
std::optional<paimon::Value> ExactValue(Session& session, const duckdb::ParsedExpression& constant,
                                        const paimon::DataType& type, const AnalyzeContext& context);

/// PARTITION (dt = 'x', hr) of an INSERT: what its rows get, where a value is given. Refuses columns that are no
/// partition columns.
PartitionValues WrittenPartition(Session& session, const TableDefinition& definition,
                                 const std::vector<PartitionValue>& partition);

/// Partitions that are there, to be dropped or compacted. The name that stands for NULL in paths
/// ('partition.default-name') means NULL. Refuses what names no partition column, or no value, or none of its type.
PartitionValues NamedPartition(Session& session, const table::Table& table,
                               const std::vector<PartitionValue>& partition);
PartitionValues NamedPartition(Session& session, const table::Table& table,
                               const std::map<std::string, std::string>& texts);

/// "dt='x', hr=1": for messages.
std::string ShowPartition(const table::Table& table, const PartitionValues& values);

}  // namespace tarn::sql
