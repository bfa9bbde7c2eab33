// CAST and TRY_CAST between Flink's types (flink-sql-facts.md 5.3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/time_zone.h"
#include "base/utf8.h"
#include "function/kernel.h"
#include "function/type_rules.h"

namespace tarn::function {

enum class OnFailure {
  Fail,  // CAST: the query fails
  Null   // TRY_CAST, and CAST in legacy mode
};

/// A kernel of one argument. The pair must be one that CanCast accepts. A number that does not fit a DECIMAL is NULL
/// in both modes. `zone` serves TIMESTAMP_LTZ.
Kernel CastKernel(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone);

/// Whether an error of the data is possible, so that it matters when the cast is evaluated.
bool CastCanFail(const DataType& from, const DataType& to);

// Parts that functions share. nullopt: the text is none.

std::optional<int64_t> ParseInteger(std::string_view text, int64_t least, int64_t greatest);
std::optional<double> ParseDouble(std::string_view text);
/// Rounded once: by way of a DOUBLE it would be twice.
std::optional<float> ParseFloat(std::string_view text);
std::optional<bool> ParseBoolean(std::string_view text);
/// "1.25e2" to digits at `scale`, half up; nullopt also for more than `precision` digits.
std::optional<Int128> ParseDecimal(std::string_view text, int32_t precision, int32_t scale);
/// Days since 1970: 'yyyy-M-d', 'yyyy-M', 'yyyy', a trailing time part, outer blanks.
std::optional<int32_t> ParseFlinkDate(std::string_view text);
/// Microseconds, or nanoseconds for a precision above 6, cut to the precision.
std::optional<int64_t> ParseFlinkTimestamp(std::string_view text, int32_t precision);
/// Microseconds of the day, whole seconds.
std::optional<int64_t> ParseFlinkTime(std::string_view text);

/// Digits at `from` scale to digits at `to` scale, half up away from zero; nullopt if more than `precision` digits.
std::optional<Int128> Rescale(Int128 digits, int32_t from, int32_t to, int32_t precision);
/// Ten to the power, 0..38.
Int128 PowerOfTen(int32_t exponent);
/// A double's exact binary value rounded half up; nullopt if it does not fit or is no number.
std::optional<Int128> DecimalOfDouble(double value, int32_t precision, int32_t scale);
double DoubleOfDecimal(Int128 digits, int32_t scale);

/// What a result is that a DATE cannot hold; that a TIMESTAMP of this precision cannot.
Error DateOutOfRange();
Error TimestampOutOfRange(int32_t precision);
/// A wall clock value of precision `from` as one of precision `to`: units change between 6 and 7, digits are cut.
/// nullopt: it cannot be held.
std::optional<int64_t> HeldTimestamp(int64_t value, int32_t from, int32_t to);
/// The same; throws TimestampOutOfRange.
int64_t ConvertTimestamp(int64_t value, int32_t from, int32_t to);

}  // namespace tarn::function
