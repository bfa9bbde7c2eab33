#include "function/type_rules.h"

#include <algorithm>

namespace tarn::function {
namespace {

constexpr int32_t kMaxPrecision = 38;
constexpr int32_t kMinDivisionScale = 6;

DataType Make(TypeRoot root, int32_t length, int32_t precision, int32_t scale) {
  DataType type;
  type.root = root;
  type.nullable = false;
  type.length = length;
  type.precision = precision;
  type.scale = scale;
  return type;
}

// More than 38 digits: digits before the point win, but six of the fraction stay.
DataType CappedDecimal(int32_t precision, int32_t scale) {
  if (precision <= kMaxPrecision) return DecimalType(precision, scale);
  const int32_t integer = precision - scale;
  const int32_t kept = std::max(kMaxPrecision - integer, std::min(scale, kMinDivisionScale));
  return DecimalType(kMaxPrecision, kept);
}

int IntegerRank(TypeRoot root) {
  switch (root) {
    case TypeRoot::TinyInt:
      return 1;
    case TypeRoot::SmallInt:
      return 2;
    case TypeRoot::Int:
      return 3;
    case TypeRoot::BigInt:
      return 4;
    default:
      return 0;
  }
}

std::optional<DataType> CommonOfTwo(const DataType& a, const DataType& b, Mixing mixing) {
  if (a.root == TypeRoot::Null) return b;
  if (b.root == TypeRoot::Null) return a;
  if (IsCharacter(a) && IsCharacter(b)) {
    if (a.root == TypeRoot::Char && b.root == TypeRoot::Char && a.length == b.length) return a;
    return VarCharType(std::max(a.length, b.length));
  }
  if (IsBinary(a) && IsBinary(b)) {
    if (a.root == TypeRoot::Binary && b.root == TypeRoot::Binary && a.length == b.length) return a;
    return Make(TypeRoot::VarBinary, std::max(a.length, b.length), 0, 0);
  }
  if (IsNumeric(a) && IsNumeric(b)) {
    if (IsApproximate(a) && IsApproximate(b)) {
      if (a.root == b.root || mixing == Mixing::Leftmost) return a;
      return Simple(TypeRoot::Double);
    }
    if (IsApproximate(a) || IsApproximate(b)) {
      const DataType& approximate = IsApproximate(a) ? a : b;
      const DataType& exact = IsApproximate(a) ? b : a;
      return exact.root == TypeRoot::Decimal ? Simple(TypeRoot::Double) : approximate;
    }
    if (IsInteger(a) && IsInteger(b)) return IntegerRank(a.root) >= IntegerRank(b.root) ? a : b;
    const DataType x = AsDecimal(a), y = AsDecimal(b);
    // Of more than 38 digits those of the fraction go.
    const int32_t integer = std::max(x.precision - x.scale, y.precision - y.scale);
    const int32_t scale = std::min(std::max(x.scale, y.scale), kMaxPrecision - integer);
    return DecimalType(integer + scale, scale);
  }
  if (IsTimestamp(a) && IsTimestamp(b) && a.root != b.root) {
    return TimestampLtzType(std::max(a.precision, b.precision));
  }
  if (a.root != b.root) return std::nullopt;
  DataType result = a;
  switch (a.root) {
    case TypeRoot::Time:
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      result.precision = std::max(a.precision, b.precision);
      return result;
    case TypeRoot::Array:
    case TypeRoot::Map:
    case TypeRoot::Multiset:
      for (size_t i = 0; i < a.children.size(); i++) {
        auto child = CommonType({a.children[i], b.children[i]}, mixing);
        if (!child) return std::nullopt;
        result.children[i] = *child;
      }
      return result;
    case TypeRoot::Row:
      if (a.fields.size() != b.fields.size()) return std::nullopt;
      for (size_t i = 0; i < a.fields.size(); i++) {
        auto field = CommonType({a.fields[i].type, b.fields[i].type}, mixing);
        if (!field) return std::nullopt;
        result.fields[i].type = *field;
      }
      return result;
    default:
      return SameType(a, b) ? std::optional(result) : std::nullopt;
  }
}

}  // namespace

DataType Simple(TypeRoot root) { return Make(root, 0, 0, 0); }
DataType CharType(int32_t length) { return Make(TypeRoot::Char, length, 0, 0); }
DataType VarCharType(int32_t length) { return Make(TypeRoot::VarChar, length, 0, 0); }
DataType StringType() { return VarCharType(DataType::kMaxLength); }
DataType BytesType() { return Make(TypeRoot::VarBinary, DataType::kMaxLength, 0, 0); }
DataType DecimalType(int32_t precision, int32_t scale) { return Make(TypeRoot::Decimal, 0, precision, scale); }
DataType TimestampType(int32_t precision) { return Make(TypeRoot::Timestamp, 0, precision, 0); }
DataType TimestampLtzType(int32_t precision) { return Make(TypeRoot::TimestampLtz, 0, precision, 0); }

DataType ArrayType(DataType element) {
  DataType type = Simple(TypeRoot::Array);
  type.children.push_back(std::move(element));
  return type;
}

DataType MapType(DataType key, DataType value) {
  DataType type = Simple(TypeRoot::Map);
  type.children = {std::move(key), std::move(value)};
  return type;
}

// clang-tidy does not see the moves out of a structured binding.
DataType RowType(std::vector<std::pair<std::string, DataType>> fields) {  // NOLINT(performance-unnecessary-value-param)
  DataType type = Simple(TypeRoot::Row);
  for (auto& [name, field] : fields) {
    type.fields.push_back({static_cast<int32_t>(type.fields.size()), std::move(name), std::move(field), {}, {}});
  }
  return type;
}

DataType WithNull(DataType type, bool nullable) {
  type.nullable = nullable;
  return type;
}

bool IsInteger(const DataType& type) { return IntegerRank(type.root) > 0; }
bool IsApproximate(const DataType& type) { return type.root == TypeRoot::Float || type.root == TypeRoot::Double; }
bool IsNumeric(const DataType& type) {
  return IsInteger(type) || IsApproximate(type) || type.root == TypeRoot::Decimal;
}
bool IsCharacter(const DataType& type) { return type.root == TypeRoot::Char || type.root == TypeRoot::VarChar; }
bool IsBinary(const DataType& type) { return type.root == TypeRoot::Binary || type.root == TypeRoot::VarBinary; }
bool IsTimestamp(const DataType& type) {
  return type.root == TypeRoot::Timestamp || type.root == TypeRoot::TimestampLtz;
}
bool IsDateTime(const DataType& type) {
  return type.root == TypeRoot::Date || type.root == TypeRoot::Time || IsTimestamp(type);
}
bool IsInterval(const DataType& type) {
  return type.root == TypeRoot::IntervalMonth || type.root == TypeRoot::IntervalSecond;
}
bool IsNested(const DataType& type) {
  return type.root == TypeRoot::Array || type.root == TypeRoot::Map || type.root == TypeRoot::Multiset ||
         type.root == TypeRoot::Row;
}

bool SameType(const DataType& a, const DataType& b) { return WithNull(a, true) == WithNull(b, true); }

bool SameForm(const DataType& a, const DataType& b) {
  if (a.root != b.root || a.length != b.length || a.precision != b.precision || a.scale != b.scale ||
      a.children.size() != b.children.size() || a.fields.size() != b.fields.size()) {
    return false;
  }
  for (size_t i = 0; i < a.children.size(); i++) {
    if (!SameForm(a.children[i], b.children[i])) return false;
  }
  for (size_t i = 0; i < a.fields.size(); i++) {
    if (!SameForm(a.fields[i].type, b.fields[i].type)) return false;
  }
  return true;
}

DataType AsDecimal(const DataType& type) {
  static constexpr int32_t kDigits[] = {0, 3, 5, 10, 19};
  if (!IsInteger(type)) return type;
  return WithNull(DecimalType(kDigits[IntegerRank(type.root)], 0), type.nullable);
}

std::optional<DataType> CommonType(const std::vector<DataType>& types, Mixing mixing) {
  if (types.empty()) return std::nullopt;
  bool nullable = false;
  DataType common = types[0];
  for (const auto& type : types) nullable = nullable || type.nullable || type.root == TypeRoot::Null;
  for (size_t i = 1; i < types.size(); i++) {
    auto next = CommonOfTwo(common, types[i], mixing);
    if (!next) return std::nullopt;
    common = *next;
  }
  return WithNull(common, nullable);
}

std::optional<DataType> ArithmeticType(Arithmetic op, const DataType& left, const DataType& right) {
  if (!IsNumeric(left) || !IsNumeric(right)) return std::nullopt;
  const bool nullable = left.nullable || right.nullable;
  if (op == Arithmetic::Modulo && IsInteger(left) && IsInteger(right)) return WithNull(right, nullable);
  const bool decimal = left.root == TypeRoot::Decimal || right.root == TypeRoot::Decimal;
  if (!decimal || IsApproximate(left) || IsApproximate(right)) {
    return WithNull(*CommonOfTwo(left, right, Mixing::Leftmost), nullable);
  }
  const DataType a = AsDecimal(left), b = AsDecimal(right);
  const int32_t p1 = a.precision, s1 = a.scale, p2 = b.precision, s2 = b.scale;
  int32_t scale = std::max(s1, s2), precision = 0;
  switch (op) {
    case Arithmetic::Add:
    case Arithmetic::Subtract:
      precision = std::max(p1 - s1, p2 - s2) + scale + 1;
      break;
    case Arithmetic::Multiply:
      scale = s1 + s2;
      precision = p1 + p2 + 1;
      break;
    case Arithmetic::Divide:
      scale = std::max(kMinDivisionScale, s1 + p2 + 1);
      precision = p1 - s1 + s2 + scale;
      break;
    case Arithmetic::Modulo:
      precision = std::min(p1 - s1, p2 - s2) + scale;
      break;
  }
  return WithNull(CappedDecimal(precision, scale), nullable);
}

bool CanCast(const DataType& from, const DataType& to) {
  const auto simple = [](const DataType& t) { return t.root == TypeRoot::Boolean || IsNumeric(t); };
  if (from.root == TypeRoot::Null || SameForm(from, to)) return true;
  if (simple(from) && simple(to)) return true;
  if (IsCharacter(to)) return from.root != TypeRoot::Blob;
  if (IsCharacter(from)) return simple(to) || IsDateTime(to) || IsBinary(to);
  if (IsBinary(from) && IsBinary(to)) return true;
  switch (from.root) {
    case TypeRoot::Date:
      return IsTimestamp(to) || to.root == TypeRoot::Date;
    case TypeRoot::Time:
      return IsTimestamp(to) || to.root == TypeRoot::Time;
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return IsDateTime(to);
    case TypeRoot::Int:
    case TypeRoot::BigInt:
      return IsInterval(to);
    case TypeRoot::IntervalMonth:
    case TypeRoot::IntervalSecond:
      return from.root == to.root;
    case TypeRoot::Array:
    case TypeRoot::Map:
    case TypeRoot::Multiset:
      if (from.root != to.root) return false;
      for (size_t i = 0; i < from.children.size(); i++) {
        if (!CanCast(from.children[i], to.children[i])) return false;
      }
      return true;
    case TypeRoot::Row:
      if (from.root != to.root || from.fields.size() != to.fields.size()) return false;
      for (size_t i = 0; i < from.fields.size(); i++) {
        if (!CanCast(from.fields[i].type, to.fields[i].type)) return false;
      }
      return true;
    default:
      return false;
  }
}

bool CanCastImplicitly(const DataType& from, const DataType& to) {
  if (from.root == TypeRoot::Null || SameForm(from, to)) return true;
  if (IsNumeric(from) && IsNumeric(to)) {
    if (IsInteger(from) && IsInteger(to)) return IntegerRank(from.root) <= IntegerRank(to.root);
    if (IsApproximate(to)) return to.root == TypeRoot::Double || from.root != TypeRoot::Double;
    return to.root == TypeRoot::Decimal && !IsApproximate(from);
  }
  if (IsCharacter(from) && IsCharacter(to)) return to.root == TypeRoot::VarChar || from.root == TypeRoot::Char;
  if (IsBinary(from) && IsBinary(to)) return to.root == TypeRoot::VarBinary || from.root == TypeRoot::Binary;
  if (IsTimestamp(from) && (IsTimestamp(to) || to.root == TypeRoot::Date || to.root == TypeRoot::Time)) return true;
  if (from.root == TypeRoot::Date && IsTimestamp(to)) return true;
  if (from.root == TypeRoot::Time && (to.root == TypeRoot::Time || IsTimestamp(to))) return true;
  if (from.root != to.root) return false;
  for (size_t i = 0; i < from.children.size(); i++) {
    if (!CanCastImplicitly(from.children[i], to.children[i])) return false;
  }
  if (from.fields.size() != to.fields.size()) return false;
  for (size_t i = 0; i < from.fields.size(); i++) {
    if (!CanCastImplicitly(from.fields[i].type, to.fields[i].type)) return false;
  }
  return IsNested(from);
}

std::string MessageName(const DataType& type) {
  const DataType bare = WithNull(type, true);
  switch (type.root) {
    case TypeRoot::Int:
      return "INTEGER";
    default:
      return paimon::ToSql(bare);
  }
}

}  // namespace tarn::function
