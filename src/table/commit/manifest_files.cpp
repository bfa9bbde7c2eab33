#include "table/commit/manifest_files.h"

#include <algorithm>

#include "base/error.h"
#include "paimon/binary_row.h"
#include "paimon/manifest_avro.h"
#include "table/commit/entry_merge.h"
#include "table/scan/manifest_loader.h"

namespace tarn::table {
namespace {

using paimon::FileKind;
using paimon::ManifestEntry;
using paimon::ManifestFileMeta;
using paimon::Value;

std::vector<paimon::DataType> PartitionTypes(const paimon::TableSchema& schema) {
  std::vector<paimon::DataType> types;
  for (const auto& key : schema.partition_keys) {
    const auto field = schema.FindField(key);
    if (!field) throw Error(ErrorCode::Corruption, "the schema has no column '" + key + "' of its partition keys");
    types.push_back(schema.fields[*field].type);
  }
  return types;
}

/// Column by column over the partitions of all entries, whole values.
paimon::SimpleStats PartitionStats(const std::vector<ManifestEntry>& entries,
                                   const std::vector<paimon::DataType>& types) {
  std::vector<Value> min(types.size()), max(types.size());
  std::vector<std::optional<int64_t>> nulls(types.size(), 0);
  for (const auto& entry : entries) {
    const auto values = paimon::DeserializeRow(entry.partition, types);
    for (size_t i = 0; i < types.size(); ++i) {
      if (IsNull(values[i])) {
        ++*nulls[i];
        continue;
      }
      if (IsNull(min[i]) || Compare(values[i], min[i]) < 0) min[i] = values[i];
      if (IsNull(max[i]) || Compare(values[i], max[i]) > 0) max[i] = values[i];
    }
  }
  std::vector<paimon::DataType> nullable;
  for (const auto& type : types) nullable.push_back(type.Nullable());
  return {.min_values = paimon::SerializeRow(nullable, min),
          .max_values = paimon::SerializeRow(nullable, max),
          .null_counts = std::move(nulls)};
}

}  // namespace

ManifestFiles::ManifestFiles(const Table& table, const StoreOptions& options)
    : table_(table),
      options_(options),
      directory_(env::JoinPath(table.path(), "manifest")),
      uuid_(table.env().random.Uuid()) {}

ManifestFiles::~ManifestFiles() { TakeBack(); }

std::string ManifestFiles::PathOf(const std::string& name) const { return env::JoinPath(directory_, name); }

void ManifestFiles::Write(const std::string& name, std::string_view bytes) {
  if (written_.empty()) table_.env().fs.CreateDirectories(directory_);
  written_.push_back(PathOf(name));
  const auto file = table_.env().fs.Create(written_.back());
  file->Append(bytes);
  file->Sync();
  file->Close();
}

ManifestFileMeta ManifestFiles::Describe(const std::vector<ManifestEntry>& entries, int64_t schema_id) const {
  ManifestFileMeta meta;
  meta.schema_id = entries.empty() ? schema_id : 0;
  for (const auto& entry : entries) {
    ++(entry.kind == FileKind::Add ? meta.added_files : meta.deleted_files);
    meta.schema_id = std::max(meta.schema_id, entry.file.schema_id);
    meta.min_bucket = std::min(meta.min_bucket.value_or(entry.bucket), entry.bucket);
    meta.max_bucket = std::max(meta.max_bucket.value_or(entry.bucket), entry.bucket);
    meta.min_level = std::min(meta.min_level.value_or(entry.file.level), entry.file.level);
    meta.max_level = std::max(meta.max_level.value_or(entry.file.level), entry.file.level);
  }
  meta.partition_stats = PartitionStats(entries, PartitionTypes(table_.schema()));
  return meta;
}

std::vector<ManifestFileMeta> ManifestFiles::WriteManifests(const std::vector<ManifestEntry>& entries,
                                                            int64_t schema_id) {
  std::vector<ManifestFileMeta> metas;
  if (entries.empty()) return metas;
  const auto write = [&](const std::vector<ManifestEntry>& part, const std::string& bytes) {
    auto& meta = metas.emplace_back(Describe(part, schema_id));
    meta.file_name = "manifest-" + uuid_ + "-" + std::to_string(manifest_count_++);
    meta.file_size = static_cast<int64_t>(bytes.size());
    Write(meta.file_name, bytes);
  };
  const std::string bytes = paimon::WriteManifest(entries, options_.manifest_codec);
  const auto parts = static_cast<size_t>(static_cast<int64_t>(bytes.size()) / options_.manifest_merge.target_bytes + 1);
  if (parts == 1) {
    write(entries, bytes);
    return metas;
  }
  const size_t each = (entries.size() + parts - 1) / parts;
  for (size_t begin = 0; begin < entries.size(); begin += each) {
    const std::vector<ManifestEntry> part(entries.begin() + begin,
                                          entries.begin() + std::min(entries.size(), begin + each));
    write(part, paimon::WriteManifest(part, options_.manifest_codec));
  }
  return metas;
}

ManifestListFile ManifestFiles::WriteList(const std::vector<ManifestFileMeta>& manifests) {
  const std::string bytes = paimon::WriteManifestList(manifests, options_.manifest_codec);
  const std::string name = "manifest-list-" + uuid_ + "-" + std::to_string(list_count_++);
  Write(name, bytes);
  return {.name = name, .bytes = static_cast<int64_t>(bytes.size())};
}

std::vector<ManifestFileMeta> ManifestFiles::Merge(const std::vector<ManifestFileMeta>& manifests, int64_t schema_id) {
  const auto plan = PlanManifestMerge(manifests, options_.manifest_merge);
  std::vector<ManifestFileMeta> merged;
  for (size_t i = 0; i < plan.groups.size(); ++i) {
    const auto& group = plan.groups[i];
    const bool rewrite = group.size() > 1 || (plan.full && i == 0);
    if (!rewrite) {
      merged.push_back(manifests[group[0]]);
      continue;
    }
    std::vector<ManifestEntry> entries;
    for (const size_t index : group)
      for (auto& entry : LoadManifest(table_, manifests[index].file_name)) entries.push_back(std::move(entry));
    for (auto& meta : WriteManifests(MergeEntries(std::move(entries)), schema_id)) merged.push_back(std::move(meta));
  }
  return merged;
}

void ManifestFiles::SyncDirectory() {
  table_.env().fs.SyncDirectory(directory_);
  table_.env().fs.SyncDirectory(table_.path());
}

void ManifestFiles::TakeBack(size_t mark) {
  for (size_t i = mark; i < written_.size(); ++i) {
    try {
      table_.env().fs.Delete(written_[i]);
    } catch (const Error&) {  // an orphan that no snapshot names
    }
  }
  written_.resize(std::min(mark, written_.size()));
}

std::vector<ManifestEntry> LiveEntries(const Table& table, const paimon::Snapshot& snapshot,
                                       const PartitionFilter& wanted) {
  std::vector<ManifestEntry> entries;
  for (const auto& manifest : DataManifests(table, snapshot))
    for (auto& entry : LoadManifest(table, manifest.file_name))
      if (!wanted || wanted(entry.partition)) entries.push_back(std::move(entry));
  try {
    return MergeEntries(std::move(entries));
  } catch (Error& error) {
    error.At("snapshot " + std::to_string(snapshot.id) + " of table '" + table.path() + "'");
    throw;
  }
}

}  // namespace tarn::table
