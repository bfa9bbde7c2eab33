// What a split's files look like to its readers: where they lie, the schema each was written with, and which of the
// wanted columns come from the partition instead.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columnar/data_file_reader.h"
#include "table/scan/scan_plan.h"
#include "table/scan/split_reader.h"

namespace tarn::table {

/// One output column of a split: constant over the split, or a column of the files.
struct SplitColumn {
  std::optional<duckdb::Value> constant;
  size_t field = 0;  // into the table's fields
};

/// Immutable.
class SplitFiles {
 public:
  SplitFiles(std::shared_ptr<const Table> table, const Split& split, const std::vector<size_t>& columns);

  const Table& table() const { return *table_; }
  const std::vector<SplitColumn>& columns() const { return columns_; }
  const duckdb::vector<duckdb::LogicalType>& output_types() const { return output_types_; }

  /// Path, length and schema of a file, system columns included; the caller adds what it wants of it. Throws
  /// Unsupported for formats other than Parquet.
  columnar::DataFileRequest RequestFor(const paimon::DataFileMeta& file) const;

 private:
  std::shared_ptr<const Table> table_;
  std::string partition_;
  int32_t bucket_;
  std::vector<SplitColumn> columns_;
  duckdb::vector<duckdb::LogicalType> output_types_;
};

paimon::DataField SequenceField();
paimon::DataField KindField();

/// -U and -D rows of a column of kinds: fills `kinds`, or leaves it empty if every row is +I.
void ReadKinds(duckdb::Vector& vector, size_t count, std::vector<columnar::RowKind>& kinds);
/// Drops the rows that take something back and then the kinds.
void DropRetracts(columnar::ChangeBatch& batch);

}  // namespace tarn::table
