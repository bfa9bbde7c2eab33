#include "table/scan/readable.h"

#include <algorithm>

#include "base/error.h"
#include "paimon/partition_path.h"
#include "table/scan/manifest_loader.h"

namespace tarn::table {
namespace {

struct Feature {
  const char* option;
  const char* harmless;  // the value that switches it off; nullptr = any value switches it on
  const char* name;
};

// One line a feature; a line goes when reading learns it.
constexpr Feature kUnread[] = {
    {"deletion-vectors.enabled", "false", "deletion vectors"}, {"data-evolution.enabled", "false", "data evolution"},
    {"scan.fallback-branch", nullptr, "a fallback branch"},    {"scan.primary-branch", nullptr, "a primary branch"},
    {"chain-table.enabled", "false", "chain tables"},          {"type", "table", "tables of another type than 'table'"},
};

[[noreturn]] void Refuse(const Table& table, const std::string& what) {
  throw Error(ErrorCode::Unsupported, "table '" + table.path() + "' cannot be read: " + what);
}

}  // namespace

bool BlocksReading(std::string_view option) {
  return std::any_of(std::begin(kUnread), std::end(kUnread),
                     [&](const Feature& feature) { return feature.option == option; });
}

void RequireReadable(const Table& table, const paimon::Snapshot& snapshot) {
  table.SchemaById(snapshot.schema_id);  // the table would be shown as it was before it was altered
  for (const auto& feature : kUnread) {
    const auto value = table.Option(feature.option);
    if (value && !value->empty() && (feature.harmless == nullptr || *value != feature.harmless))
      Refuse(table, std::string("it uses ") + feature.name + " ('" + feature.option + "' = '" + *value +
                        "'), which is not supported yet");
  }
  if (table.Option("merge-engine") == "partial-update") {
    for (const auto& [name, value] : table.options())
      if (name.starts_with("fields.") || name == "partial-update.remove-record-on-sequence-group")
        Refuse(table, "it merges partial updates by '" + name + "', which is not supported yet");
  }
  if (!snapshot.index_manifest) return;
  for (const auto& entry : LoadIndexManifest(table, *snapshot.index_manifest))
    if (entry.kind == paimon::FileKind::Add && entry.index_type == paimon::kDeletionVectorsIndex)
      Refuse(table,
             "its snapshot " + std::to_string(snapshot.id) + " has deletion vectors, which are not supported yet");
}

void RequireReadable(const Table& table, const paimon::DataFileMeta& file) {
  const auto format = paimon::FileFormatOfName(file.file_name);
  if (format != "parquet")
    Refuse(table,
           "its data file '" + file.file_name + "' is of format '" + format + "', only parquet is supported yet");
  if (!file.write_cols) return;
  // With row tracking compactions name all columns; only a file of some of them must be put together with others.
  for (const auto& field : table.SchemaById(file.schema_id)->fields)
    if (std::find(file.write_cols->begin(), file.write_cols->end(), field.name) == file.write_cols->end())
      Refuse(table, "its data file '" + file.file_name +
                        "' holds only some of the columns (data evolution), which is "
                        "not supported yet");
}

}  // namespace tarn::table
