#include "connector/formats/java_text.h"

#include <algorithm>

#include "base/civil_time.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

using paimon::DataType;
using paimon::TypeRoot;

CivilTime TimeOf(const duckdb::Value& value, const DataType& type) {
  const auto count = value.GetValueUnsafe<int64_t>();
  if (type.precision > 6)
    return CivilFromSeconds(FloorDiv(count, 1'000'000'000), static_cast<int>(FloorMod(count, 1'000'000'000)));
  return CivilFromMicros(count);
}

// Instant.toString: always with seconds, 3, 6 or 9 digits behind them where there are any.
std::string InstantText(const CivilTime& time) {
  const int precision = time.nano == 0 ? 0 : time.nano % 1'000'000 == 0 ? 3 : time.nano % 1000 == 0 ? 6 : 9;
  return FormatTimestamp(time, precision, 'T') + "Z";
}

// LocalTime.toString: seconds only where there are any.
std::string LocalTimeText(int64_t micros_of_day) {
  auto text = FormatIsoLocal(CivilFromMicros(micros_of_day));
  return text.substr(text.find('T') + 1);
}

}  // namespace

std::string BigDecimalText(std::string plain) {
  const bool negative = plain.starts_with('-');
  const auto point = plain.find('.');
  if (point == std::string::npos) return plain;
  const auto whole = plain.substr(negative ? 1 : 0, point - (negative ? 1 : 0));
  if (!std::all_of(whole.begin(), whole.end(), [](char c) { return c == '0'; })) return plain;
  const auto digits = plain.substr(point + 1);
  const auto first = digits.find_first_not_of('0');
  const auto scale = digits.size();
  const auto significant = first == std::string::npos ? std::string("0") : digits.substr(first);
  // As BigDecimal does: scientific where the exponent of the first digit is below -6.
  const auto exponent = -static_cast<int64_t>(scale) + static_cast<int64_t>(significant.size()) - 1;
  if (exponent >= -6) return plain;
  std::string text = negative ? "-" : "";
  text += significant[0];
  if (significant.size() > 1) text += "." + significant.substr(1);
  return text + "E" + std::to_string(exponent);
}

void WriteJavaText(const duckdb::Value& value, const DataType& type, std::string& out) {
  static const DataType kCount{TypeRoot::Int, true, 0, 0, 0, {}, {}};
  if (value.IsNull()) {
    out += "null";
    return;
  }
  bool first = true;
  const auto separate = [&] {
    if (!first) out += ", ";
    first = false;
  };
  switch (type.root) {
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      out += '[';
      for (const char c : duckdb::StringValue::Get(value)) {
        separate();
        out += std::to_string(static_cast<int>(static_cast<signed char>(c)));
      }
      out += ']';
      return;
    case TypeRoot::Decimal:
      out += BigDecimalText(value.ToString());
      return;
    case TypeRoot::Time:
      out += LocalTimeText(value.GetValueUnsafe<int64_t>());
      return;
    case TypeRoot::Timestamp:
      out += FormatIsoLocal(TimeOf(value, type));
      return;
    case TypeRoot::TimestampLtz:
      out += InstantText(TimeOf(value, type));
      return;
    case TypeRoot::Array:
    case TypeRoot::Vector:
      out += '[';
      for (const auto& child : duckdb::ListValue::GetChildren(value)) {
        separate();
        WriteJavaText(child, type.children[0], out);
      }
      out += ']';
      return;
    case TypeRoot::Row: {
      out += "+I[";
      const auto& children = duckdb::StructValue::GetChildren(value);
      for (size_t i = 0; i < children.size(); i++) {
        separate();
        WriteJavaText(children[i], type.fields[i].type, out);
      }
      out += ']';
      return;
    }
    case TypeRoot::Map:
    case TypeRoot::Multiset:
      out += '{';
      for (const auto& entry : duckdb::ListValue::GetChildren(value)) {
        const auto& pair = duckdb::StructValue::GetChildren(entry);
        separate();
        WriteJavaText(pair[0], type.children[0], out);
        out += '=';
        WriteJavaText(pair[1], type.root == TypeRoot::Map ? type.children[1] : kCount, out);
      }
      out += '}';
      return;
    default:
      WriteValue(value, type, TimestampStyle::Iso8601, out);
  }
}

}  // namespace tarn::connector
