#include "table/merge/key_columns.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <duckdb/common/types/hugeint.hpp>

#include "base/error.h"

namespace tarn::table {
namespace {

using duckdb::PhysicalType;

constexpr uint64_t kSign = uint64_t{1} << 63;

uint64_t IntegerWord(int64_t value) { return static_cast<uint64_t>(value) ^ kSign; }

/// As Java compares: -0.0 below 0.0, NaN above everything.
uint64_t DoubleWord(double value) {
  if (std::isnan(value)) return ~uint64_t{0};
  const auto bits = std::bit_cast<uint64_t>(value);
  return bits & kSign ? ~bits : bits | kSign;
}

template <class T, class ToWord>
void Words(const duckdb::UnifiedVectorFormat& format, size_t count, std::vector<uint64_t>& words, ToWord to_word) {
  const T* data = duckdb::UnifiedVectorFormat::GetDataUnsafe<T>(format);
  words.resize(count);
  if (!format.sel->IsSet()) {
    for (size_t i = 0; i < count; i++) words[i] = to_word(data[i]);
  } else {
    for (size_t i = 0; i < count; i++) words[i] = to_word(data[format.sel->get_index(i)]);
  }
}

void AddParts(duckdb::Vector& vector, size_t count, std::vector<KeyPart>& parts) {
  duckdb::UnifiedVectorFormat format;
  vector.ToUnifiedFormat(count, format);
  if (!format.validity.AllValid()) {
    for (size_t i = 0; i < count; i++) {
      if (format.validity.RowIsValid(format.sel->get_index(i))) continue;
      throw Error(ErrorCode::Corruption, "a row without a primary key lies in a sorted run");
    }
  }
  KeyPart part;
  const auto integer = [](auto value) { return IntegerWord(static_cast<int64_t>(value)); };
  switch (vector.GetType().InternalType()) {
    case PhysicalType::BOOL:
    case PhysicalType::INT8:
      Words<int8_t>(format, count, part.words, integer);
      break;
    case PhysicalType::INT16:
      Words<int16_t>(format, count, part.words, integer);
      break;
    case PhysicalType::INT32:
      Words<int32_t>(format, count, part.words, integer);
      break;
    case PhysicalType::INT64:
      Words<int64_t>(format, count, part.words, integer);
      break;
    case PhysicalType::FLOAT:
      Words<float>(format, count, part.words, [](float value) { return DoubleWord(value); });
      break;
    case PhysicalType::DOUBLE:
      Words<double>(format, count, part.words, DoubleWord);
      break;
    case PhysicalType::INT128:
      Words<duckdb::hugeint_t>(format, count, part.words,
                               [](const duckdb::hugeint_t& value) { return IntegerWord(value.upper); });
      parts.push_back(std::move(part));
      part = KeyPart();
      Words<duckdb::hugeint_t>(format, count, part.words, [](const duckdb::hugeint_t& value) { return value.lower; });
      break;
    case PhysicalType::VARCHAR:
      part.is_text = true;
      part.text = std::move(format);
      break;
    default:
      throw Error(ErrorCode::Unsupported, "a primary key of type " + vector.GetType().ToString() + " cannot be merged");
  }
  parts.push_back(std::move(part));
}

}  // namespace

ChunkKeys KeysOf(duckdb::DataChunk& chunk, size_t key_count) {
  ChunkKeys keys;
  for (size_t i = 0; i < key_count; i++) AddParts(chunk.data[i], chunk.size(), keys.parts);
  return keys;
}

int CompareKeys(const ChunkKeys& a, size_t row_a, const ChunkKeys& b, size_t row_b) {
  for (size_t i = 0; i < a.parts.size(); i++) {
    const KeyPart& x = a.parts[i];
    const KeyPart& y = b.parts[i];
    if (!x.is_text) {
      if (x.words[row_a] != y.words[row_b]) return x.words[row_a] < y.words[row_b] ? -1 : 1;
      continue;
    }
    // string_view compares char by char as unsigned bytes.
    const int order = x.Text(row_a).compare(y.Text(row_b));
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace tarn::table
