// Days and microseconds since 1970 <-> dates and times of the proleptic Gregorian calendar, without time zones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tarn {

constexpr int64_t kMicrosPerSecond = 1'000'000;
constexpr int64_t kMicrosPerDay = 86'400 * kMicrosPerSecond;
constexpr int64_t kMillisPerDay = 86'400'000;

struct CivilDate {
  int64_t year = 1970;
  int month = 1;  // 1..12
  int day = 1;    // 1..31

  bool operator==(const CivilDate&) const = default;
};

struct CivilTime {
  CivilDate date;
  int hour = 0, minute = 0, second = 0;
  int nano = 0;  // of the second

  bool operator==(const CivilTime&) const = default;
};

/// Rounds towards minus infinity, so that times before 1970 have a time of day from 0 on.
constexpr int64_t FloorDiv(int64_t value, int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }
/// `by` > 0. No product in between that could overflow.
constexpr int64_t FloorMod(int64_t value, int64_t by) { return value % by < 0 ? value % by + by : value % by; }

int64_t DaysFromCivil(const CivilDate& date);
CivilDate CivilFromDays(int64_t days);
/// Of whole seconds since 1970 and nanoseconds of the second (0..999999999).
CivilTime CivilFromSeconds(int64_t seconds, int nano = 0);
CivilTime CivilFromMicros(int64_t micros);
int64_t SecondsFromCivil(const CivilTime& time);
/// Of a time within kMicrosRange.
int64_t MicrosFromCivil(const CivilTime& time);

/// The days that int64 microseconds since 1970 reach: what TIMESTAMP(0..6) holds.
constexpr std::string_view kMicrosRange = "-290308-12-21 .. +294247-01-10";

/// The days that int64 nanoseconds since 1970 reach: what TIMESTAMP(7..9) holds.
constexpr std::string_view kNanosRange = "1677-09-21 .. 2262-04-11";
constexpr std::string_view TimestampRange(int precision) { return precision > 6 ? kNanosRange : kMicrosRange; }
/// Nanoseconds since 1970 of `value` units and the nanoseconds beside them; nullopt outside kNanosRange. The outermost
/// numbers are none: DuckDB takes them for infinity.
std::optional<int64_t> NanosFrom(int64_t value, int64_t nanos_per_unit, int64_t nanos = 0);
/// The same of microseconds and kMicrosRange.
std::optional<int64_t> MicrosFrom(int64_t value, int64_t micros_per_unit, int64_t micros = 0);

/// "2024-01-31"; years above 9999 and below 0 as Java prints them ("+10000-01-01", "-0001-01-01").
std::string FormatDate(int64_t days);
/// "12:00:00", with `precision` digits of the fraction (0..9).
std::string FormatTimeOfDay(int64_t nanos_of_day, int precision);
/// "2024-01-31 12:00:00", with `precision` digits of the fraction (0..9).
std::string FormatTimestamp(int64_t micros, int precision);
std::string FormatTimestamp(const CivilTime& time, int precision, char separator = ' ');
/// As Java's LocalDateTime.toString: "2024-01-31T12:00", seconds and 3, 6 or 9 digits only where needed.
std::string FormatIsoLocal(const CivilTime& time);

/// "2024-1-31" .. "2024-01-31"; nullopt if it is none, no day of the calendar or none that DATE
/// (int32 days) holds.
std::optional<int64_t> ParseDate(std::string_view text);
/// A date, or a date, ' ' or 'T', hh:mm[:ss[.fraction up to 9 digits]]; nullopt if it is none or lies outside
/// kMicrosRange.
std::optional<CivilTime> ParseTimestamp(std::string_view text);
/// hh:mm[:ss[.fraction]] as nanoseconds of the day.
std::optional<int64_t> ParseTimeOfDay(std::string_view text);

}  // namespace tarn
