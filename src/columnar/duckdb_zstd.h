// What DuckDB's Parquet reader decompresses zstd pages with (duckdb_zstd.cpp).
#pragma once

#include <cstdint>

namespace tarn::columnar {

/// How many times DuckDB has called the system's zstd on this thread: shows that it does.
int64_t PagesOfSystemZstd();

}  // namespace tarn::columnar
