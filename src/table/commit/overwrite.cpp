#include "table/commit/overwrite.h"

#include <algorithm>
#include <compare>
#include <set>

#include "base/error.h"
#include "base/nearest.h"
#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

using paimon::ManifestEntry;

bool Same(const paimon::Value& a, const paimon::Value& b) {
  if (IsNull(a) || IsNull(b)) return IsNull(a) && IsNull(b);
  return std::is_eq(Compare(a, b));
}

class StaticPartition {
 public:
  StaticPartition(const paimon::TableSchema& schema, std::map<std::string, paimon::Value> wanted)
      : wanted_(std::move(wanted)), fields_(schema.PartitionFields()) {
    for (const auto& [name, value] : wanted_)
      if (std::count(schema.partition_keys.begin(), schema.partition_keys.end(), name) == 0)
        throw Error(ErrorCode::InvalidInput,
                    "'" + name + "' is no partition column" + DidYouMean(name, schema.partition_keys));
  }

  bool Matches(const std::string& partition) const {
    const auto values = paimon::DeserializeRow(partition, fields_);
    for (size_t i = 0; i < fields_.size(); ++i) {
      const auto found = wanted_.find(fields_[i].name);
      if (found != wanted_.end() && !Same(values[i], found->second)) return false;
    }
    return true;
  }

  std::string Show() const {
    std::string text;
    for (const auto& field : fields_) {
      const auto found = wanted_.find(field.name);
      if (found == wanted_.end()) continue;
      const auto value = IsNull(found->second) ? std::string("NULL")
                                               : "'" + ToText(found->second, field.type, paimon::TextStyle::Cast) + "'";
      text += (text.empty() ? "" : ", ") + field.name + "=" + value;
    }
    return text;
  }

 private:
  std::map<std::string, paimon::Value> wanted_;
  std::vector<paimon::DataField> fields_;
};

}  // namespace

std::function<bool(const std::string&)> ReplacedPartitions(
    const paimon::TableSchema& schema, const std::optional<std::map<std::string, paimon::Value>>& partition,
    const std::vector<ManifestEntry>& added) {
  if (schema.partition_keys.empty() && (!partition || partition->empty())) return [](const auto&) { return true; };
  if (!partition) {
    std::set<std::string> partitions;
    for (const auto& entry : added) partitions.insert(entry.partition);
    return [partitions](const std::string& which) { return partitions.contains(which); };
  }
  const StaticPartition wanted(schema, *partition);
  for (const auto& entry : added)
    if (!wanted.Matches(entry.partition))
      throw Error(ErrorCode::InvalidInput,
                  "INSERT OVERWRITE of PARTITION (" + wanted.Show() + ") got rows of another partition");
  return [wanted](const std::string& which) { return wanted.Matches(which); };
}

void UpgradeDisjoint(std::vector<ManifestEntry>& added, int32_t level, const KeyCompare& compare_keys) {
  std::map<std::pair<std::string, int32_t>, std::vector<ManifestEntry*>> buckets;
  for (auto& entry : added) {
    if (entry.file.level != 0 || entry.bucket < 0) return;
    buckets[{entry.partition, entry.bucket}].push_back(&entry);
  }
  for (auto& [place, files] : buckets) {
    std::sort(files.begin(), files.end(),
              [&](const auto* a, const auto* b) { return compare_keys(a->file.min_key, b->file.min_key) < 0; });
    bool disjoint = true;
    for (size_t i = 1; i < files.size(); ++i)
      disjoint &= compare_keys(files[i - 1]->file.max_key, files[i]->file.min_key) < 0;
    if (disjoint)
      for (auto* entry : files) entry->file.level = level;
  }
}

}  // namespace tarn::table
