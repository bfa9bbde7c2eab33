// What lies in each partition, and in each bucket of it: sums over the live files.
#include <algorithm>
#include <map>

#include "table/scan/scan_plan.h"
#include "table/scan/time_travel.h"
#include "table/system/fills.h"
#include "table/system/stats_text.h"

namespace tarn::table {
namespace {

struct Sums {
  int64_t records = 0;
  int64_t bytes = 0;
  int64_t files = 0;
  std::optional<int64_t> updated_ms;

  void Add(const paimon::DataFileMeta& file) {
    records += file.row_count;
    bytes += file.file_size;
    ++files;
    if (file.creation_time_ms) updated_ms = std::max(updated_ms.value_or(INT64_MIN), *file.creation_time_ms);
  }
  void Put(SystemRows& rows) const {
    rows.Int(records);
    rows.Int(bytes);
    rows.Int(files);
    rows.Millis(updated_ms);
  }
};

template <typename Key, typename KeyOf>
std::map<Key, Sums> SumBy(const Table& table, const KeyOf& key_of) {
  std::map<Key, Sums> sums;
  if (const auto snapshot = SnapshotToRead(table))
    for (const auto& entry : LiveFiles(table, *snapshot)) sums[key_of(entry)].Add(entry.file);
  return sums;
}

}  // namespace

void FillPartitions(const Table& table, SystemRows& rows) {
  const auto sums = SumBy<std::string>(table, [](const auto& entry) { return entry.partition; });
  for (const auto& [partition, sum] : sums) {
    rows.Begin();
    rows.Text(PartitionSpec(table, partition));
    sum.Put(rows);
    for (int i = 0; i < 4; ++i) rows.Null();  // what only a catalog server knows
  }
}

void FillBuckets(const Table& table, SystemRows& rows) {
  const auto sums = SumBy<std::pair<std::string, int32_t>>(
      table, [](const auto& entry) { return std::pair(entry.partition, entry.bucket); });
  for (const auto& [place, sum] : sums) {
    rows.Begin();
    rows.Text(PartitionText(table, place.first));
    rows.Int(place.second);
    sum.Put(rows);
  }
}

}  // namespace tarn::table
