// A file as a table by its name alone: SELECT * FROM 'fixes.parquet', or '.csv' with a line of names. Ours, in batch.
// DuckDB reads it; its columns get the Flink types that hold them.
#pragma once

#include <duckdb/parser/tableref.hpp>
#include <string>
#include <vector>

#include "sql/sql_error.h"
#include "sql/types/analyze.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

struct FileTable {
  std::string path;    // as DuckDB takes it
  std::string reader;  // DuckDB's table function
  std::vector<TypedColumn> columns;
};

/// Throws SqlError: no such file, no format that is known, a column of a type that is not read so.
FileTable OpenFileTable(duckdb::Connection& connection, const std::string& path, Span span);

/// SELECT the columns, each as its type, FROM the file.
duckdb::unique_ptr<duckdb::TableRef> ScanOfFile(const FileTable& file, const std::string& alias);

}  // namespace tarn::sql
