// The ways in which logs write times. All results are microseconds since 1970; kNoTime for anything else.
#pragma once

#include <cstdint>
#include <string_view>

#include "track/ais/assembler.h"

namespace tarn::track::ais {

/// UTC; kNoTime where a part is out of its range (second 60 is taken as a leap second).
int64_t FromCivil(int year, int month, int day, int hour, int minute, int second, int microsecond);

/// Seconds since 1970 with an optional fraction ("1490075479", "1490075479.25"), or 12 to 13 digits of milliseconds.
/// Only years 1973 to 5138 are believed: smaller numbers are counters.
int64_t ParseEpoch(std::string_view text);

struct LogTime {
  int64_t us = kNoTime;     // as read, not yet shifted by the offset
  bool has_offset = false;  // a Z or +hh:mm stood behind it
  int64_t offset_us = 0;
};
/// "2016-03-31 00:00:01[.fff][Z|+hh:mm]" with ' ' or 'T', '-' or '/' in the date, ':' or '.' in the time.
LogTime ParseDateTime(std::string_view text);

/// NMEA's "hhmmss[.ff]", day, month, year (two or four digits), UTC.
int64_t ParseNmeaClock(std::string_view time, std::string_view day, std::string_view month, std::string_view year);

}  // namespace tarn::track::ais
