#include "base/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tarn {
namespace {

struct Item {
  uint64_t code;
  size_t place;
};

TEST(RadixSort, IsStableForCodesOfEveryWidth) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (const int bits : {0, 1, 11, 12, 13, 23, 24, 25, 47, 63, 64}) {
    const uint64_t highest = bits == 0 ? 0 : ~uint64_t{0} >> (64 - bits);
    for (const size_t count : {0, 1, 2, 500, 5000}) {
      std::vector<Item> items(count + 7, Item{0, 0}), scratch;  // those behind `count` are none of its business
      for (size_t i = 0; i < count; i++) items[i] = {random() & highest & (i % 3 == 0 ? highest : 0xff), i};
      auto expected = std::vector<Item>(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count));
      std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) { return a.code < b.code; });
      RadixSort(items, scratch, count, highest);
      for (size_t i = 0; i < count; i++) {
        ASSERT_EQ(items[i].code, expected[i].code) << bits << " bits, item " << i;
        ASSERT_EQ(items[i].place, expected[i].place) << bits << " bits, item " << i;
      }
    }
  }
}

}  // namespace
}  // namespace tarn
