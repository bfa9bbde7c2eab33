// DuckDB's Parquet reader decompresses each page with the zstd that DuckDB brings: a build without assembler, and a new
// context for every page. libduckdb.so calls it through its symbol table, where a definition of the program comes
// first: this one, which is the system's zstd with a context for each thread.
// (docs/decisions/005-zstd-of-the-system.md)
#include "columnar/duckdb_zstd.h"

#include <cstddef>

#include "avro/codec.h"

namespace tarn::columnar {
namespace {
thread_local int64_t pages = 0;
}

int64_t PagesOfSystemZstd() { return pages; }

}  // namespace tarn::columnar

namespace duckdb_zstd {

size_t ZSTD_decompress(void* out, size_t room, const void* frame, size_t bytes);
size_t ZSTD_decompress(void* out, size_t room, const void* frame, size_t bytes) {
  tarn::columnar::pages++;
  return tarn::avro::DecompressZstdFrame(out, room, frame, bytes);
}

}  // namespace duckdb_zstd
