#include "base/zone_rule.h"

#include <algorithm>

#include "base/civil_time.h"

namespace tarn {
namespace {

constexpr int64_t kHour = 3600, kDay = 86'400;

int64_t Weekday(int64_t days) { return FloorMod(days + 4, 7); }  // 1970-01-01 was a Thursday

}  // namespace

// Each step says whether it found what it stands for.
class ZoneRule::Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }

  bool Take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// "CET", "<+1030>".
  bool Name() {
    const bool quoted = Take('<');
    const auto length = quoted ? rest_.find('>') : std::min(rest_.find_first_of("+-0123456789,"), rest_.size());
    if (length == std::string_view::npos || length == 0) return false;
    rest_.remove_prefix(length + (quoted ? 1 : 0));
    return true;
  }

  bool Number(int& number, int least, int most) {
    const auto digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits == 0 || digits > 3) return false;
    number = 0;
    for (const char c : rest_.substr(0, digits)) number = number * 10 + (c - '0');
    rest_.remove_prefix(digits);
    return number >= least && number <= most;
  }

  /// "2", "-1", "2:45", "10:30:15".
  bool Time(int64_t& seconds) {
    const bool negative = Take('-');
    if (!negative) Take('+');
    int hours = 0, minutes = 0, rest = 0;
    if (!Number(hours, 0, 167)) return false;
    if (Take(':') && !Number(minutes, 0, 59)) return false;
    if (Take(':') && !Number(rest, 0, 59)) return false;
    seconds = (hours * kHour + minutes * 60 + rest) * (negative ? -1 : 1);
    return true;
  }

  bool ReadChange(Change& change) {
    change.time = 2 * kHour;
    if (Take('M')) {
      change.kind = Change::Day::WeekdayOfMonth;
      if (!Number(change.month, 1, 12) || !Take('.') || !Number(change.week, 1, 5) || !Take('.') ||
          !Number(change.weekday, 0, 6)) {
        return false;
      }
    } else if (Take('J')) {
      change.kind = Change::Day::OfYearWithoutLeap;
      if (!Number(change.day, 1, 365)) return false;
    } else if (!Number(change.day, 0, 365)) {
      return false;
    }
    return !Take('/') || Time(change.time);
  }

 private:
  std::string_view rest_;
};

int64_t ZoneRule::Change::In(int64_t year) const {
  const int64_t new_year = DaysFromCivil({year, 1, 1});
  switch (kind) {
    case Day::OfYear:
      return (new_year + day) * kDay + time;
    case Day::OfYearWithoutLeap: {
      const bool leap = DaysFromCivil({year + 1, 1, 1}) - new_year == 366;
      return (new_year + day - 1 + (leap && day > 59 ? 1 : 0)) * kDay + time;
    }
    case Day::WeekdayOfMonth:
      break;
  }
  const int64_t first = DaysFromCivil({year, month, 1});
  const int64_t next = month == 12 ? DaysFromCivil({year + 1, 1, 1}) : DaysFromCivil({year, month + 1, 1});
  int64_t days = first + FloorMod(weekday - Weekday(first), 7) + (week - 1) * 7;
  if (days >= next) days -= 7;
  return days * kDay + time;
}

std::optional<ZoneRule> ZoneRule::Parse(std::string_view text) {
  Reader reader(text);
  ZoneRule rule;
  if (!reader.Name() || !reader.Time(rule.standard_) || !reader.Name()) return std::nullopt;
  // POSIX counts hours behind UTC.
  rule.standard_ = -rule.standard_;
  rule.summer_ = rule.standard_ + kHour;
  if (!reader.Take(',')) {
    if (!reader.Time(rule.summer_) || !reader.Take(',')) return std::nullopt;
    rule.summer_ = -rule.summer_;
  }
  if (!reader.ReadChange(rule.start_) || !reader.Take(',') || !reader.ReadChange(rule.end_) || !reader.AtEnd()) {
    return std::nullopt;
  }
  return rule;
}

int64_t ZoneRule::OffsetAt(int64_t utc) const {
  const int64_t year = CivilFromDays(FloorDiv(utc + standard_, kDay)).year;
  const int64_t start = start_.In(year) - standard_, end = end_.In(year) - summer_;
  const bool summer = start <= end ? start <= utc && utc < end : utc < end || start <= utc;
  return summer ? summer_ : standard_;
}

int64_t ZoneRule::OffsetOfLocal(int64_t local) const {
  // The larger offset is the earlier instant, and none of the gap's.
  const int64_t larger = std::max(standard_, summer_);
  return OffsetAt(local - larger) == larger ? larger : std::min(standard_, summer_);
}

}  // namespace tarn
