// Keys of sorted runs in a form that compares fast: numbers as unsigned words of the same order, text and bytes as they
// are.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <span>
#include <vector>

namespace tarn::table {

/// One part of a key in one chunk. Words for everything of a fixed width (two parts where it is 16 bytes wide).
struct KeyPart {
  bool is_text = false;
  std::vector<uint64_t> words;
  duckdb::UnifiedVectorFormat text;

  std::string_view Text(size_t row) const {
    const auto& value = duckdb::UnifiedVectorFormat::GetDataUnsafe<duckdb::string_t>(text)[text.sel->get_index(row)];
    return {value.GetData(), value.GetSize()};
  }
};

/// The key of every row of a chunk. Borrows the chunk's texts.
struct ChunkKeys {
  std::vector<KeyPart> parts;
};

/// The first `key_count` columns. Throws Corruption for a NULL: keys of merge trees have none. Throws Unsupported for
/// types that are no key.
ChunkKeys KeysOf(duckdb::DataChunk& chunk, size_t key_count);

/// Negative, zero, positive; in the order in which Paimon sorts keys.
int CompareKeys(const ChunkKeys& a, size_t row_a, const ChunkKeys& b, size_t row_b);

}  // namespace tarn::table
