// Reads whole stripes of ORC files: what manifests of old Paimon tables need ('manifest.format' = 'orc'). Not for data.
//
// Every type but DECIMAL, UNION, FLOAT and DOUBLE; compression none, zlib, snappy, zstd.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "orc/file_tail.h"

namespace tarn::orc {

/// The values of one column in one stripe. `present` is empty if none is null; `ints` and `strings` have a value a
/// row, null or not; the elements of row i of a list are [offsets[i], offsets[i + 1]) of the child.
struct Column {
  Kind kind = Kind::Struct;
  uint64_t rows = 0;
  std::vector<bool> present;
  std::vector<int64_t> ints;  // booleans, integers, dates (days), timestamps (milliseconds of the wall clock)
  std::vector<std::string> strings;
  std::vector<uint64_t> offsets;
  std::vector<std::string> names;  // of a struct's children
  std::vector<Column> children;

  bool IsNull(uint64_t row) const { return !present.empty() && !present[row]; }
  /// nullptr if the struct has none of that name.
  const Column* Child(std::string_view name) const;
};

/// The stripes of a whole file in memory, as their root columns. Throws Corruption, Unsupported; the caller adds the
/// file.
std::vector<Column> ReadStripes(std::string_view file);

}  // namespace tarn::orc
