// Reads whole row groups of a Parquet data file, column by column: flat columns that hold what is wanted are decoded
// here (parquet/stored_column.h), in one piece and with their dictionary's codes kept; all others by DuckDB's reader.
#pragma once

#include <duckdb/common/file_system.hpp>
#include <memory>
#include <span>
#include <vector>

#include "columnar/coded_column.h"
#include "columnar/data_file_reader.h"
#include "columnar/parquet/stored_column.h"

namespace tarn::columnar {

/// Used by one thread. Throws as DataFileReader does.
class RowGroupReader {
 public:
  /// The request has no filters, row groups or shares.
  RowGroupReader(duckdb::ClientContext& context, DataFileRequest request);

  /// The footer's part of it. Its rows are not to be read.
  const DataFileReader& file() const { return file_; }

  /// Into `rows`, which is empty and has room for the row group's and a batch more. Where `coded[i]` is in use, of
  /// column i there is only which rows are NULL; `coded` is as long as `rows` has columns. Returns the bytes that
  /// `rows` and dictionaries hold outside of slots of fixed width, about.
  size_t Read(size_t row_group, duckdb::DataChunk& rows, std::vector<CodedColumn>& coded);

 private:
  struct Column {
    size_t index;  // of the wanted ones
    DataFileReader::StoredAs as;
  };

  /// What DuckDB's reader reads.
  size_t ReadRest(size_t row_group, duckdb::DataChunk& rows);
  size_t ReadStored(const Column& column, size_t row_group, duckdb::Vector& rows, CodedColumn& coded);

  /// Of a column chunk, until the next call; kSpareBytes behind them.
  std::span<const uint8_t> BytesOf(const duckdb_parquet::ColumnMetaData& meta);

  duckdb::ClientContext& context_;
  DataFileRequest request_;
  DataFileReader file_;
  std::vector<Column> stored_;
  std::vector<size_t> rest_;                     // the other columns
  std::unique_ptr<DataFileReader> rest_reader_;  // of those, from the first row group on
  duckdb::unique_ptr<duckdb::FileHandle> handle_;
  parquet::ByteBuffer bytes_;
  parquet::StoredColumnReader decoder_;
};

}  // namespace tarn::columnar
