// Rows gathered in one large chunk, a batch behind the other: decoded in place where the reader writes plain vectors,
// else copied column by column.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <span>

namespace tarn::columnar {

/// A chunk whose vectors are the next `STANDARD_VECTOR_SIZE` places behind the rows of `rows`, which must have room for
/// them. What is written into it plainly is then already where AppendRows wants it. Columns of nested types get vectors
/// of their own.
void ViewBehind(duckdb::DataChunk& rows, duckdb::DataChunk& view);
/// Of these columns alone, in their order.
void ViewBehind(duckdb::DataChunk& rows, std::span<const size_t> columns, duckdb::DataChunk& view);

/// Appends the rows of `chunk` to `rows`, which has room for them. Strings are not copied: `rows` keeps their buffers
/// alive. A vector that ViewBehind made and that is still a flat one is left where it is.
void AppendRows(duckdb::DataChunk& rows, duckdb::DataChunk& chunk);
/// `chunk` has these columns of `rows`; the others' new rows are left as they are.
void AppendRows(duckdb::DataChunk& rows, std::span<const size_t> columns, duckdb::DataChunk& chunk);

}  // namespace tarn::columnar
