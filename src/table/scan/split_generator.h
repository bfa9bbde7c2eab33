// Cuts the files of one bucket into splits.
#pragma once

#include <cstdint>
#include <vector>

#include "paimon/data_file.h"
#include "table/key_compare.h"

namespace tarn::table {

struct SplitSizes {
  int64_t target_bytes = 128 << 20;   // source.split.target-size
  int64_t open_file_bytes = 4 << 20;  // source.split.open-file-cost: what a file counts at least
};

struct FileGroup {
  bool raw = true;
  std::vector<paimon::DataFileMeta> files;
};

/// Append tables: files in the order of their sequence numbers, all raw.
std::vector<FileGroup> GroupAppendFiles(std::vector<paimon::DataFileMeta> files, const SplitSizes& sizes);

/// Whether a bucket's files can be read as they are: one level above 0 and nothing deleted. `one_row_a_key` says that
/// the table never has two visible rows of one key (first-row).
bool IsRawBucket(const std::vector<paimon::DataFileMeta>& files, bool one_row_a_key);

/// Primary-key tables: whole sections of overlapping key ranges stay together. A group of a single file without deletes
/// is raw.
std::vector<FileGroup> GroupKeyFiles(std::vector<paimon::DataFileMeta> files, bool one_row_a_key,
                                     const KeyCompare& compare_keys, const SplitSizes& sizes);

}  // namespace tarn::table
