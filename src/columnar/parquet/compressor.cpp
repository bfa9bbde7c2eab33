#include "columnar/parquet/compressor.h"

#include <snappy.h>
#include <zstd.h>
#include <lz4.hpp>

#include "base/error.h"

namespace tarn::columnar::parquet {

struct Compressor::ZstdContext {
  explicit ZstdContext(int level) : context(duckdb_zstd::ZSTD_createCCtx()) {
    if (!context) throw Error(ErrorCode::ResourceExhausted, "no memory for a zstd compressor");
    duckdb_zstd::ZSTD_CCtx_setParameter(context, duckdb_zstd::ZSTD_c_compressionLevel, level);
    // Every reader checks it: a damaged page is an error and never other values.
    duckdb_zstd::ZSTD_CCtx_setParameter(context, duckdb_zstd::ZSTD_c_checksumFlag, 1);
  }
  ~ZstdContext() { duckdb_zstd::ZSTD_freeCCtx(context); }
  duckdb_zstd::ZSTD_CCtx* context;
};

Compressor::Compressor(ParquetCodec codec, int zstd_level) : codec_(codec), zstd_level_(zstd_level) {}

Compressor::~Compressor() = default;

void Compressor::Release() {
  packed_.Release();
  zstd_.reset();
}

int Compressor::format_id() const {
  switch (codec_) {
    case ParquetCodec::None:
      return 0;
    case ParquetCodec::Snappy:
      return 1;
    case ParquetCodec::Zstd:
      return 6;
    case ParquetCodec::Lz4:
      return 7;  // LZ4_RAW: bare blocks
  }
  return 0;
}

std::string_view Compressor::Compress(std::string_view raw) {
  packed_.Clear();
  size_t size = 0;
  switch (codec_) {
    case ParquetCodec::None:
      return raw;
    case ParquetCodec::Snappy: {
      auto* to = reinterpret_cast<char*>(packed_.Room(duckdb_snappy::MaxCompressedLength(raw.size())));
      duckdb_snappy::RawCompress(raw.data(), raw.size(), to, &size);
      break;
    }
    case ParquetCodec::Zstd: {
      if (!zstd_) zstd_ = std::make_unique<ZstdContext>(zstd_level_);
      const size_t bound = duckdb_zstd::ZSTD_compressBound(raw.size());
      size = duckdb_zstd::ZSTD_compress2(zstd_->context, packed_.Room(bound), bound, raw.data(), raw.size());
      if (duckdb_zstd::ZSTD_isError(size)) {
        throw Error(ErrorCode::Internal, std::string("zstd: ") + duckdb_zstd::ZSTD_getErrorName(size));
      }
      break;
    }
    case ParquetCodec::Lz4: {
      const int bound = duckdb_lz4::LZ4_compressBound(static_cast<int>(raw.size()));
      auto* to = reinterpret_cast<char*>(packed_.Room(static_cast<size_t>(bound)));
      size = static_cast<size_t>(duckdb_lz4::LZ4_compress_default(raw.data(), to, static_cast<int>(raw.size()), bound));
      break;
    }
  }
  packed_.Grow(size);
  return packed_.view();
}

}  // namespace tarn::columnar::parquet
