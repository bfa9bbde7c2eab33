#include "table/commit/overwrite.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/nearest.h"
#include "paimon/binary_row.h"

namespace tarn::table {
namespace {

using paimon::ManifestEntry;

class StaticPartition {
 public:
  StaticPartition(const paimon::TableSchema& schema, std::map<std::string, std::string> wanted,
                  const std::string& default_name)
      : wanted_(std::move(wanted)), names_(schema.partition_keys), default_name_(default_name) {
    for (const auto& [name, value] : wanted_)
      if (std::count(names_.begin(), names_.end(), name) == 0)
        throw Error(ErrorCode::InvalidInput, "'" + name + "' is no partition column" + DidYouMean(name, names_));
    for (const auto& name : names_) types_.push_back(schema.fields[schema.FindField(name).value()].type);
  }

  bool Matches(const std::string& partition) const {
    const auto values = paimon::DeserializeRow(partition, types_);
    for (size_t i = 0; i < names_.size(); ++i) {
      const auto found = wanted_.find(names_[i]);
      if (found == wanted_.end()) continue;
      const std::string text =
          IsNull(values[i]) ? default_name_ : ToText(values[i], types_[i], paimon::TextStyle::Cast);
      if (text != found->second) return false;
    }
    return true;
  }

  std::string Show() const {
    std::string text;
    for (const auto& [name, value] : wanted_) text += (text.empty() ? "" : ", ") + name + "='" + value + "'";
    return text;
  }

 private:
  std::map<std::string, std::string> wanted_;
  std::vector<std::string> names_;
  std::string default_name_;
  std::vector<paimon::DataType> types_;
};

}  // namespace

std::function<bool(const std::string&)> ReplacedPartitions(
    const paimon::TableSchema& schema, const StoreOptions& options,
    const std::optional<std::map<std::string, std::string>>& partition, const std::vector<ManifestEntry>& added) {
  if (schema.partition_keys.empty() && (!partition || partition->empty())) return [](const auto&) { return true; };
  if (!partition) {
    std::set<std::string> partitions;
    for (const auto& entry : added) partitions.insert(entry.partition);
    return [partitions](const std::string& which) { return partitions.contains(which); };
  }
  const StaticPartition wanted(schema, *partition, options.partition_default_name);
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
