// Units of time over local microseconds since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

/// The beginning of the unit that holds the time; a week begins on Sunday, a century in a year ..01.
int64_t FloorToUnit(int64_t micros, TimeUnit unit);
int64_t CeilToUnit(int64_t micros, TimeUnit unit);
/// EXTRACT: weeks are ISO's, fractions of a second without the seconds.
int64_t PartOf(int64_t micros, TimeUnit unit);
/// Whole units from one time to the other, toward zero.
int64_t UnitsBetween(int64_t from, int64_t to, TimeUnit unit);

}  // namespace tarn::function
