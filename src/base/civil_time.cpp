#include "base/civil_time.h"

#include <cstdio>

namespace tarn {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;

bool IsLeap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int DaysOfMonth(int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeap(year) ? 29 : kDays[month - 1];
}

/// Counts since 1970 are int64; the outermost mean infinity.
std::optional<int64_t> CountFrom(int64_t value, int64_t per_unit, int64_t beside) {
  __extension__ typedef __int128 Wide;
  const Wide all = static_cast<Wide>(value) * per_unit + beside;
  if (all >= INT64_MAX || all <= -INT64_MAX) return std::nullopt;
  return static_cast<int64_t>(all);
}

// Reads digits from front to back.
struct Scanner {
  std::string_view text;
  size_t at = 0;

  bool Done() const { return at == text.size(); }
  bool Eat(char c) {
    if (Done() || text[at] != c) return false;
    ++at;
    return true;
  }
  std::optional<int64_t> Digits(size_t least, size_t most) {
    int64_t value = 0;
    size_t count = 0;
    for (; count < most && !Done() && text[at] >= '0' && text[at] <= '9'; ++at, ++count)
      value = value * 10 + (text[at] - '0');
    if (count < least) return std::nullopt;
    return value;
  }
};

std::optional<CivilDate> ScanDate(Scanner& in) {
  const bool negative = in.Eat('-');
  if (!negative) in.Eat('+');
  const auto year = in.Digits(1, 9);
  if (!year || !in.Eat('-')) return std::nullopt;
  const auto month = in.Digits(1, 2);
  if (!month || *month < 1 || *month > 12 || !in.Eat('-')) return std::nullopt;
  const auto day = in.Digits(1, 2);
  const int64_t signed_year = negative ? -*year : *year;
  if (!day || *day < 1 || *day > DaysOfMonth(signed_year, static_cast<int>(*month))) return std::nullopt;
  return CivilDate{signed_year, static_cast<int>(*month), static_cast<int>(*day)};
}

bool ScanTime(Scanner& in, CivilTime& time) {
  const auto hour = in.Digits(1, 2);
  if (!hour || *hour > 23 || !in.Eat(':')) return false;
  const auto minute = in.Digits(1, 2);
  if (!minute || *minute > 59) return false;
  time.hour = static_cast<int>(*hour);
  time.minute = static_cast<int>(*minute);
  if (!in.Eat(':')) return true;
  const auto second = in.Digits(1, 2);
  if (!second || *second > 59) return false;
  time.second = static_cast<int>(*second);
  if (!in.Eat('.')) return true;
  const size_t begin = in.at;
  auto fraction = in.Digits(1, 9);
  if (!fraction) return false;
  for (size_t digits = in.at - begin; digits < 9; ++digits) *fraction *= 10;
  time.nano = static_cast<int>(*fraction);
  return true;
}

}  // namespace

// Both directions count in eras of 400 years from 1 March, so that the leap day is the last of its year.
int64_t DaysFromCivil(const CivilDate& date) {
  const int64_t year = date.month <= 2 ? date.year - 1 : date.year;
  const int64_t era = FloorDiv(year, 400);
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

CivilDate CivilFromDays(int64_t days) {
  const int64_t shifted = days + 719468;
  const int64_t era = FloorDiv(shifted, 146097);
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  CivilDate date;
  date.day = static_cast<int>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  date.month = static_cast<int>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  date.year = year_of_era + era * 400 + (date.month <= 2 ? 1 : 0);
  return date;
}

CivilTime CivilFromSeconds(int64_t seconds, int nano) {
  const int64_t days = FloorDiv(seconds, 86'400);
  const auto of_day = static_cast<int>(FloorMod(seconds, 86'400));
  return {CivilFromDays(days), of_day / 3600, of_day / 60 % 60, of_day % 60, nano};
}

CivilTime CivilFromMicros(int64_t micros) {
  const int64_t seconds = FloorDiv(micros, kMicrosPerSecond);
  return CivilFromSeconds(seconds, static_cast<int>(FloorMod(micros, kMicrosPerSecond)) * 1000);
}

int64_t SecondsFromCivil(const CivilTime& time) {
  return DaysFromCivil(time.date) * 86'400 + time.hour * 3600 + time.minute * 60 + time.second;
}

int64_t MicrosFromCivil(const CivilTime& time) {
  // The first second of the range begins before what int64 holds; its sum with the fraction does not.
  const auto whole = static_cast<uint64_t>(SecondsFromCivil(time)) * uint64_t{kMicrosPerSecond};
  return static_cast<int64_t>(whole + static_cast<uint64_t>(time.nano / 1000));
}

std::optional<int64_t> NanosFrom(int64_t value, int64_t nanos_per_unit, int64_t nanos) {
  return CountFrom(value, nanos_per_unit, nanos);
}

std::optional<int64_t> MicrosFrom(int64_t value, int64_t micros_per_unit, int64_t micros) {
  return CountFrom(value, micros_per_unit, micros);
}

std::string FormatDate(int64_t days) {
  const auto date = CivilFromDays(days);
  char text[48];
  const char* sign = date.year < 0 ? "-" : date.year > 9999 ? "+" : "";
  std::snprintf(text, sizeof text, "%s%04lld-%02d-%02d", sign,
                static_cast<long long>(date.year < 0 ? -date.year : date.year), date.month, date.day);
  return text;
}

std::string FormatTimeOfDay(int64_t nanos_of_day, int precision) {
  const int64_t seconds = nanos_of_day / kNanosPerSecond;
  char text[48];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d.%09d", static_cast<int>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60),
                static_cast<int>(nanos_of_day % kNanosPerSecond));
  return std::string(text, precision == 0 ? 8 : 9 + precision);
}

std::string FormatTimestamp(const CivilTime& time, int precision, char separator) {
  const int64_t nanos = (time.hour * 3600LL + time.minute * 60 + time.second) * kNanosPerSecond + time.nano;
  return FormatDate(DaysFromCivil(time.date)) + separator + FormatTimeOfDay(nanos, precision);
}

std::string FormatTimestamp(int64_t micros, int precision) {
  return FormatTimestamp(CivilFromMicros(micros), precision);
}

std::string FormatIsoLocal(const CivilTime& time) {
  const int precision = time.nano == 0 ? 0 : time.nano % 1'000'000 == 0 ? 3 : time.nano % 1000 == 0 ? 6 : 9;
  std::string text = FormatTimestamp(time, precision, 'T');
  if (time.second == 0 && time.nano == 0) text.resize(text.size() - 3);
  return text;
}

std::optional<int64_t> ParseDate(std::string_view text) {
  Scanner in{text};
  const auto date = ScanDate(in);
  if (!date || !in.Done()) return std::nullopt;
  const int64_t days = DaysFromCivil(*date);
  if (days >= INT32_MAX || days <= -INT32_MAX) return std::nullopt;  // the outermost mean infinity
  return days;
}

std::optional<CivilTime> ParseTimestamp(std::string_view text) {
  Scanner in{text};
  const auto date = ScanDate(in);
  if (!date) return std::nullopt;
  CivilTime time{.date = *date};
  if (!in.Done()) {
    if (!in.Eat(' ') && !in.Eat('T')) return std::nullopt;
    if (!ScanTime(in, time) || !in.Done()) return std::nullopt;
  }
  if (!MicrosFrom(SecondsFromCivil(time), kMicrosPerSecond, time.nano / 1000)) return std::nullopt;
  return time;
}

std::optional<int64_t> ParseTimeOfDay(std::string_view text) {
  Scanner in{text};
  CivilTime time;
  if (!ScanTime(in, time) || !in.Done()) return std::nullopt;
  return (time.hour * 3600LL + time.minute * 60 + time.second) * kNanosPerSecond + time.nano;
}

}  // namespace tarn
