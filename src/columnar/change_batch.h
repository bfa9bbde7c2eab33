// The one currency of data in motion: a DuckDB chunk and one row kind per row.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <utility>
#include <vector>

#include "columnar/row_kind.h"

namespace tarn::columnar {

/// Owns its chunk (2048 rows at most). Movable, not copyable. A batch that crosses a thread or a queue must own its
/// memory: Own() copies what the vectors only refer to.
struct ChangeBatch {
  duckdb::DataChunk chunk;
  std::vector<RowKind> kinds;  // empty = every row is +I

  ChangeBatch() = default;
  ChangeBatch(ChangeBatch&& other) noexcept { *this = std::move(other); }
  ChangeBatch& operator=(ChangeBatch&& other) noexcept {
    if (this != &other) {
      chunk.Move(other.chunk);
      kinds = std::move(other.kinds);
    }
    return *this;
  }

  RowKind kind(duckdb::idx_t row) const { return kinds.empty() ? RowKind::Insert : kinds[row]; }
  duckdb::idx_t size() const { return chunk.size(); }
};

/// Allocates `batch` for these types, empty. Allocation is outside any query's budget.
void Initialize(ChangeBatch& batch, const duckdb::vector<duckdb::LogicalType>& types);
/// Deep copy with memory of its own.
ChangeBatch Own(const ChangeBatch& batch);
/// Empties it for reuse.
void Reset(ChangeBatch& batch);

}  // namespace tarn::columnar
