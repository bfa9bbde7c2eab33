// One kind of error for what goes wrong while a Parquet file is read, by DuckDB's reader or beside it.
#pragma once

#include <string>

namespace tarn::columnar {

/// In a handler: throws the exception again as an Error that names the file. Bytes that do not decode are a damaged
/// file. `part`: what was read.
[[noreturn]] void RethrowOfParquet(const std::string& path, const std::string& part = "a page of its column data");

}  // namespace tarn::columnar
