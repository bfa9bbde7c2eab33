// Page compression with the codecs that libduckdb carries anyway.
#pragma once

#include <memory>
#include <span>

#include "columnar/parquet/byte_buffer.h"
#include "columnar/parquet_writer.h"

namespace tarn::columnar::parquet {

/// Used by one thread; keeps its working memory.
class Compressor {
 public:
  Compressor(ParquetCodec codec, int zstd_level);
  ~Compressor();

  /// The page body: `raw` itself when nothing is compressed, else bytes valid until the next call.
  std::string_view Compress(std::string_view raw);
  /// Gives the working memory back, until the next call.
  void Release();
  size_t held_bytes() const { return packed_.capacity(); }
  /// The codec's number in the format.
  int format_id() const;

 private:
  ParquetCodec codec_;
  int zstd_level_;
  ByteBuffer packed_;
  struct ZstdContext;
  std::unique_ptr<ZstdContext> zstd_;
};

}  // namespace tarn::columnar::parquet
