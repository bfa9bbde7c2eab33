// Sorts the keys of a section: the rows of all runs within a key range that fits into the cache.
//
// Keys become 64-bit codes that keep their order, made of the bits that differ within the section, and are sorted by
// radix; where the codes cannot hold whole keys, rows of equal code are compared. (Measured: three times as fast as a
// loser tree.)
#pragma once

#include <vector>

#include "table/merge/merge_engine.h"
#include "table/merge/run_window.h"

namespace tarn::table {

struct SortedKeys {
  std::vector<RowRef> rows;      // chunk = index into the slices; equal keys keep the slices' order
  std::vector<uint32_t> begins;  // first row of each key
};

/// Used by one thread; keeps its working memory.
class KeySorter {
 public:
  void Sort(const std::vector<ChunkSlice>& slices, SortedKeys& sorted);

 private:
  struct Item {
    uint64_t code;
    RowRef row;
  };

  /// True if equal codes are equal keys.
  bool MakeCodes(const std::vector<ChunkSlice>& slices);
  /// The part's bits below those already in the codes; false if they hold only a beginning of it.
  bool AppendWords(const std::vector<ChunkSlice>& slices, size_t part);
  bool AppendTexts(const std::vector<ChunkSlice>& slices, size_t part);
  void RadixSort();

  std::vector<Item> items_;
  std::vector<Item> other_;
  int used_bits_ = 0;
};

}  // namespace tarn::table
