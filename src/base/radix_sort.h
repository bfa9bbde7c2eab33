// A stable sort by unsigned codes, for thousands of items at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tarn {

/// Sorts the first `count` items of `items` by their member `code`, stably; its `ignored` lowest bits do not count.
/// `highest`: no code is greater. `scratch` is made as large as needed; what it holds afterwards is of no use. Least
/// significant digit first, in as few digits of at most 12 bits as `highest` needs: the counts of a digit stay in the
/// first-level cache.
template <class Item>
void RadixSort(std::vector<Item>& items, std::vector<Item>& scratch, size_t count, uint64_t highest, int ignored = 0) {
  constexpr int kMostBits = 12;
  const int bits = static_cast<int>(std::bit_width(highest)), counted = bits - ignored;
  if (count < 2 || counted <= 0) return;
  if (scratch.size() < items.size()) scratch.resize(items.size());
  const int digits = (counted + kMostBits - 1) / kMostBits, width = (counted + digits - 1) / digits;
  const uint64_t mask = (uint64_t{1} << width) - 1;
  for (int shift = ignored; shift < bits; shift += width) {
    uint32_t next[1 << kMostBits] = {};
    for (size_t i = 0; i < count; i++) next[(items[i].code >> shift) & mask]++;
    uint32_t before = 0;
    for (size_t digit = 0; digit <= mask; digit++) {
      const uint32_t here = next[digit];
      next[digit] = before;
      before += here;
    }
    for (size_t i = 0; i < count; i++) scratch[next[(items[i].code >> shift) & mask]++] = items[i];
    items.swap(scratch);
  }
}

}  // namespace tarn
