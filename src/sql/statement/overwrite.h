// Statements that replace what is in a Paimon table without a query: TRUNCATE, DROP PARTITION, DELETE of partitions.
#pragma once

#include "sql/statement/run.h"
#include "table/table.h"

namespace tarn::sql {

/// Replaces the partitions of these values (column=value as CAST to STRING shows them; none = the whole table) by
/// nothing.
void ReplacePartitions(Session& session, const table::Table& table,
                       const std::map<std::string, std::string>& partition);

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop);

/// PARTITION (dt = 'x', hr = 1): the texts of the values that are given, by column. Refuses columns that are no
/// partition columns and values that are no constants of their type.
std::map<std::string, std::string> PartitionTexts(Session& session, const TableDefinition& definition,
                                                  std::vector<PartitionValue>& partition);

}  // namespace tarn::sql
