#include "function/time_units.h"

#include "base/civil_time.h"
#include "function/arithmetic.h"

namespace tarn::function {

std::optional<TimeUnit> ParseTimeUnit(std::string_view name) {
  static constexpr std::pair<const char*, TimeUnit> kUnits[] = {{"NANOSECOND", TimeUnit::Nanosecond},
                                                                {"MICROSECOND", TimeUnit::Microsecond},
                                                                {"MILLISECOND", TimeUnit::Millisecond},
                                                                {"SECOND", TimeUnit::Second},
                                                                {"MINUTE", TimeUnit::Minute},
                                                                {"HOUR", TimeUnit::Hour},
                                                                {"DAY", TimeUnit::Day},
                                                                {"WEEK", TimeUnit::Week},
                                                                {"MONTH", TimeUnit::Month},
                                                                {"QUARTER", TimeUnit::Quarter},
                                                                {"YEAR", TimeUnit::Year},
                                                                {"DECADE", TimeUnit::Decade},
                                                                {"CENTURY", TimeUnit::Century},
                                                                {"MILLENNIUM", TimeUnit::Millennium},
                                                                {"DOW", TimeUnit::DayOfWeek},
                                                                {"ISODOW", TimeUnit::IsoDayOfWeek},
                                                                {"DOY", TimeUnit::DayOfYear},
                                                                {"ISOYEAR", TimeUnit::IsoYear},
                                                                {"EPOCH", TimeUnit::Epoch}};
  for (const auto& [text, unit] : kUnits) {
    if (name == text) return unit;
  }
  return std::nullopt;
}

int64_t FixedLength(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::Microsecond:
      return 1;
    case TimeUnit::Millisecond:
      return 1000;
    case TimeUnit::Second:
      return kMicrosPerSecond;
    case TimeUnit::Minute:
      return 60 * kMicrosPerSecond;
    case TimeUnit::Hour:
      return 3600 * kMicrosPerSecond;
    case TimeUnit::Day:
      return kMicrosPerDay;
    default:
      return 0;
  }
}

namespace {

int64_t IsoDay(int64_t days) { return FloorMod(days + 3, 7) + 1; }  // Monday = 1; 1970-01-01 was a Thursday

struct IsoWeek {
  int64_t year, week;
};
IsoWeek IsoWeekOf(int64_t days) {
  // The week belongs to the year of its Thursday.
  const int64_t thursday = days - IsoDay(days) + 4;
  const int64_t year = CivilFromDays(thursday).year;
  return {year, (thursday - DaysFromCivil({year, 1, 1})) / 7 + 1};
}

}  // namespace

int64_t FloorToUnit(int64_t micros, TimeUnit unit) {
  if (const int64_t length = FixedLength(unit)) return FloorDiv(micros, length) * length;
  const int64_t days = FloorDiv(micros, kMicrosPerDay);
  CivilDate date = CivilFromDays(days);
  switch (unit) {
    case TimeUnit::Week:
      return (days - FloorMod(days + 4, 7)) * kMicrosPerDay;  // back to Sunday
    case TimeUnit::Month:
      break;
    case TimeUnit::Quarter:
      date.month = (date.month - 1) / 3 * 3 + 1;
      break;
    case TimeUnit::Decade:
      date.year = FloorDiv(date.year, 10) * 10;
      date.month = 1;
      break;
    case TimeUnit::Century:
      date.year = FloorDiv(date.year - 1, 100) * 100 + 1;
      date.month = 1;
      break;
    case TimeUnit::Millennium:
      date.year = FloorDiv(date.year - 1, 1000) * 1000 + 1;
      date.month = 1;
      break;
    default:
      date.month = 1;
  }
  date.day = 1;
  return DaysFromCivil(date) * kMicrosPerDay;
}

int64_t CeilToUnit(int64_t micros, TimeUnit unit) {
  const int64_t floor = FloorToUnit(micros, unit);
  if (floor == micros) return micros;
  if (const int64_t length = FixedLength(unit)) return floor + length;
  const int64_t days = FloorDiv(floor, kMicrosPerDay);
  switch (unit) {
    case TimeUnit::Week:
      return floor + 7 * kMicrosPerDay;
    case TimeUnit::Month:
      return AddMonths(days, 1) * kMicrosPerDay;
    case TimeUnit::Quarter:
      return AddMonths(days, 3) * kMicrosPerDay;
    case TimeUnit::Decade:
      return AddMonths(days, 120) * kMicrosPerDay;
    case TimeUnit::Century:
      return AddMonths(days, 1200) * kMicrosPerDay;
    case TimeUnit::Millennium:
      return AddMonths(days, 12000) * kMicrosPerDay;
    default:
      return AddMonths(days, 12) * kMicrosPerDay;
  }
}

int64_t PartOf(int64_t micros, TimeUnit unit, Before1970 before) {
  const int64_t days = before == Before1970::Cut ? micros / kMicrosPerDay : FloorDiv(micros, kMicrosPerDay);
  const int64_t of_day = micros - days * kMicrosPerDay;
  const CivilDate date = CivilFromDays(days);
  switch (unit) {
    case TimeUnit::Nanosecond:
      return of_day % kMicrosPerSecond * 1000;
    case TimeUnit::Microsecond:
      return of_day % kMicrosPerSecond;
    case TimeUnit::Millisecond:
      return of_day % kMicrosPerSecond / 1000;
    case TimeUnit::Second:
      return of_day / kMicrosPerSecond % 60;
    case TimeUnit::Minute:
      return of_day / kMicrosPerSecond / 60 % 60;
    case TimeUnit::Hour:
      return of_day / kMicrosPerSecond / 3600;
    case TimeUnit::Day:
      return date.day;
    case TimeUnit::Week:
      return IsoWeekOf(days).week;
    case TimeUnit::Month:
      return date.month;
    case TimeUnit::Quarter:
      return (date.month - 1) / 3 + 1;
    case TimeUnit::Year:
      return date.year;
    case TimeUnit::Decade:
      return FloorDiv(date.year, 10);
    case TimeUnit::Century:
      return date.year > 0 ? (date.year + 99) / 100 : -((-date.year + 99) / 100);
    case TimeUnit::Millennium:
      return date.year > 0 ? (date.year + 999) / 1000 : -((-date.year + 999) / 1000);
    case TimeUnit::DayOfWeek:
      return FloorMod(days + 4, 7) + 1;
    case TimeUnit::IsoDayOfWeek:
      return IsoDay(days);
    case TimeUnit::DayOfYear:
      return days - DaysFromCivil({date.year, 1, 1}) + 1;
    case TimeUnit::IsoYear:
      return IsoWeekOf(days).year;
    case TimeUnit::Epoch:
      return before == Before1970::Cut ? micros / kMicrosPerSecond : FloorDiv(micros, kMicrosPerSecond);
  }
  return 0;
}

int64_t UnitsBetween(int64_t from, int64_t to, TimeUnit unit) {
  if (unit == TimeUnit::Week) return (to - from) / (7 * kMicrosPerDay);
  if (const int64_t length = FixedLength(unit)) return (to - from) / length;
  // Whole months between the days; the times of day count where the days meet exactly.
  const int64_t from_days = FloorDiv(from, kMicrosPerDay), to_days = FloorDiv(to, kMicrosPerDay);
  const auto between = [](int64_t later, int64_t earlier) {
    int64_t count = (later - earlier) / 31;
    while (AddMonths(earlier, count) < later && AddMonths(earlier, count + 1) <= later) count++;
    return count;
  };
  int64_t months = to_days >= from_days ? between(to_days, from_days) : -between(from_days, to_days);
  if (AddMonths(from_days, months) == to_days && FloorMod(to, kMicrosPerDay) < FloorMod(from, kMicrosPerDay)) months--;
  switch (unit) {
    case TimeUnit::Month:
      return months;
    case TimeUnit::Quarter:
      return months / 3;
    case TimeUnit::Year:
      return months / 12;
    case TimeUnit::Decade:
      return months / 120;
    case TimeUnit::Century:
      return months / 1200;
    default:
      return months / 12000;
  }
}

}  // namespace tarn::function
