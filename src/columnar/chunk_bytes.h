// Chunks as bytes, for checkpoints. The encoding is DuckDB's and belongs to its version: never for files that others
// read or that must outlive an upgrade.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <string>
#include <string_view>

namespace tarn::columnar {

std::string ChunkToBytes(const duckdb::DataChunk& chunk);
/// Into a fresh chunk. Throws Corruption.
void BytesToChunk(std::string_view bytes, duckdb::DataChunk& chunk);

}  // namespace tarn::columnar
