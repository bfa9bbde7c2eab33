#include "columnar/sort_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <duckdb/function/create_sort_key.hpp>
#include <limits>
#include <numeric>

#include "base/bytes.h"

namespace tarn::columnar {
namespace {

using duckdb::PhysicalType;

/// Two words that order as the columns do, and whose row it is.
struct Code {
  uint64_t high = 0;
  uint64_t low = 0;
  uint32_t row = 0;
};

/// Bits of a type whose values map to unsigned integers of the same order; 0 = it has none.
int CodeBits(PhysicalType type) {
  switch (type) {
    case PhysicalType::BOOL:
    case PhysicalType::INT8:
      return 8;
    case PhysicalType::INT16:
      return 16;
    case PhysicalType::INT32:
    case PhysicalType::FLOAT:
      return 32;
    case PhysicalType::INT64:
    case PhysicalType::DOUBLE:
      return 64;
    default:
      return 0;
  }
}

template <typename Float, typename Bits>
uint64_t FloatCode(Float value) {
  if (std::isnan(value)) return std::numeric_limits<Bits>::max();
  const auto bits = std::bit_cast<Bits>(value);
  constexpr Bits kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
  return bits & kSign ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | kSign);
}

/// Shifts what a code holds left by `bits` and puts `value` there.
void Push(Code& code, uint64_t value, int bits) {
  if (bits == 64) {
    code.high = code.low;
    code.low = value;
    return;
  }
  code.high = (code.high << bits) | (code.low >> (64 - bits));
  code.low = (code.low << bits) | value;
}

template <typename T, typename ToCode>
void PushColumn(std::vector<Code>& codes, const duckdb::UnifiedVectorFormat& format, bool nulls, int bits,
                ToCode to_code) {
  const auto* data = duckdb::UnifiedVectorFormat::GetData<T>(format);
  for (size_t row = 0; row < codes.size(); ++row) {
    const auto at = format.sel->get_index(row);
    const bool valid = !nulls || format.validity.RowIsValid(at);
    if (nulls) Push(codes[row], valid, 8);
    Push(codes[row], valid ? to_code(data[at]) : 0, bits);
  }
}

template <typename Signed>
void PushInts(std::vector<Code>& codes, const duckdb::UnifiedVectorFormat& format, bool nulls) {
  using Unsigned = std::make_unsigned_t<Signed>;
  constexpr int kBits = sizeof(Signed) * 8;
  PushColumn<Signed>(codes, format, nulls, kBits, [](Signed value) -> uint64_t {
    return static_cast<Unsigned>(static_cast<Unsigned>(value) ^ (Unsigned{1} << (kBits - 1)));
  });
}

/// True if the columns fit two words; then `codes` holds the whole order.
bool MakeWholeCodes(duckdb::DataChunk& chunk, std::span<const size_t> columns, std::vector<Code>& codes) {
  std::vector<duckdb::UnifiedVectorFormat> formats(columns.size());
  int bits = 0;
  for (size_t i = 0; i < columns.size(); ++i) {
    auto& vector = chunk.data[columns[i]];
    const int of_type = CodeBits(vector.GetType().InternalType());
    if (of_type == 0) return false;
    vector.ToUnifiedFormat(chunk.size(), formats[i]);
    bits += of_type + (formats[i].validity.AllValid() ? 0 : 8);
  }
  if (bits > 128) return false;
  for (size_t i = 0; i < columns.size(); ++i) {
    const bool nulls = !formats[i].validity.AllValid();
    switch (chunk.data[columns[i]].GetType().InternalType()) {
      case PhysicalType::BOOL:
        PushColumn<bool>(codes, formats[i], nulls, 8, [](bool value) -> uint64_t { return value; });
        break;
      case PhysicalType::INT8:
        PushInts<int8_t>(codes, formats[i], nulls);
        break;
      case PhysicalType::INT16:
        PushInts<int16_t>(codes, formats[i], nulls);
        break;
      case PhysicalType::INT32:
        PushInts<int32_t>(codes, formats[i], nulls);
        break;
      case PhysicalType::INT64:
        PushInts<int64_t>(codes, formats[i], nulls);
        break;
      case PhysicalType::FLOAT:
        PushColumn<float>(codes, formats[i], nulls, 32, FloatCode<float, uint32_t>);
        break;
      default:
        PushColumn<double>(codes, formats[i], nulls, 64, FloatCode<double, uint64_t>);
        break;
    }
  }
  return true;
}

/// Stable, by the bits in which codes differ at all.
void RadixSort(std::vector<Code>& codes) {
  uint64_t high = 0, low = 0;
  for (const auto& code : codes) {
    high |= code.high ^ codes[0].high;
    low |= code.low ^ codes[0].low;
  }
  if (high == 0 && low == 0) return;
  constexpr int kDigit = 11;
  constexpr uint64_t kMask = (uint64_t{1} << kDigit) - 1;
  std::vector<Code> other(codes.size());
  std::array<uint32_t, kMask + 2> starts;
  const auto sort_by = [&](uint64_t Code::*word, uint64_t differing) {
    for (int shift = std::countr_zero(differing); shift < 64; shift += kDigit) {
      if ((differing >> shift & kMask) == 0) continue;
      starts.fill(0);
      for (const auto& code : codes) ++starts[(code.*word >> shift & kMask) + 1];
      std::partial_sum(starts.begin(), starts.end(), starts.begin());
      for (const auto& code : codes) other[starts[code.*word >> shift & kMask]++] = code;
      codes.swap(other);
    }
  };
  sort_by(&Code::low, low);
  sort_by(&Code::high, high);
}

bool SameCode(const Code& a, const Code& b) { return a.high == b.high && a.low == b.low; }

/// For keys that do not fit two words: whole codes of each row as bytes, the first sixteen of which are sorted by
/// radix.
class LongCodes {
 public:
  LongCodes(duckdb::DataChunk& chunk, std::span<const size_t> columns)
      : keys_(duckdb::LogicalType::BLOB, std::max<duckdb::idx_t>(chunk.size(), 1)) {
    duckdb::DataChunk picked;
    duckdb::vector<duckdb::LogicalType> types;
    for (const size_t column : columns) types.push_back(chunk.data[column].GetType());
    picked.InitializeEmpty(types);
    for (size_t i = 0; i < columns.size(); ++i) picked.data[i].Reference(chunk.data[columns[i]]);
    picked.SetCardinality(chunk.size());
    const duckdb::vector<duckdb::OrderModifiers> modifiers(
        columns.size(), duckdb::OrderModifiers(duckdb::OrderType::ASCENDING, duckdb::OrderByNullType::NULLS_FIRST));
    duckdb::CreateSortKeyHelpers::CreateSortKey(picked, modifiers, keys_);
    keys_.ToUnifiedFormat(chunk.size(), format_);
    data_ = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(format_);
  }

  void FirstSixteen(std::vector<Code>& codes) const {
    for (size_t row = 0; row < codes.size(); ++row) {
      char bytes[16] = {};
      const auto& key = Key(row);
      std::memcpy(bytes, key.GetData(), std::min<size_t>(key.GetSize(), sizeof bytes));
      codes[row].high = LoadBe<uint64_t>(bytes);
      codes[row].low = LoadBe<uint64_t>(bytes + 8);
    }
  }
  int Compare(uint32_t a, uint32_t b) const {
    const auto& x = Key(a);
    const auto& y = Key(b);
    const int order = std::memcmp(x.GetData(), y.GetData(), std::min(x.GetSize(), y.GetSize()));
    return order != 0 ? order : x.GetSize() < y.GetSize() ? -1 : x.GetSize() > y.GetSize();
  }

 private:
  const duckdb::string_t& Key(size_t row) const { return data_[format_.sel->get_index(row)]; }

  duckdb::Vector keys_;
  duckdb::UnifiedVectorFormat format_;
  const duckdb::string_t* data_;
};

}  // namespace

SortedRows SortRows(duckdb::DataChunk& chunk, std::span<const size_t> columns) {
  std::vector<Code> codes(chunk.size());
  for (size_t row = 0; row < codes.size(); ++row) codes[row].row = static_cast<uint32_t>(row);
  SortedRows sorted;
  sorted.rows.reserve(codes.size());
  sorted.equals_previous.assign(codes.size(), false);
  if (codes.empty()) return sorted;

  const bool whole = MakeWholeCodes(chunk, columns, codes);
  if (whole) {
    RadixSort(codes);
    for (size_t i = 1; i < codes.size(); ++i) sorted.equals_previous[i] = SameCode(codes[i - 1], codes[i]);
  } else {
    const LongCodes keys(chunk, columns);
    keys.FirstSixteen(codes);
    RadixSort(codes);
    for (size_t begin = 0, end = 0; begin < codes.size(); begin = end) {
      for (end = begin + 1; end < codes.size() && SameCode(codes[begin], codes[end]);) ++end;
      std::stable_sort(codes.begin() + begin, codes.begin() + end,
                       [&](const Code& a, const Code& b) { return keys.Compare(a.row, b.row) < 0; });
      for (size_t i = begin + 1; i < end; ++i)
        sorted.equals_previous[i] = keys.Compare(codes[i - 1].row, codes[i].row) == 0;
    }
  }
  for (const auto& code : codes) sorted.rows.push_back(code.row);
  return sorted;
}

}  // namespace tarn::columnar
