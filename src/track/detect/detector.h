// What every single-vessel detector is: fed one vessel's fixes in event-time order, it says when an alarm begins and
// ends.
//
// A detector is pure: it reads no clock, no file and no other vessel, so the same fixes give the same alarms live,
// replayed or in batch. It keeps a few numbers per vessel; the stream engine stores them, expires them and moves them
// between workers.
//
// A detector D with settings S (detectors.h lists them all) has
//   S: doubles named with their unit, S::kFields, S::Validate()
//   D(const S&), Observe(fix), Advance(watermark), NextCheck(), a trivially copyable D::State with state(), set_state()
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tarn::track {

/// One report of one vessel. Times are microseconds since 1970 UTC.
struct Fix {
  int64_t time_us;
  double lon_deg;
  double lat_deg;
  double speed_kn;  // over ground, as reported; NaN = not available
};

struct Alarm {
  int64_t started_us;
  int64_t ended_us;
  double lon_deg;  // where it began
  double lat_deg;
  std::string evidence;  // one line for an analyst, with figures and units
};

inline double SecondsBetween(int64_t earlier_us, int64_t later_us) {
  return static_cast<double>(later_us - earlier_us) / 1e6;
}

}  // namespace tarn::track
