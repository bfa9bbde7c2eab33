// Writes one Parquet data file as Paimon's writers lay it out (types, names and ids: parquet/schema.h).
//
// Used by one thread. The file is borrowed; the writer appends to it from its beginning and never syncs or closes it.
// A failed write throws Error; the file is then worthless and the caller's to delete.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "env/file_system.h"
#include "paimon/data_type.h"

namespace tarn::columnar {

enum class ParquetCodec { None, Snappy, Zstd, Lz4 };

struct ParquetWriteOptions {
  ParquetCodec codec = ParquetCodec::Zstd;
  int zstd_level = 1;
  bool plain_only = false;              // for readers that know nothing but PLAIN
  uint64_t row_group_rows = 128 << 10;  // a multiple of the vector size
  uint64_t page_bytes = 1 << 20;        // of values before compression, roughly
  /// Fields by which every row group is sorted ascending, NULLs first; recorded, not checked.
  std::vector<size_t> sorting_columns = {};
  std::map<std::string, std::string> key_values = {};
};

/// From table options: file.compression, file.compression.zstd-level (parquet.compression.codec.zstd.level wins), and
/// ours, parquet.plain-only. Throws InvalidInput naming what is allowed.
ParquetWriteOptions ParquetOptionsOf(const std::map<std::string, std::string>& table_options);

/// Of one top-level column over the whole file. `min` and `max` are vector values (whole, never truncated), absent for
/// nested types, TIMESTAMP(7..9), columns with a NaN, and columns without a value.
struct ColumnRange {
  int64_t nulls = 0;
  bool nulls_known = true;  // not for nested types
  std::optional<duckdb::Value> min;
  std::optional<duckdb::Value> max;
};

struct WrittenFile {
  int64_t rows = 0;
  int64_t bytes = 0;
  std::vector<ColumnRange> columns;  // one for each field, in order
};

class ParquetWriter {
 public:
  ParquetWriter(env::WritableFile& file, std::vector<paimon::DataField> fields, ParquetWriteOptions options);
  ~ParquetWriter();

  /// Vectors of the fields' vector types (type_mapping.h); any vector form. A NULL in a NOT NULL field throws
  /// InvalidInput with the column's name.
  void Write(const duckdb::DataChunk& chunk);
  /// What the file would have if finished now: written bytes, plus a guess for buffered rows. For rolling.
  int64_t EstimatedBytes() const;
  int64_t rows() const;
  /// What rows take in memory that are in no finished row group yet.
  int64_t BufferedBytes() const;
  /// Ends the row group before it is full, which frees what BufferedBytes says. Nothing buffered: nothing happens.
  void EndRowGroup();
  /// EndRowGroup, and gives the room back that is otherwise kept for the next row group. For when memory is short:
  /// always to begin with fresh memory costs a fifth of the speed.
  void Release();
  /// What the writer holds in memory, that room included.
  int64_t HeldBytes() const;
  WrittenFile Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tarn::columnar
