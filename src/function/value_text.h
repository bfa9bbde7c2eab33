// Values as Flink's CAST(.. AS STRING) writes them, and the numbers of Java's toString.
#pragma once

#include <duckdb/common/types/value.hpp>
#include <string>
#include <string_view>

#include "base/time_zone.h"
#include "function/kernel.h"
#include "function/type_rules.h"

namespace tarn::function {

/// 1.0, 1.0E20, NaN: Java's Double.toString / Float.toString.
std::string DoubleText(double value);
std::string FloatText(float value);
/// All digits of the scale: 1.500.
std::string DecimalText(Int128 digits, int32_t scale);
/// "+1 10:17:36.789" of milliseconds, "+7-00" of months.
std::string IntervalSecondText(int64_t millis);
std::string IntervalMonthText(int32_t months);
/// A TIMESTAMP in its vector's unit (microseconds, nanoseconds for a precision above 6), without a zone.
std::string TimestampText(int64_t value, int32_t precision);

/// A value of a vector of `type`; NULLs inside a nested value are written NULL. A NULL itself gives "NULL": callers
/// that know a better word ask IsNull() first. TIMESTAMP_LTZ is written in `zone`.
std::string ValueText(const duckdb::Value& value, const DataType& type, const TimeZone& zone);

}  // namespace tarn::function
