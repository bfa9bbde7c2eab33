// What a time zone does year after year once its list of changes has ended: POSIX's TZ text, with which the files of
// the time zone database end ("CET-1CEST,M3.5.0,M10.5.0/3").
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tarn {

class ZoneRule {
 public:
  /// nullopt for a text without summer time, and for one that is no such text.
  static std::optional<ZoneRule> Parse(std::string_view text);

  /// The offset from UTC at an instant; all are seconds.
  int64_t OffsetAt(int64_t utc) const;
  /// The offset by which a clock on the wall is read: of a reading that comes twice the first one's; of one that spring
  /// leaves out the one before the gap.
  int64_t OffsetOfLocal(int64_t local) const;

 private:
  /// A day of each year and the seconds on the wall behind its midnight, which may be negative or more than a day.
  struct Change {
    enum class Day { OfYear, OfYearWithoutLeap, WeekdayOfMonth };
    Day kind = Day::OfYear;
    int month = 0, week = 0, weekday = 0;  // week 5 is the last one; Sunday is 0
    int day = 0;
    int64_t time = 0;

    int64_t In(int64_t year) const;
  };
  class Reader;

  int64_t standard_ = 0, summer_ = 0;
  Change start_, end_;  // of summer time: on the wall of standard time, on that of summer time
};

}  // namespace tarn
