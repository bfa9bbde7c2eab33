// Reads a Parquet data file as vectors of wanted columns, whatever schema it was written with.
//
// DuckDB's Parquet reader does the decoding, through the env FileSystem that is registered in the context's instance
// (duckdb_file_system.h). Columns are found by the names in the file's own schema and matched to the wanted ones by
// field id; a wanted column that the file does not have is NULL; a changed type is cast (column_cast.h).
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "paimon/data_type.h"

namespace duckdb {
class ClientContext;
class TableFilterSet;
}  // namespace duckdb
namespace duckdb_parquet {
class FileMetaData;
}

namespace tarn::columnar {

struct DataFileRequest {
  std::string path;                          // of env
  std::optional<int64_t> file_bytes = {};    // what the manifest says: a shorter file is reported as cut off
  std::vector<paimon::DataField> file = {};  // the schema it was written with, system columns included where wanted
  std::vector<paimon::DataField> wanted = {};
  /// On `wanted` columns; borrowed, may be null. Those on columns that the file holds unchanged skip row groups and
  /// rows; the others do nothing, so the caller applies all of them again.
  const duckdb::TableFilterSet* filters = nullptr;
  /// Row groups to read, ascending; absent = all.
  std::optional<std::vector<size_t>> row_groups = {};
  /// Without `row_groups`: the `index`-th of `count` equal shares of them, so that threads can share a file.
  struct Share {
    size_t index = 0;
    size_t count = 1;
  } share = {};
  /// The caller is done with a chunk before it reads the next one: dictionary vectors, whose selection DuckDB's reader
  /// uses again, are handed out as they are.
  bool consumed_at_once = false;
};

/// Used by one thread. Throws Error(NotFound, Corruption, IoFailed) naming the file and what was expected of it.
class DataFileReader {
 public:
  /// Opens the file and reads its footer.
  DataFileReader(duckdb::ClientContext& context, DataFileRequest request);
  ~DataFileReader();

  /// The vector types of the wanted columns.
  const duckdb::vector<duckdb::LogicalType>& types() const;
  /// Fills `chunk` (initialised with types(), or empty of columns) with the next rows in file order; false at the end.
  /// Never an empty chunk otherwise. The rows stay as they are until the chunk itself is reset or read into again; with
  /// `consumed_at_once` until the next Read.
  bool Read(duckdb::DataChunk& chunk);

  size_t row_group_count() const;
  int64_t RowsOf(size_t row_group) const;
  /// Least and greatest value of a wanted column in a row group, if the footer says.
  std::optional<std::pair<duckdb::Value, duckdb::Value>> RangeOf(size_t row_group, size_t wanted) const;
  /// Begins again with these row groups.
  void Restart(const std::vector<size_t>& row_groups);

  /// A wanted column whose values are the file's.
  struct StoredAs {
    size_t file_column;        // of a row group's column chunks
    bool optional;             // its pages have definition levels
    duckdb::LogicalType type;  // as DuckDB's reader gives it: BIGINT for timestamps
    int64_t micros_per_unit;   // of those; 0: no timestamp
  };
  /// Nothing where the column is not in the file, is nested, or its values are converted.
  std::optional<StoredAs> AsStored(size_t wanted) const;
  const duckdb_parquet::FileMetaData& footer() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tarn::columnar
