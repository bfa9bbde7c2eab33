// Manifest entries as what they add up to: an ADD and the DELETE of the same file cancel.
#pragma once

#include <string>
#include <vector>

#include "paimon/data_file.h"

namespace tarn::table {

/// What makes two entries speak of the same file: partition, bucket, level, name, extra files, embedded index, external
/// path (Paimon's FileEntry.Identifier). An upgrade to another level is therefore a DELETE and an ADD.
std::string IdentityOf(const paimon::ManifestEntry& entry);

/// In order of first coming. A DELETE whose ADD is not among the entries stays (its ADD is in an earlier manifest).
/// Throws Corruption if a file is added twice.
std::vector<paimon::ManifestEntry> MergeEntries(std::vector<paimon::ManifestEntry> entries);

}  // namespace tarn::table
