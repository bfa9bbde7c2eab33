#include "table/commit/entry_merge.h"

#include <unordered_map>

#include "base/bytes.h"
#include "base/error.h"

namespace tarn::table {
namespace {

void AppendText(std::string& out, const std::string& text) {
  AppendVarint(out, text.size());
  out += text;
}

}  // namespace

std::string IdentityOf(const paimon::ManifestEntry& entry) {
  std::string id;
  id.reserve(entry.partition.size() + entry.file.file_name.size() + 16);
  AppendText(id, entry.partition);
  AppendZigzag(id, entry.bucket);
  AppendZigzag(id, entry.file.level);
  AppendText(id, entry.file.file_name);
  AppendVarint(id, entry.file.extra_files.size());
  for (const auto& extra : entry.file.extra_files) AppendText(id, extra);
  for (const auto* optional : {&entry.file.embedded_file_index, &entry.file.external_path}) {
    id.push_back(optional->has_value() ? 1 : 0);
    if (*optional) AppendText(id, **optional);
  }
  return id;
}

std::vector<paimon::ManifestEntry> MergeEntries(std::vector<paimon::ManifestEntry> entries) {
  constexpr size_t kGone = SIZE_MAX;
  std::unordered_map<std::string, size_t> place;  // of the entry that stands for a file; kGone = cancelled
  place.reserve(entries.size());
  std::vector<bool> stays(entries.size(), false);
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto [found, fresh] = place.try_emplace(IdentityOf(entries[i]), i);
    if (fresh || found->second == kGone) {
      found->second = i;
      stays[i] = true;
      continue;
    }
    if (entries[i].kind == paimon::FileKind::Add) {
      throw Error(ErrorCode::Corruption, "data file '" + entries[i].file.file_name + "' of bucket " +
                                             std::to_string(entries[i].bucket) + " is added twice");
    }
    // A DELETE after an ADD: both go. A DELETE after a DELETE says nothing new.
    if (entries[found->second].kind == paimon::FileKind::Add) {
      stays[found->second] = false;
      found->second = kGone;
    }
  }
  std::vector<paimon::ManifestEntry> merged;
  for (size_t i = 0; i < entries.size(); ++i)
    if (stays[i]) merged.push_back(std::move(entries[i]));
  return merged;
}

}  // namespace tarn::table
