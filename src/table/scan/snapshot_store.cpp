#include "table/scan/snapshot_store.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace tarn::table {
namespace {

constexpr std::string_view kSnapshotPrefix = "snapshot-";
constexpr std::string_view kTagPrefix = "tag-";

std::optional<int64_t> ParseId(std::string_view text) {
  int64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return id;
}

std::optional<std::string> ReadIfThere(const Table& table, const std::string& path) {
  try {
    return env::ReadFile(table.env().fs, path);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) return std::nullopt;
    throw;
  }
}

// A hint is only that: whatever is wrong with it, the directory knows.
std::optional<int64_t> ReadHint(const Table& table, std::string_view name) {
  try {
    const auto text = ReadIfThere(table, env::JoinPath(SnapshotDirectory(table), name));
    return text ? ParseId(*text) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string TagDirectory(const Table& table) { return env::JoinPath(table.path(), "tag"); }

template <typename Parse>
auto ParseFile(const Table& table, const std::string& path, const std::string& text, Parse&& parse) {
  try {
    return parse(text);
  } catch (Error& error) {
    error.At("file '" + path + "'").At("table '" + table.path() + "'");
    throw;
  }
}

Error LostLatest(const Table& table, int64_t id, const std::vector<int64_t>& left) {
  const auto hint = "'" + env::JoinPath(SnapshotDirectory(table), "LATEST") + "'";
  const std::string others =
      left.empty()
          ? "delete LATEST, and the table goes on as an empty one"
          : "write " + std::to_string(left.back()) +
                ", the newest that is left, into LATEST, and the table goes on from there without what came after";
  return {ErrorCode::Corruption, "snapshot file '" + SnapshotPath(table, id) + "' is missing, and " + hint +
                                     " names it as the newest\n  Bring the file back from a copy; or " + others};
}

}  // namespace

std::string SnapshotDirectory(const Table& table) { return env::JoinPath(table.path(), "snapshot"); }

std::string SnapshotPath(const Table& table, int64_t id) {
  return env::JoinPath(SnapshotDirectory(table), std::string(kSnapshotPrefix) + std::to_string(id));
}

std::vector<int64_t> SnapshotIds(const Table& table) {
  std::vector<int64_t> ids;
  for (const auto& file : table.env().fs.List(SnapshotDirectory(table))) {
    if (!file.name.starts_with(kSnapshotPrefix)) continue;
    // Temporary files share the prefix.
    if (const auto id = ParseId(std::string_view(file.name).substr(kSnapshotPrefix.size())); id && *id > 0)
      ids.push_back(*id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::optional<int64_t> LatestSnapshotId(const Table& table) {
  for (auto hint = ReadHint(table, "LATEST");;) {
    const bool named = hint && *hint > 0;
    if (named && table.env().fs.Exists(SnapshotPath(table, *hint)) &&
        !table.env().fs.Exists(SnapshotPath(table, *hint + 1)))
      return hint;
    const auto ids = SnapshotIds(table);
    if (!named || (!ids.empty() && ids.back() >= *hint)) return ids.empty() ? std::nullopt : std::optional(ids.back());
    // A commit writes the hint behind its snapshot, a rollback before it deletes, and nothing expires the newest: it is
    // lost, unless the table was rolled back or made anew since we read the hint.
    const auto again = ReadHint(table, "LATEST");
    if (again == hint) throw LostLatest(table, *hint, ids);
    hint = again;
  }
}

std::optional<int64_t> EarliestSnapshotId(const Table& table) {
  const auto hint = ReadHint(table, "EARLIEST");
  if (hint && *hint > 0 && table.env().fs.Exists(SnapshotPath(table, *hint))) return hint;
  const auto ids = SnapshotIds(table);
  if (ids.empty()) return std::nullopt;
  return ids.front();
}

std::optional<paimon::Snapshot> FindSnapshot(const Table& table, int64_t id) {
  if (id < 1) return std::nullopt;
  const auto path = SnapshotPath(table, id);
  const auto text = ReadIfThere(table, path);
  if (!text) return std::nullopt;
  return ParseFile(table, path, *text, paimon::ParseSnapshot);
}

std::optional<paimon::Snapshot> LatestSnapshot(const Table& table) {
  const auto id = LatestSnapshotId(table);
  if (!id) return std::nullopt;
  return SnapshotById(table, *id);
}

paimon::Snapshot SnapshotById(const Table& table, int64_t id) {
  if (auto snapshot = FindSnapshot(table, id)) return *std::move(snapshot);
  const auto ids = SnapshotIds(table);
  throw Error(ErrorCode::NotFound, ids.empty() ? "there is no snapshot " + std::to_string(id) + ", nor any other"
                                               : "there is no snapshot " + std::to_string(id) + ", only " +
                                                     std::to_string(ids.front()) + " to " + std::to_string(ids.back()))
      .At("table '" + table.path() + "'");
}

std::vector<paimon::Snapshot> ListSnapshots(const Table& table) {
  std::vector<paimon::Snapshot> snapshots;
  for (const auto id : SnapshotIds(table))
    if (auto snapshot = FindSnapshot(table, id)) snapshots.push_back(*std::move(snapshot));
  return snapshots;
}

std::optional<paimon::Snapshot> SnapshotAtOrBefore(const Table& table, int64_t time_ms) {
  // Commit times grow with the ids, so halving finds it without reading every snapshot.
  if (!LatestSnapshotId(table)) return std::nullopt;  // throws where the newest is lost: it may be the one
  const auto ids = SnapshotIds(table);
  std::optional<paimon::Snapshot> found;
  for (size_t low = 0, high = ids.size(); low < high;) {
    const size_t middle = low + (high - low) / 2;
    auto snapshot = FindSnapshot(table, ids[middle]);
    if (!snapshot || snapshot->time_ms <= time_ms) {
      if (snapshot) found = std::move(snapshot);
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return found;
}

std::optional<paimon::Snapshot> SnapshotAtWatermark(const Table& table, int64_t watermark_ms) {
  if (!LatestSnapshotId(table)) return std::nullopt;  // throws where the newest is lost: it may be the one
  // Long.MIN_VALUE is what batch jobs write for "none".
  for (auto& snapshot : ListSnapshots(table))
    if (snapshot.watermark.value_or(INT64_MIN) != INT64_MIN && *snapshot.watermark >= watermark_ms)
      return std::move(snapshot);
  return std::nullopt;
}

std::optional<paimon::Tag> FindTag(const Table& table, std::string_view name) {
  const auto path = env::JoinPath(TagDirectory(table), std::string(kTagPrefix) + std::string(name));
  const auto text = ReadIfThere(table, path);
  if (!text) return std::nullopt;
  return ParseFile(table, path, *text, paimon::ParseTag);
}

std::vector<NamedTag> ListTags(const Table& table) {
  std::vector<NamedTag> tags;
  for (const auto& file : table.env().fs.List(TagDirectory(table))) {
    if (file.is_directory || !file.name.starts_with(kTagPrefix)) continue;
    auto name = file.name.substr(kTagPrefix.size());
    if (auto tag = FindTag(table, name)) tags.push_back({std::move(name), *std::move(tag)});
  }
  std::sort(tags.begin(), tags.end(), [](const NamedTag& a, const NamedTag& b) { return a.name < b.name; });
  return tags;
}

}  // namespace tarn::table
