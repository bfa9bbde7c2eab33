// Units of time over local microseconds since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/time_zone.h"
#include "function/function.h"

namespace tarn::function {

enum class TimeUnit {
  Nanosecond,
  Microsecond,
  Millisecond,
  Second,
  Minute,
  Hour,
  Day,
  Week,
  Month,
  Quarter,
  Year,
  Decade,
  Century,
  Millennium,
  DayOfWeek,     // Sunday = 1; the rest only as parts
  IsoDayOfWeek,  // Monday = 1
  DayOfYear,
  IsoYear,
  Epoch
};

/// Upper-case names.
std::optional<TimeUnit> ParseTimeUnit(std::string_view name);
/// Microseconds of MICROSECOND .. DAY; 0 of all others.
int64_t FixedLength(TimeUnit unit);

/// The beginning of the unit that holds the time; a week begins on Sunday, a century in a year ..01.
int64_t FloorToUnit(int64_t micros, TimeUnit unit);
int64_t CeilToUnit(int64_t micros, TimeUnit unit);
/// How a time before 1970 falls apart into day and time of day. Flink's EXTRACT of a timestamp divides as Java does,
/// towards zero: 1969-12-31 23:59:59.999 is -1 ms of 1970-01-01. Jobs give the same rows on both, so we do as well.
enum class Before1970 { Floor, Cut };

/// EXTRACT: weeks are ISO's, fractions of a second without the seconds.
int64_t PartOf(int64_t micros, TimeUnit unit, Before1970 before = Before1970::Floor);
/// Whole units from one time to the other, toward zero.
int64_t UnitsBetween(int64_t from, int64_t to, TimeUnit unit);

/// The session's time zone, which is the last argument of the functions that need it.
TimeZone ZoneArgument(const Call& call);

}  // namespace tarn::function
