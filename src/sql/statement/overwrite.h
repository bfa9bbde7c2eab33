// Statements that replace what is in a Paimon table without a query: TRUNCATE, DROP PARTITION, DELETE of partitions.
#pragma once

#include "sql/statement/partition_value.h"

namespace tarn::sql {

/// Replaces the partitions of these values (none = the whole table) by nothing.
void ReplacePartitions(Session& session, const table::Table& table, const PartitionValues& partition);

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop);

}  // namespace tarn::sql
