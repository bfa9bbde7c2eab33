// Leads DuckDB's file reads through env/, so that crash and fault tests cover them too. An instance serves one
// env::FileSystem; a data file's path is handed to DuckDB as DuckDbPath(path).
//
// Data files never change under one name, so DuckDB may cache what it read of them.
#pragma once

#include <duckdb/common/file_system.hpp>
#include <string>
#include <string_view>

#include "env/file_system.h"

namespace tarn::columnar {

/// For DatabaseInstance's FileSystem::RegisterSubSystem. Read-only; `files` is borrowed.
duckdb::unique_ptr<duckdb::FileSystem> NewDuckDbFileSystem(env::FileSystem& files);

/// "/w/t/bucket-0/data-1.parquet" -> "env:/w/t/bucket-0/data-1.parquet", and back (other paths come back as they are).
std::string DuckDbPath(std::string_view path);
std::string EnvPath(std::string_view duckdb_path);

}  // namespace tarn::columnar
