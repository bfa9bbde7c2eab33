#include "paimon/binary_row.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/error.h"

namespace tarn::paimon {
namespace {

constexpr int32_t kHeaderBits = 8;
constexpr size_t kInlineBytes = 7;
constexpr int32_t kCompactDecimalPrecision = 18;
constexpr size_t kWideDecimalBytes = 16;
constexpr int32_t kCompactTimestampPrecision = 3;
constexpr int32_t kMaxArity = 1 << 20;

size_t NullBytes(int32_t arity) { return static_cast<size_t>((arity + 63 + kHeaderBits) / 64) * 8; }

bool IsWideDecimal(const DataType& type) {
  return type.root == TypeRoot::Decimal && type.precision > kCompactDecimalPrecision;
}
bool IsWideTimestamp(const DataType& type) {
  return (type.root == TypeRoot::Timestamp || type.root == TypeRoot::TimestampLtz) &&
         type.precision > kCompactTimestampPrecision;
}

[[noreturn]] void Corrupt(const std::string& what) { throw Error(ErrorCode::Corruption, "a BinaryRow: " + what); }

[[noreturn]] void RefuseNested(const DataType& type) {
  throw Error(ErrorCode::Unsupported, "a value of type " + ToSql(type) + " in a key, partition or statistic");
}

}  // namespace

BinaryRowView BinaryRowView::FromSerialized(std::string_view bytes) {
  if (bytes.size() < 4) Corrupt("expected at least 4 bytes, found " + std::to_string(bytes.size()));
  return BinaryRowView(bytes.substr(4), LoadBe<int32_t>(bytes.data()));
}

BinaryRowView::BinaryRowView(std::string_view row, int32_t arity) : row_(row), arity_(arity) {
  if (arity < 0 || arity > kMaxArity) Corrupt("it states " + std::to_string(arity) + " fields");
  const size_t fixed = NullBytes(arity) + static_cast<size_t>(arity) * 8;
  if (row.size() < fixed)
    Corrupt("expected " + std::to_string(fixed) + " bytes for " + std::to_string(arity) + " fields, found " +
            std::to_string(row.size()));
}

bool BinaryRowView::IsNull(int32_t field) const {
  if (field < 0 || field >= arity_)
    Corrupt("field " + std::to_string(field) + " of a row of " + std::to_string(arity_));
  const int32_t bit = field + kHeaderBits;
  return (static_cast<uint8_t>(row_[static_cast<size_t>(bit / 8)]) >> (bit % 8) & 1) != 0;
}

std::string_view BinaryRowView::Slot(int32_t field) const {
  return row_.substr(NullBytes(arity_) + static_cast<size_t>(field) * 8, 8);
}

std::string_view BinaryRowView::Variable(int32_t field) const {
  const auto slot = LoadLe<uint64_t>(Slot(field).data());
  const uint64_t offset = slot >> 32, length = slot & 0xffffffff;
  if (offset > row_.size() || length > row_.size() - offset)
    Corrupt("field " + std::to_string(field) + " points to " + std::to_string(length) + " bytes at " +
            std::to_string(offset) + " of " + std::to_string(row_.size()));
  return row_.substr(offset, length);
}

std::string_view BinaryRowView::Text(int32_t field) const {
  const auto slot = Slot(field);
  const auto mark = static_cast<uint8_t>(slot[7]);
  if ((mark & 0x80) == 0) return Variable(field);
  const size_t length = mark & 0x7f;
  if (length > kInlineBytes)
    Corrupt("field " + std::to_string(field) + " has " + std::to_string(length) + " bytes inline");
  return slot.substr(0, length);
}

Value BinaryRowView::Get(int32_t field, const DataType& type) const {
  if (IsNull(field)) return {};
  const char* slot = Slot(field).data();
  switch (type.root) {
    case TypeRoot::Boolean:
      return *slot != 0;
    case TypeRoot::TinyInt:
      return static_cast<int64_t>(LoadLe<int8_t>(slot));
    case TypeRoot::SmallInt:
      return static_cast<int64_t>(LoadLe<int16_t>(slot));
    case TypeRoot::Int:
    case TypeRoot::Date:
    case TypeRoot::Time:
      return static_cast<int64_t>(LoadLe<int32_t>(slot));
    case TypeRoot::BigInt:
      return LoadLe<int64_t>(slot);
    case TypeRoot::Float:
      return LoadLe<float>(slot);
    case TypeRoot::Double:
      return LoadLe<double>(slot);
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      return std::string(Text(field));
    case TypeRoot::Decimal: {
      if (!IsWideDecimal(type)) return static_cast<int128_t>(LoadLe<int64_t>(slot));
      const auto bytes = Variable(field);
      if (bytes.empty() || bytes.size() > kWideDecimalBytes)
        Corrupt("a decimal of " + std::to_string(bytes.size()) + " bytes");
      uint128_t unscaled = static_cast<signed char>(bytes[0]) < 0 ? ~uint128_t{0} : 0;
      for (const char byte : bytes) unscaled = unscaled << 8 | static_cast<uint8_t>(byte);
      return static_cast<int128_t>(unscaled);
    }
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      if (!IsWideTimestamp(type)) return TimestampValue{LoadLe<int64_t>(slot), 0};
      const auto word = LoadLe<uint64_t>(slot);
      const uint64_t offset = word >> 32, nanos = word & 0xffffffff;
      if (offset > row_.size() || row_.size() - offset < 8 || nanos > 999'999)
        Corrupt("field " + std::to_string(field) + " holds no timestamp");
      return TimestampValue{LoadLe<int64_t>(row_.data() + offset), static_cast<int32_t>(nanos)};
    }
    default:
      RefuseNested(type);
  }
}

BinaryRowWriter::BinaryRowWriter(int32_t arity) : arity_(arity), null_bytes_(NullBytes(arity)) { Reset(); }

void BinaryRowWriter::Reset() { row_.assign(null_bytes_ + static_cast<size_t>(arity_) * 8, '\0'); }

char* BinaryRowWriter::Slot(int32_t field) { return row_.data() + null_bytes_ + static_cast<size_t>(field) * 8; }

template <typename T>
void BinaryRowWriter::SetFixed(int32_t field, T value) {
  StoreLe(Slot(field), value);
}

void BinaryRowWriter::AppendVariable(int32_t field, std::string_view bytes, size_t room) {
  const uint64_t offset = row_.size();
  StoreLe(Slot(field), offset << 32 | bytes.size());
  row_.append(bytes);
  row_.append(room - bytes.size(), '\0');
}

void BinaryRowWriter::SetNull(int32_t field, const DataType& type) {
  const int32_t bit = field + kHeaderBits;
  auto& byte = row_[static_cast<size_t>(bit / 8)];
  byte = static_cast<char>(static_cast<uint8_t>(byte) | 1u << (bit % 8));
  // A null keeps the room that the value would have, or equal rows would differ in their bytes.
  if (IsWideDecimal(type)) AppendVariable(field, {}, kWideDecimalBytes);
  if (IsWideTimestamp(type)) AppendVariable(field, {}, 8);
}

void BinaryRowWriter::SetBytes(int32_t field, std::string_view value) {
  if (value.size() > kInlineBytes) {
    AppendVariable(field, value, (value.size() + 7) / 8 * 8);
    return;
  }
  char* slot = Slot(field);
  std::copy(value.begin(), value.end(), slot);
  slot[7] = static_cast<char>(0x80 | value.size());
}

void BinaryRowWriter::SetDecimal(int32_t field, int128_t unscaled, int32_t precision) {
  if (precision <= kCompactDecimalPrecision) {
    SetFixed(field, static_cast<int64_t>(unscaled));
    return;
  }
  // Java's BigInteger.toByteArray: big-endian, the fewest bytes that keep the sign.
  char bytes[kWideDecimalBytes];
  for (size_t i = 0; i < kWideDecimalBytes; ++i)
    bytes[kWideDecimalBytes - 1 - i] =
        static_cast<char>(static_cast<uint8_t>(static_cast<uint128_t>(unscaled) >> (8 * i)));
  size_t first = 0;
  const char fill = unscaled < 0 ? '\xff' : '\0';
  while (first + 1 < kWideDecimalBytes && bytes[first] == fill && ((bytes[first + 1] ^ fill) & 0x80) == 0) ++first;
  AppendVariable(field, {bytes + first, kWideDecimalBytes - first}, kWideDecimalBytes);
}

void BinaryRowWriter::SetTimestamp(int32_t field, int64_t millis, int32_t nano_of_milli, int32_t precision) {
  if (precision <= kCompactTimestampPrecision) {
    SetFixed(field, millis);
    return;
  }
  const uint64_t offset = row_.size();
  StoreLe(Slot(field), offset << 32 | static_cast<uint32_t>(nano_of_milli));
  AppendLe(row_, millis);
}

void BinaryRowWriter::Set(int32_t field, const DataType& type, const Value& value) {
  if (tarn::paimon::IsNull(value)) return SetNull(field, type);
  switch (type.root) {
    case TypeRoot::Boolean:
      return SetBoolean(field, std::get<bool>(value));
    case TypeRoot::TinyInt:
      return SetTinyInt(field, static_cast<int8_t>(std::get<int64_t>(value)));
    case TypeRoot::SmallInt:
      return SetSmallInt(field, static_cast<int16_t>(std::get<int64_t>(value)));
    case TypeRoot::Int:
    case TypeRoot::Date:
    case TypeRoot::Time:
      return SetInt(field, static_cast<int32_t>(std::get<int64_t>(value)));
    case TypeRoot::BigInt:
      return SetBigInt(field, std::get<int64_t>(value));
    case TypeRoot::Float:
      return SetFloat(field, std::get<float>(value));
    case TypeRoot::Double:
      return SetDouble(field, std::get<double>(value));
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      return SetBytes(field, std::get<std::string>(value));
    case TypeRoot::Decimal:
      return SetDecimal(field, std::get<int128_t>(value), type.precision);
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz: {
      const auto& timestamp = std::get<TimestampValue>(value);
      return SetTimestamp(field, timestamp.millis, timestamp.nano_of_milli, type.precision);
    }
    default:
      RefuseNested(type);
  }
}

std::string BinaryRowWriter::Serialized() const {
  std::string bytes;
  bytes.reserve(4 + row_.size());
  AppendBe(bytes, arity_);
  return bytes += row_;
}

const std::string& EmptySerializedRow() {
  static const std::string kEmpty = BinaryRowWriter(0).Serialized();
  return kEmpty;
}

std::string SerializeRow(const std::vector<DataType>& types, const std::vector<Value>& values) {
  BinaryRowWriter writer(static_cast<int32_t>(types.size()));
  for (size_t i = 0; i < types.size(); ++i) writer.Set(static_cast<int32_t>(i), types[i], values.at(i));
  return writer.Serialized();
}

std::vector<Value> DeserializeRow(std::string_view serialized, const std::vector<DataType>& types) {
  const auto row = BinaryRowView::FromSerialized(serialized);
  if (row.arity() != static_cast<int32_t>(types.size()))
    Corrupt("expected " + std::to_string(types.size()) + " fields, found " + std::to_string(row.arity()));
  std::vector<Value> values;
  values.reserve(types.size());
  for (size_t i = 0; i < types.size(); ++i) values.push_back(row.Get(static_cast<int32_t>(i), types[i]));
  return values;
}

std::vector<Value> DeserializeRow(std::string_view serialized, const std::vector<DataField>& fields) {
  std::vector<DataType> types;
  types.reserve(fields.size());
  for (const auto& field : fields) types.push_back(field.type);
  return DeserializeRow(serialized, types);
}

}  // namespace tarn::paimon
