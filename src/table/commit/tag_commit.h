// Makes, renames and deletes tags.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/table.h"

namespace tarn::table {

/// Of the snapshot of that id, else of the latest. `time_retained_nanos`: how long it is to be kept. Throws
/// InvalidInput for a name that no tag can have, AlreadyExists, NotFound if there is no such snapshot.
void CreateTag(const Table& table, const std::string& name, std::optional<int64_t> snapshot_id,
               std::optional<int64_t> time_retained_nanos);
/// Throws InvalidInput, and deletes none, if one of the names is none that a tag can have. There may be no such tags.
/// Returns how many there were.
int64_t DeleteTags(const Table& table, const std::vector<std::string>& names);
/// Throws NotFound, AlreadyExists.
void RenameTag(const Table& table, const std::string& from, const std::string& to);

}  // namespace tarn::table
