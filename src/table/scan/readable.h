// What of Paimon's table features reading does not know yet. Each is refused by one error that names table and feature,
// rather than answered with rows that are not there.
#pragma once

#include <string_view>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
#include "table/table.h"

namespace tarn::table {

/// Whether no table with this option can be read, unless it is at its default.
bool BlocksReading(std::string_view option);

/// By the table's options and the snapshot's index files. Throws Unsupported.
void RequireReadable(const Table& table, const paimon::Snapshot& snapshot);

/// By what the manifest says of a file that would be read. Throws Unsupported.
void RequireReadable(const Table& table, const paimon::DataFileMeta& file);

}  // namespace tarn::table
