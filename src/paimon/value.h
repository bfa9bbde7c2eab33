// One scalar as metadata holds it: partition values, keys and column statistics. Not for rows of data.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>

#include "base/int128.h"
#include "paimon/data_type.h"

namespace tarn::paimon {

/// TIMESTAMP and TIMESTAMP_LTZ.
struct TimestampValue {
  int64_t millis = 0;         // since 1970
  int32_t nano_of_milli = 0;  // 0..999999

  auto operator<=>(const TimestampValue&) const = default;
};

/// What stands for which type: monostate = NULL; bool = BOOLEAN; int64_t = TINYINT .. BIGINT, DATE (days), TIME
/// (milliseconds); float, double; int128_t = DECIMAL (unscaled, at the type's scale); string = characters and bytes.
using Value = std::variant<std::monostate, bool, int64_t, float, double, int128_t, std::string, TimestampValue>;

inline bool IsNull(const Value& value) { return value.index() == 0; }

/// Both of the same type and not NULL. Strings by unsigned bytes, NaN above all numbers, as Paimon sorts keys.
std::strong_ordering Compare(const Value& a, const Value& b);

enum class TextStyle {
  Cast,   // CAST(x AS STRING): dates "2024-01-01", times with blanks
  Legacy  // Java's toString of the stored value: dates as days, "2024-01-01T10:00"
};
/// "null" for NULL. TIMESTAMP_LTZ is shown in UTC. Throws Unsupported for nested types.
std::string ToText(const Value& value, const DataType& type, TextStyle style);

}  // namespace tarn::paimon
