// Is a table's metadata whole? Every snapshot is walked down to its files, and the sums are done again: what a test
// asks after each failure, kill and race.
#pragma once

#include <set>
#include <string>

#include "base/error.h"
#include "paimon/partition_path.h"
#include "table/commit/conflict.h"
#include "table/commit/manifest_files.h"
#include "table/key_compare.h"
#include "table/scan/manifest_loader.h"
#include "table/scan/snapshot_store.h"

namespace tarn::testing {

/// What is wrong with one snapshot; "" = nothing.
inline std::string FaultOf(const table::Table& table, const paimon::Snapshot& snapshot) {
  auto& fs = table.env().fs;
  const auto rules = paimon::PathRules::FromOptions(table.options());
  const auto live = table::LiveEntries(table, snapshot);
  int64_t rows = 0;
  std::set<std::string> names;
  for (const auto& entry : live) {
    if (entry.kind != paimon::FileKind::Add) return "'" + entry.file.file_name + "' is deleted but was never added";
    if (!names.insert(entry.file.file_name).second) return "'" + entry.file.file_name + "' is live twice";
    const auto path =
        paimon::DataFilePath(table.path(), table.schema(), entry.partition, entry.bucket, entry.file, rules);
    const auto status = fs.Stat(path);
    if (!status) return "'" + path + "' is not there";
    if (status->size != entry.file.file_size) return "'" + path + "' has another size than its manifest says";
    rows += entry.file.row_count;
  }
  if (rows != snapshot.total_record_count) return "the total of its rows is wrong";
  int64_t changed = 0;
  for (const auto& manifest : table::LoadManifestList(table, snapshot.delta_manifest_list))
    for (const auto& entry : table::LoadManifest(table, manifest.file_name))
      changed += entry.kind == paimon::FileKind::Add ? entry.file.row_count : -entry.file.row_count;
  if (changed != snapshot.delta_record_count) return "the number of its new rows is wrong";
  return table::FindConflict(
             {.kind = paimon::CommitKind::Append,
              .base = live,
              .changes = {},
              .compare_keys = table.HasPrimaryKey() ? table::KeyCompareOf(table.schema()) : table::KeyCompare()})
      .value_or("");
}

/// What is wrong with the table's snapshots; "" = nothing. The files of all of them must be there, so none may have
/// expired meanwhile. `newest` > 0: only so many of them.
inline std::string FaultOf(const table::Table& table, size_t newest = 0) {
  const auto ids = table::SnapshotIds(table);
  try {
    for (size_t i = newest > 0 && newest < ids.size() ? ids.size() - newest : 0; i < ids.size(); ++i) {
      if (i > 0 && ids[i] != ids[i - 1] + 1) return "snapshot " + std::to_string(ids[i] - 1) + " is missing";
      if (auto fault = FaultOf(table, table::SnapshotById(table, ids[i])); !fault.empty())
        return "snapshot " + std::to_string(ids[i]) + ": " + fault;
    }
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace tarn::testing
