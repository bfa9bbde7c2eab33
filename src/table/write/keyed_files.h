// Writes sorted key-value rows into a primary-key table's data files, rolling at the target size. The flush of a write
// buffer and a compaction end here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "table/write/bucket_writer.h"
#include "table/write/file_meta.h"
#include "table/write/keyed_layout.h"

namespace tarn::table {

/// Used by one thread.
class KeyedFiles {
 public:
  KeyedFiles(WriteShared& shared, const KeyedLayout& layout, std::string directory, int32_t level, FileSource source);

  /// Rows in the layout's types and in key order, each key once; any vector form.
  void Write(duckdb::DataChunk& chunk);
  /// The files, in key order.
  std::vector<paimon::DataFileMeta> Finish();

 private:
  void EndFile();

  WriteShared& shared_;
  const KeyedLayout& layout_;
  std::string directory_;
  int32_t level_;
  FileSource source_;
  columnar::BinaryRowEncoder encoder_;

  std::optional<DataFile> file_;
  // Of the open file.
  std::string min_key_, max_key_;
  int64_t deletes_ = 0;
  int64_t min_sequence_ = 0, max_sequence_ = 0;
  std::vector<paimon::DataFileMeta> done_;
};

}  // namespace tarn::table
