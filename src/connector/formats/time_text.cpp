#include "connector/formats/time_text.h"

#include <algorithm>

namespace tarn::connector {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;
constexpr int64_t kSecondsPerDay = 86'400;

enum class Resolver { Strict, Smart };

class Parts {
 public:
  explicit Parts(std::string_view text) : text_(text) {}

  bool Done() const { return at_ == text_.size(); }
  bool Eat(char c) {
    if (Done() || text_[at_] != c) return false;
    at_++;
    return true;
  }
  /// `least` to `most` digits; returns how many, 0: there are too few.
  int Digits(int least, int most, int64_t& value) {
    int count = 0;
    for (value = 0; count < most && !Done() && text_[at_] >= '0' && text_[at_] <= '9'; at_++, count++)
      value = value * 10 + (text_[at_] - '0');
    return count < least ? 0 : count;
  }
  bool Within(int64_t least, int64_t most, int& part) {
    int64_t value = 0;
    if (Digits(2, 2, value) == 0 || value < least || value > most) return false;
    part = static_cast<int>(value);
    return true;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

int DaysOf(int64_t year, int month) {
  if (month == 12) return 31;
  return static_cast<int>(DaysFromCivil({year, month + 1, 1}) - DaysFromCivil({year, month, 1}));
}

bool Resolve(CivilDate& date, Resolver resolver) {
  if (date.day <= 28) return true;
  const int last = DaysOf(date.year, date.month);
  if (date.day > last && resolver == Resolver::Strict) return false;
  date.day = std::min(date.day, last);
  return true;
}

/// ISO_LOCAL_DATE: a year of more than four digits has a sign, and only such a year has a '+'.
bool ScanDate(Parts& in, Resolver resolver, CivilDate& date) {
  const bool minus = in.Eat('-'), plus = !minus && in.Eat('+');
  int64_t year = 0;
  const int digits = in.Digits(4, 9, year);
  if (digits == 0 || (minus && year == 0) || (!minus && plus != (digits > 4))) return false;
  date.year = minus ? -year : year;
  return in.Eat('-') && in.Within(1, 12, date.month) && in.Eat('-') && in.Within(1, 31, date.day) &&
         Resolve(date, resolver);
}

/// `next_day` is set where the time is 24:00:00.
bool ScanTime(Parts& in, Resolver resolver, bool needs_seconds, CivilTime& time, bool& next_day) {
  if (!in.Within(0, 24, time.hour) || !in.Eat(':') || !in.Within(0, 59, time.minute)) return false;
  if (in.Eat(':')) {
    if (!in.Within(0, 59, time.second)) return false;
    if (in.Eat('.')) {
      int64_t fraction = 0;
      for (int digits = in.Digits(0, 9, fraction); digits < 9; digits++) fraction *= 10;
      time.nano = static_cast<int>(fraction);
    }
  } else if (needs_seconds) {
    return false;
  }
  next_day = time.hour == 24;
  if (!next_day) return true;
  time.hour = 0;
  return resolver == Resolver::Smart && time.minute == 0 && time.second == 0 && time.nano == 0;
}

/// java.sql.Date.valueOf, but for days that the calendar does not have. Years with a sign are read as they are written.
bool ScanSqlDate(std::string_view text, Parts& in, CivilDate& date) {
  if (text.starts_with('+') || text.starts_with('-')) return ScanDate(in, Resolver::Strict, date);
  int64_t month = 0, day = 0;
  if (in.Digits(4, 4, date.year) == 0 || !in.Eat('-') || in.Digits(1, 2, month) == 0 || !in.Eat('-') ||
      in.Digits(1, 2, day) == 0 || month < 1 || month > 12 || day < 1)
    return false;
  date.month = static_cast<int>(month);
  date.day = static_cast<int>(day);
  return Resolve(date, Resolver::Strict);
}

}  // namespace

std::optional<int64_t> ReadDate(std::string_view text, TextRules rules) {
  Parts in(text);
  CivilDate date;
  const bool good = rules == TextRules::Csv ? ScanSqlDate(text, in, date) : ScanDate(in, Resolver::Strict, date);
  if (!good || !in.Done()) return std::nullopt;
  const int64_t days = DaysFromCivil(date);
  if (days >= INT32_MAX || days <= -INT32_MAX) return std::nullopt;  // the outermost mean infinity
  return days;
}

std::optional<int64_t> ReadTimeOfDay(std::string_view text, TextRules rules) {
  Parts in(text);
  CivilTime time;
  bool next_day = false;
  const bool csv = rules == TextRules::Csv;
  if (!ScanTime(in, csv ? Resolver::Strict : Resolver::Smart, !csv, time, next_day) || !in.Done()) return std::nullopt;
  return (time.hour * 3600LL + time.minute * 60 + time.second) * kNanosPerSecond + time.nano;
}

std::optional<CivilTime> ReadTimestamp(std::string_view text, bool zoned, TextRules rules) {
  const bool iso = rules == TextRules::JsonIso8601, strict = iso && !zoned;
  const auto resolver = strict ? Resolver::Strict : Resolver::Smart;
  Parts in(text);
  CivilTime time;
  bool next_day = false;
  if (!ScanDate(in, resolver, time.date)) return std::nullopt;
  if (!in.Eat(iso ? 'T' : ' ') && !(strict && in.Eat('t'))) return std::nullopt;  // ISO_LOCAL_DATE_TIME takes both
  if (!ScanTime(in, resolver, !iso, time, next_day) || (zoned && !in.Eat('Z')) || !in.Done()) return std::nullopt;
  if (next_day) time = CivilFromSeconds(SecondsFromCivil(time) + kSecondsPerDay);
  return time;
}

}  // namespace tarn::connector
