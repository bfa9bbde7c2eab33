#include "columnar/binary_row_encoder.h"

#include <bit>
#include <duckdb/common/types/hugeint.hpp>

#include "base/bytes.h"
#include "base/civil_time.h"
#include "base/error.h"

namespace tarn::columnar {
namespace {

using duckdb::PhysicalType;
using paimon::TypeRoot;

constexpr int kCompactTimestamp = 3;  // the highest precision that fits the slot
constexpr int kCompactDecimal = 18;

uint32_t Mix(uint32_t hash, uint32_t word) {
  word *= 0xcc9e2d51;
  word = std::rotl(word, 15) * 0x1b873593;
  return std::rotl(hash ^ word, 13) * 5 + 0xe6546b64;
}

int32_t Finish(uint32_t hash, size_t bytes) {
  hash ^= static_cast<uint32_t>(bytes);
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return static_cast<int32_t>(hash ^ (hash >> 16));
}

constexpr uint32_t kSeed = 42;

bool IsText(TypeRoot root) {
  return root == TypeRoot::Char || root == TypeRoot::VarChar || root == TypeRoot::Binary || root == TypeRoot::VarBinary;
}
bool IsTimestamp(TypeRoot root) { return root == TypeRoot::Timestamp || root == TypeRoot::TimestampLtz; }

/// Bits of the value; T may differ from the vector's type in signedness.
template <typename T>
T At(const duckdb::UnifiedVectorFormat& format, duckdb::idx_t at) {
  return reinterpret_cast<const T*>(format.data)[at];
}

/// What a fixed-width type puts into its slot; upper bytes stay zero, as hashes depend on it.
uint64_t Slot(const paimon::DataType& type, PhysicalType physical, const duckdb::UnifiedVectorFormat& format,
              duckdb::idx_t at) {
  switch (type.root) {
    case TypeRoot::Boolean:
      return At<bool>(format, at) ? 1 : 0;
    case TypeRoot::TinyInt:
      return static_cast<uint8_t>(At<int8_t>(format, at));
    case TypeRoot::SmallInt:
      return static_cast<uint16_t>(At<int16_t>(format, at));
    case TypeRoot::Int:
    case TypeRoot::Date:
    case TypeRoot::Float:
      return At<uint32_t>(format, at);
    case TypeRoot::Time:
      return static_cast<uint32_t>(At<int64_t>(format, at) / 1000);  // micro- to milliseconds
    case TypeRoot::BigInt:
    case TypeRoot::Double:
      return At<uint64_t>(format, at);
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return static_cast<uint64_t>(FloorDiv(At<int64_t>(format, at), 1000));
    case TypeRoot::Decimal:
      switch (physical) {
        case PhysicalType::INT16:
          return static_cast<uint64_t>(int64_t{At<int16_t>(format, at)});
        case PhysicalType::INT32:
          return static_cast<uint64_t>(int64_t{At<int32_t>(format, at)});
        default:
          return At<uint64_t>(format, at);
      }
    default:
      throw Error(ErrorCode::Unsupported, "a column of type " + paimon::ToSql(type) + " cannot be part of a key");
  }
}

/// Big-endian two's complement in as few bytes as it takes, as Java's BigInteger has it.
std::string MinimalBytes(duckdb::hugeint_t value) {
  std::string bytes;
  AppendBe(bytes, value.upper);
  AppendBe(bytes, value.lower);
  const char sign = value.upper < 0 ? '\xff' : '\0';
  size_t skip = 0;
  while (skip < 15 && bytes[skip] == sign && ((bytes[skip + 1] ^ sign) & 0x80) == 0) ++skip;
  return bytes.substr(skip);
}

}  // namespace

BinaryRowEncoder::BinaryRowEncoder(std::vector<Column> columns)
    : columns_(std::move(columns)), null_bytes_((columns_.size() + 63 + 8) / 64 * 8) {
  for (const auto& column : columns_)
    if (!column.type.children.empty() || !column.type.fields.empty())
      throw Error(ErrorCode::Unsupported,
                  "a column of type " + paimon::ToSql(column.type) + " cannot be part of a key");
}

void BinaryRowEncoder::Bind(duckdb::DataChunk& chunk) {
  formats_.resize(columns_.size());
  physical_.resize(columns_.size());
  count_ = chunk.size();
  for (size_t i = 0; i < columns_.size(); ++i) {
    auto& vector = chunk.data[columns_[i].index];
    vector.ToUnifiedFormat(chunk.size(), formats_[i]);
    physical_[i] = vector.GetType().InternalType();
  }
}

std::string_view BinaryRowEncoder::Encode(duckdb::idx_t row) {
  const size_t fixed = null_bytes_ + 8 * columns_.size();
  row_.assign(fixed, '\0');
  const auto set_slot = [&](size_t i, uint64_t value) { StoreLe(row_.data() + null_bytes_ + 8 * i, value); };
  const auto add_bytes = [&](size_t i, std::string_view bytes, size_t reserved) {
    set_slot(i, (static_cast<uint64_t>(row_.size()) << 32) | bytes.size());
    row_.append(bytes);
    row_.append(reserved - bytes.size(), '\0');
  };
  for (size_t i = 0; i < columns_.size(); ++i) {
    const auto& type = columns_[i].type;
    const auto at = formats_[i].sel->get_index(row);
    const bool null = !formats_[i].validity.RowIsValid(at);
    if (null) row_[(i + 8) / 8] |= static_cast<char>(1 << (i % 8));
    if (IsText(type.root)) {
      if (null) continue;
      const auto text = At<duckdb::string_t>(formats_[i], at);
      const std::string_view bytes(text.GetData(), text.GetSize());
      if (bytes.size() <= 7) {
        char slot[8] = {};
        std::memcpy(slot, bytes.data(), bytes.size());
        slot[7] = static_cast<char>(0x80 | bytes.size());
        set_slot(i, LoadLe<uint64_t>(slot));
      } else {
        add_bytes(i, bytes, (bytes.size() + 7) / 8 * 8);
      }
    } else if (type.root == TypeRoot::Decimal && type.precision > kCompactDecimal) {
      add_bytes(i, null ? "" : MinimalBytes(At<duckdb::hugeint_t>(formats_[i], at)), 16);  // a null keeps its place
    } else if (IsTimestamp(type.root) && type.precision > kCompactTimestamp) {
      int64_t millis = 0, nanos = 0;
      if (!null) {
        const int64_t value = At<int64_t>(formats_[i], at);
        const int64_t per_milli = type.precision > 6 ? 1'000'000 : 1'000;
        millis = FloorDiv(value, per_milli);
        nanos = FloorMod(value, per_milli) * (1'000'000 / per_milli);
      }
      set_slot(i, (static_cast<uint64_t>(row_.size()) << 32) | static_cast<uint64_t>(nanos));
      AppendLe(row_, millis);
    } else if (!null) {
      set_slot(i, Slot(type, physical_[i], formats_[i], at));
    }
  }
  return row_;
}

std::string BinaryRowEncoder::Serialized(duckdb::idx_t row) {
  std::string bytes;
  AppendBe(bytes, static_cast<int32_t>(columns_.size()));
  return bytes.append(Encode(row));
}

bool BinaryRowEncoder::FixedWidth() const {
  for (const auto& [type, index] : columns_)
    if (IsText(type.root) || (type.root == TypeRoot::Decimal && type.precision > kCompactDecimal) ||
        (IsTimestamp(type.root) && type.precision > kCompactTimestamp))
      return false;
  return columns_.size() <= 56;  // one word of null bits
}

void BinaryRowEncoder::Hash(std::span<int32_t> hashes) {
  if (!FixedWidth()) {
    for (duckdb::idx_t row = 0; row < count_; ++row) hashes[row] = HashBinaryRow(Encode(row));
    return;
  }
  // The same words column by column: the null bits first, then each slot.
  std::vector<uint32_t> state(count_);
  for (duckdb::idx_t row = 0; row < count_; ++row) {
    uint64_t nulls = 0;
    for (size_t i = 0; i < columns_.size(); ++i)
      nulls |= uint64_t{!formats_[i].validity.RowIsValid(formats_[i].sel->get_index(row))} << (i + 8);
    state[row] = Mix(Mix(kSeed, static_cast<uint32_t>(nulls)), static_cast<uint32_t>(nulls >> 32));
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    for (duckdb::idx_t row = 0; row < count_; ++row) {
      const auto at = formats_[i].sel->get_index(row);
      const uint64_t slot =
          formats_[i].validity.RowIsValid(at) ? Slot(columns_[i].type, physical_[i], formats_[i], at) : 0;
      state[row] = Mix(Mix(state[row], static_cast<uint32_t>(slot)), static_cast<uint32_t>(slot >> 32));
    }
  }
  for (duckdb::idx_t row = 0; row < count_; ++row) hashes[row] = Finish(state[row], null_bytes_ + 8 * columns_.size());
}

int32_t HashBinaryRow(std::string_view row) {
  uint32_t hash = kSeed;
  for (size_t at = 0; at + 4 <= row.size(); at += 4) hash = Mix(hash, LoadLe<uint32_t>(row.data() + at));
  return Finish(hash, row.size());
}

}  // namespace tarn::columnar
