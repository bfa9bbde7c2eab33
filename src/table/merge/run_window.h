// The part of one sorted run that a merge has read but not yet given out.
#pragma once

#include <deque>
#include <memory>

#include "table/merge/key_columns.h"
#include "table/merge/sorted_runs.h"

namespace tarn::table {

/// A chunk of a run with its keys.
struct LoadedChunk {
  duckdb::DataChunk rows;
  ChunkKeys keys;
  bool distinct = true;  // no key twice, counting the row before the chunk
};

/// A place in a run; `chunk` counts from the run's first chunk.
struct RunPlace {
  size_t chunk = 0;
  size_t row = 0;
};

/// Rows [from, to) of one chunk.
struct ChunkSlice {
  std::shared_ptr<LoadedChunk> chunk;
  size_t from = 0;
  size_t to = 0;
};

/// Used by one thread.
class RunWindow {
 public:
  RunWindow(const MergeLayout& layout, std::unique_ptr<RunSource> source)
      : layout_(layout), source_(std::move(source)) {}

  /// Reads until more than `rows` rows are there or the run has ended. Throws Corruption if the run is not sorted.
  void Load(size_t rows);
  size_t rows() const { return rows_; }
  bool empty() const { return rows_ == 0; }

  /// The `index`-th row that is there.
  std::pair<const LoadedChunk*, size_t> At(size_t index) const;
  /// How many rows lie below this key (with `or_equal`: not above it). More are read while the answer is not certain.
  size_t CountBelow(const LoadedChunk& chunk, size_t row, bool or_equal);
  /// Gives out the first `count` rows. The last chunk stays with the window if it is only partly given out.
  void Take(size_t count, std::vector<ChunkSlice>& slices);
  /// No key of the first chunk comes twice, nor again in the next chunk, which is read for that.
  bool FirstChunkIsDistinct();
  /// Gives out what is left of the first chunk.
  ChunkSlice TakeFirstChunk();

 private:
  bool LoadOne();

  const MergeLayout& layout_;
  std::unique_ptr<RunSource> source_;
  std::deque<std::shared_ptr<LoadedChunk>> chunks_;
  std::shared_ptr<LoadedChunk> last_;  // read, for comparing with the next
  size_t first_row_ = 0;               // in chunks_.front()
  size_t rows_ = 0;
  bool ended_ = false;
};

}  // namespace tarn::table
