#include "track/ais/log_time_zone.h"

namespace tarn::track::ais {
namespace {

constexpr int64_t kMinute = 60'000'000;
constexpr int64_t kFoldSlackUs = kMinute;
// Clocks are put back by less than this, and stay so for longer.
constexpr int64_t kLongestFoldUs = 180 * kMinute;

}  // namespace

int64_t LogTimeToUtc(const TimeZone& zone, int64_t local_us, int64_t previous_us) {
  const int64_t first = zone.ToUtc(local_us);
  // previous_us may be the smallest integer (no time yet): no subtraction from it.
  if (previous_us <= first + kFoldSlackUs) return first;
  const int64_t later = first + kLongestFoldUs;
  const int64_t second = local_us - (zone.ToLocal(later) - later);
  return second > first && zone.ToLocal(second) == local_us ? second : first;
}

}  // namespace tarn::track::ais
