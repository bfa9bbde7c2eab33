// Keeps times that cannot be right from a stream's front: one report from next year would make every later one late.
//
// A time is believed while it lies within `max_jump` of the latest believed one, before or after. A time outside is set
// aside; when kConfirm in a row agree with each other, the log itself has moved (an outage, another file) and they are
// believed from then on.
#pragma once

#include <cstdint>
#include <limits>

namespace tarn::track {

/// Plain data: a checkpoint holds it as it is.
struct TimeGate {
  static constexpr int kConfirm = 20;
  static constexpr int64_t kUnset = std::numeric_limits<int64_t>::min();

  int64_t front_us = kUnset;    // latest believed time
  int64_t suspect_us = kUnset;  // latest of the times set aside in a row
  int32_t suspects = 0;

  /// Whether to believe `time_us`. max_jump_us > 0.
  bool Believe(int64_t time_us, int64_t max_jump_us) {
    if (front_us == kUnset || Near(time_us, front_us, max_jump_us)) {
      if (front_us == kUnset || time_us > front_us) front_us = time_us;
      suspects = 0;
      return true;
    }
    suspects = suspects > 0 && Near(time_us, suspect_us, max_jump_us) ? suspects + 1 : 1;
    suspect_us = time_us;
    if (suspects < kConfirm) return false;
    front_us = time_us;
    suspects = 0;
    return true;
  }

 private:
  static bool Near(int64_t a, int64_t b, int64_t max_jump_us) {
    return a > b ? a - b <= max_jump_us : b - a <= max_jump_us;
  }
};

}  // namespace tarn::track
