// What an overwrite replaces, and the level that it may put its files on (Paimon's overwrite rules).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/value.h"
#include "table/key_compare.h"
#include "table/table.h"

namespace tarn::table {

/// Says of a serialized partition whether its files go. Static: where the columns named in `partition` have just these
/// values, NULL among them; none named = everything. Absent = dynamic: the partitions of the added files (everything if
/// the table has no partitions). Throws InvalidInput for a column that is no partition key, and for an added file
/// outside of a static partition.
std::function<bool(const std::string& partition)> ReplacedPartitions(
    const paimon::TableSchema& schema, const std::optional<std::map<std::string, paimon::Value>>& partition,
    const std::vector<paimon::ManifestEntry>& added);

/// If all files are of level 0: those of a bucket whose key ranges are disjoint go to `level` at once, for they are the
/// bucket's only run.
void UpgradeDisjoint(std::vector<paimon::ManifestEntry>& added, int32_t level, const KeyCompare& compare_keys);

}  // namespace tarn::table
