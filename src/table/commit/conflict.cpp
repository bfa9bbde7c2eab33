#include "table/commit/conflict.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "table/commit/entry_merge.h"

namespace tarn::table {
namespace {

using paimon::FileKind;
using paimon::ManifestEntry;

std::string Named(const ManifestEntry& entry) {
  return "data file '" + entry.file.file_name + "' (bucket " + std::to_string(entry.bucket) + ", level " +
         std::to_string(entry.file.level) + ")";
}

/// A partition's number of buckets is fixed as long as it holds files; only an overwrite starts it anew.
std::optional<std::string> BucketCountChanged(const ConflictInput& input) {
  if (input.kind == paimon::CommitKind::Overwrite) return std::nullopt;
  std::unordered_map<std::string_view, int32_t> buckets;
  for (const auto& entry : input.base)
    if (entry.total_buckets > 0) buckets.emplace(entry.partition, entry.total_buckets);
  for (const auto& entry : input.changes) {
    if (entry.total_buckets <= 0) continue;
    const auto [found, fresh] = buckets.emplace(entry.partition, entry.total_buckets);
    if (!fresh && found->second != entry.total_buckets)
      return "the partition has " + std::to_string(found->second) + " buckets, the new files were written for " +
             std::to_string(entry.total_buckets) + "; overwrite the partition to change its number of buckets";
  }
  return std::nullopt;
}

/// Leaves the live files in `after`.
std::optional<std::string> FilesGone(const ConflictInput& input, std::vector<ManifestEntry>& after) {
  std::unordered_set<std::string> live;
  for (const auto& entry : input.base) live.insert(IdentityOf(entry));
  std::unordered_map<std::string, FileKind> changed;
  for (const auto& entry : input.changes) {
    const std::string id = IdentityOf(entry);
    const auto [found, fresh] = changed.emplace(id, entry.kind);
    if (!fresh && found->second != entry.kind) return Named(entry) + " is added and deleted by the same commit";
    if (entry.kind == FileKind::Delete && !live.contains(id))
      return Named(entry) + " is to be replaced, but another commit has removed it meanwhile";
    if (entry.kind == FileKind::Add && live.contains(id)) return Named(entry) + " is in the table already";
  }
  for (const auto& entry : input.base)
    if (!changed.contains(IdentityOf(entry))) after.push_back(entry);
  for (const auto& entry : input.changes)
    if (entry.kind == FileKind::Add) after.push_back(entry);
  return std::nullopt;
}

/// Files of one level above 0 are one sorted run: their key ranges do not overlap.
std::optional<std::string> KeyRangesOverlap(const std::vector<ManifestEntry>& live, const KeyCompare& compare) {
  std::map<std::tuple<std::string_view, int32_t, int32_t>, std::vector<const ManifestEntry*>> runs;
  for (const auto& entry : live)
    if (entry.file.level >= 1) runs[{entry.partition, entry.bucket, entry.file.level}].push_back(&entry);
  for (auto& [place, files] : runs) {
    std::sort(files.begin(), files.end(),
              [&](const auto* a, const auto* b) { return compare(a->file.min_key, b->file.min_key) < 0; });
    for (size_t i = 1; i < files.size(); ++i)
      if (compare(files[i - 1]->file.max_key, files[i]->file.min_key) >= 0)
        return Named(*files[i - 1]) + " and " + Named(*files[i]) +
               " hold overlapping keys: another writer has compacted the same bucket; let only one compact it "
               "(set 'write-only' = 'true' for the others)";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> FindConflict(const ConflictInput& input) {
  if (auto reason = BucketCountChanged(input)) return reason;
  std::vector<ManifestEntry> after;
  if (auto reason = FilesGone(input, after)) return reason;
  if (input.compare_keys) return KeyRangesOverlap(after, input.compare_keys);
  return std::nullopt;
}

}  // namespace tarn::table
