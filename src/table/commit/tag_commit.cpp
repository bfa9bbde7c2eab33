#include "table/commit/tag_commit.h"

#include <algorithm>

#include "base/error.h"
#include "base/nearest.h"
#include "table/commit/atomic_publish.h"
#include "table/scan/snapshot_store.h"

namespace tarn::table {
namespace {

std::string TagPath(const Table& table, const std::string& name) {
  return env::JoinPath(env::JoinPath(table.path(), "tag"), "tag-" + name);
}

void CheckName(const std::string& name) {
  const bool digits = std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const bool blank = name.find_first_not_of(" \t") == std::string::npos;
  if (blank || digits || name.find('/') != std::string::npos)
    throw Error(ErrorCode::InvalidInput,
                "'" + name + "' cannot be a tag's name: it must not be empty, a number or hold a '/'");
}

void Publish(const Table& table, const std::string& name, const paimon::Tag& tag) {
  table.env().fs.CreateDirectories(env::JoinPath(table.path(), "tag"));
  table.env().fs.SyncDirectory(table.path());
  const auto result = PublishFile(table.env(), TagPath(table, name), ToJson(tag));
  if (result == PublishResult::Taken)
    throw Error(ErrorCode::AlreadyExists, "tag '" + name + "' exists already").At("table '" + table.path() + "'");
  if (result == PublishResult::Unknown)
    throw Error(ErrorCode::IoFailed, "the file system did not say whether tag '" + name + "' was written")
        .At("table '" + table.path() + "'");
}

}  // namespace

void CreateTag(const Table& table, const std::string& name, std::optional<int64_t> snapshot_id,
               std::optional<int64_t> time_retained_nanos) {
  CheckName(name);
  if (FindTag(table, name))
    throw Error(ErrorCode::AlreadyExists, "tag '" + name + "' exists already").At("table '" + table.path() + "'");
  auto snapshot = snapshot_id ? std::optional(SnapshotById(table, *snapshot_id)) : LatestSnapshot(table);
  if (!snapshot) throw Error(ErrorCode::NotFound, "there is no snapshot to tag yet").At("table '" + table.path() + "'");
  paimon::Tag tag;
  tag.snapshot = *std::move(snapshot);
  if (time_retained_nanos) {
    tag.create_time = CivilFromMicros(table.env().clock.NowMicros());
    tag.time_retained_nanos = time_retained_nanos;
  }
  Publish(table, name, tag);
}

int64_t DeleteTags(const Table& table, const std::vector<std::string>& names) {
  for (const auto& name : names) CheckName(name);
  int64_t deleted = 0;
  const auto sync = [&] {  // else a power cut undoes it
    if (deleted > 0) table.env().fs.SyncDirectory(env::JoinPath(table.path(), "tag"));
  };
  try {
    for (const auto& name : names) deleted += table.env().fs.Delete(TagPath(table, name)) ? 1 : 0;
  } catch (const Error&) {
    try {
      sync();
    } catch (const Error&) {  // the first failure is the one to know
    }
    throw;
  }
  sync();
  return deleted;
}

void RenameTag(const Table& table, const std::string& from, const std::string& to) {
  CheckName(to);
  const auto tag = FindTag(table, from);
  if (!tag) {
    std::vector<std::string> names;
    for (auto& known : ListTags(table)) names.push_back(std::move(known.name));
    throw Error(ErrorCode::NotFound, "there is no tag '" + from + "'" + DidYouMean(from, names))
        .At("table '" + table.path() + "'");
  }
  Publish(table, to, *tag);
  DeleteTags(table, {from});
}

}  // namespace tarn::table
