// How system tables write partitions, keys and statistics.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_type.h"
#include "paimon/value.h"
#include "table/table.h"

namespace tarn::table {

/// "{2024-01-01, 3}" of a serialized partition (or of statistics over the partition columns), "{}" without columns.
std::string PartitionText(const Table& table, std::string_view serialized);
/// "dt=2024-01-01/hh=3", not escaped; NULL and blank as the default partition.
std::string PartitionSpec(const Table& table, std::string_view serialized);
/// "[1, a]" of a serialized key.
std::string KeyText(const Table& table, std::string_view serialized);

}  // namespace tarn::table
