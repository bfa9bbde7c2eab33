// Rows of a chunk as Paimon's BinaryRow bytes (paimon-facts of 1.x, "BinaryRow"): what partitions and keys are named by
// in manifests, and what bucket numbers are hashed from. For atomic types.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::columnar {

/// Used by one thread. Rows have the kind +I in their header byte.
class BinaryRowEncoder {
 public:
  /// One column of the row: its type as the schema has it (the precision decides the layout) and where a chunk has it.
  struct Column {
    paimon::DataType type;
    size_t index = 0;
  };

  /// Throws Unsupported for nested types.
  explicit BinaryRowEncoder(std::vector<Column> columns);

  /// Looks at `chunk` from now on; it must stay as it is meanwhile.
  void Bind(duckdb::DataChunk& chunk);
  /// The bare row, without arity. Valid until the next call.
  std::string_view Encode(duckdb::idx_t row);
  /// With the 4-byte big-endian arity before it, as manifests hold it.
  std::string Serialized(duckdb::idx_t row);
  /// Paimon's hash of every row of the chunk, in order.
  void Hash(std::span<int32_t> hashes);

 private:
  bool FixedWidth() const;

  std::vector<Column> columns_;
  std::vector<duckdb::UnifiedVectorFormat> formats_;
  std::vector<duckdb::PhysicalType> physical_;
  duckdb::idx_t count_ = 0;
  size_t null_bytes_;
  std::string row_;
};

/// The Murmur3 variant that Paimon hashes binary rows with. The size is a multiple of 4.
int32_t HashBinaryRow(std::string_view row);

}  // namespace tarn::columnar
