// Writes the pages of column chunks and remembers what the footer and the page index must say of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/parquet/compressor.h"
#include "columnar/parquet/encodings.h"
#include "env/file_system.h"

namespace tarn::columnar::parquet {

/// Bounds as the format stores them: PLAIN bytes without a length. Exact bounds unless they were long strings.
struct Bounds {
  std::string min;
  std::string max;
  bool min_exact = true;
  bool max_exact = true;
};

struct PageInfo {
  int64_t offset = 0;
  int32_t compressed_bytes = 0;  // with its header
  int64_t first_row = 0;         // within the row group
  int64_t values = 0;            // NULLs included
  int64_t nulls = 0;
  std::optional<Bounds> bounds;
};

struct ChunkInfo {
  std::vector<Encoding> encodings;
  int64_t values = 0;
  int64_t nulls = 0;
  int64_t uncompressed_bytes = 0;
  int64_t compressed_bytes = 0;
  std::optional<int64_t> dictionary_offset;
  std::vector<PageInfo> pages;
  std::optional<Bounds> bounds;
};

struct RowGroupInfo {
  int64_t rows = 0;
  int64_t first_byte = 0;
  std::vector<ChunkInfo> chunks;
};

/// Appends to a borrowed file and counts. One for a file.
class PageWriter {
 public:
  PageWriter(env::WritableFile& file, Compressor& compressor) : file_(file), compressor_(compressor) {}

  void DictionaryPage(const ByteBuffer& body, size_t values, ChunkInfo& chunk);
  /// `page` comes with first_row, values, nulls and bounds; body = levels and values.
  void DataPage(const ByteBuffer& body, Encoding encoding, PageInfo page, ChunkInfo& chunk);
  /// Bytes outside pages: magic, indexes, footer.
  void Raw(std::string_view bytes);

  int64_t offset() const { return offset_; }

 private:
  env::WritableFile& file_;
  Compressor& compressor_;
  int64_t offset_ = 0;
};

}  // namespace tarn::columnar::parquet
