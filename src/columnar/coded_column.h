// A column of many rows as Parquet's dictionary pages have it: what the rows say, once each, and a number of two bytes
// for each row in place of a value of 4 to 16.
#pragma once

#include <cstdint>
#include <duckdb/common/types/vector.hpp>
#include <memory>
#include <vector>

namespace tarn::columnar {

constexpr size_t kMostCodes = size_t{1} << 16;

struct CodedColumn {
  bool in_use = false;          // else the rows have their values themselves
  std::vector<uint16_t> codes;  // of each row; of a NULL: any of the dictionary's
  /// Flat, without NULLs, at least one value: which rows are NULL is kept with the rows.
  std::unique_ptr<duckdb::Vector> dictionary;
  size_t dictionary_values = 0;

  size_t Bytes() const { return codes.capacity() * sizeof(uint16_t); }
};

/// Gives the first `count` rows their values and ends the use of codes; `rows` is flat, and says itself which are NULL.
/// Strings stay where the dictionary has them.
void Decode(CodedColumn& coded, size_t count, duckdb::Vector& rows);

}  // namespace tarn::columnar
