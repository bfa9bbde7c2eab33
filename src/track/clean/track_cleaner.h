// One vessel's track: drops repeats of a report that several receivers heard, sets positions aside that the vessel
// cannot have reached, and says how each remaining fix follows from the one before.
//
// Fed in event-time order. A position that is too far away is set aside at first; if the next one agrees with it rather
// than with the old track, the vessel is believed to be there (its clock or its receiver had jumped) and the track
// begins anew: a single bad fix never takes the good ones after it along.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "track/clean/report_cleaner.h"

namespace tarn::track {

struct TrackOptions {
  double duplicate_slack_s = 5;  // >= 0; 0 = every repeat is kept
  double max_kn = 100;           // > 0; faster between two fixes is impossible
  double max_jitter_m = 500;     // >= 0; nearer is never a jump, whatever the time between

  /// Throws InvalidInput naming the option, its value and what is allowed.
  void Validate() const;
};

/// How a fix follows from the one before; NaN where there is none, or where the turn is not defined (a leg under 1 m).
struct Derived {
  double interval_s;
  double distance_m;
  double implied_kn;
  double turn_deg;  // between the directions of the last leg and this one, right positive
};

struct CleanResult {
  CleanReason reason = CleanReason::None;  // None: keep the fix
  Derived derived{};                       // means something while reason is None
};

/// State of one vessel; trivially copyable, so that a checkpoint can hold its bytes.
class TrackCleaner {
 public:
  /// Takes the next report (not older than the one before), already cleaned on its own.
  CleanResult Observe(const TrackOptions& options, const Report& report);

 private:
  struct Point {
    int64_t time_us;
    double lon_deg;
    double lat_deg;
  };
  struct Heard {
    int64_t time_us;
    uint64_t content;
  };

  bool IsRepeat(const TrackOptions& options, const Report& report);
  CleanResult Follow(const Point& now, double metres, double azimuth_deg, double end_azimuth_deg);

  static constexpr size_t kRecent = 4;
  std::array<Heard, kRecent> recent_{};  // a ring of reports that were not repeats
  uint8_t recent_count_ = 0;
  uint8_t recent_next_ = 0;
  bool has_last_ = false;
  bool has_aside_ = false;
  Point last_{};             // of the track
  Point aside_{};            // set aside since
  double last_azimuth_deg_;  // onward direction of the last leg; means something while has_leg_
  bool has_leg_ = false;
};

}  // namespace tarn::track
