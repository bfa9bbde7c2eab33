// What rows of a vector take in memory beside the vector's slots of fixed width: for memory budgets, about.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>

namespace tarn::columnar {

/// Of the selected rows: strings that do not fit into their twelve bytes, and their share of nested values.
size_t BytesBeside(duckdb::Vector& vector, duckdb::idx_t vector_rows, const duckdb::SelectionVector& rows,
                   duckdb::idx_t count);
/// Of all rows.
size_t BytesBeside(duckdb::DataChunk& chunk);
/// Of all rows, where their strings are referred to and not copied: those of a dictionary count once.
size_t BytesReferenced(duckdb::DataChunk& chunk);

}  // namespace tarn::columnar
