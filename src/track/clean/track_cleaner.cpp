#include "track/clean/track_cleaner.h"

#include <cmath>
#include <cstring>
#include <string>

#include "base/error.h"
#include "track/geodesy/geodesy.h"

namespace tarn::track {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMicros = 1e6;
constexpr double kMinLegM = 1;

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

uint64_t BitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Everything that the vessel itself sent: what receivers that hear one transmission have in common.
uint64_t ContentOf(const Report& r) {
  uint64_t hash = Mix(0, BitsOf(r.lon_deg));
  hash = Mix(hash, BitsOf(r.lat_deg));
  hash = Mix(hash, BitsOf(r.sog_kn));
  hash = Mix(hash, BitsOf(r.cog_deg));
  hash = Mix(hash, static_cast<uint32_t>(r.heading_deg) | uint64_t{static_cast<uint32_t>(r.utc_second)} << 32);
  return Mix(hash, static_cast<uint32_t>(r.nav_status) | uint64_t{static_cast<uint32_t>(r.rot)} << 32);
}

double Seconds(int64_t from_us, int64_t to_us) { return static_cast<double>(to_us - from_us) / kMicros; }

}  // namespace

void TrackOptions::Validate() const {
  const auto require = [](bool ok, const char* name, double value, const char* allowed) {
    if (!ok)
      throw Error(ErrorCode::InvalidInput,
                  std::string("cleaning option '") + name + "' is " + std::to_string(value) + ", allowed: " + allowed);
  };
  // Written so that NaN fails each of them.
  require(duplicate_slack_s >= 0, "duplicate_slack_s", duplicate_slack_s, "0 or more");
  require(max_kn > 0, "max_kn", max_kn, "more than 0");
  require(max_jitter_m >= 0, "max_jitter_m", max_jitter_m, "0 or more");
}

bool TrackCleaner::IsRepeat(const TrackOptions& options, const Report& report) {
  if (options.duplicate_slack_s == 0) return false;
  const uint64_t content = ContentOf(report);
  for (size_t i = 0; i < recent_count_; ++i)
    if (recent_[i].content == content && Seconds(recent_[i].time_us, report.time_us) <= options.duplicate_slack_s)
      return true;
  recent_[recent_next_] = {report.time_us, content};
  recent_next_ = static_cast<uint8_t>((recent_next_ + 1) % kRecent);
  if (recent_count_ < kRecent) ++recent_count_;
  return false;
}

CleanResult TrackCleaner::Follow(const Point& now, double metres, double azimuth_deg, double end_azimuth_deg) {
  CleanResult result;
  const double seconds = Seconds(last_.time_us, now.time_us);
  const bool leg = metres >= kMinLegM;
  result.derived = {.interval_s = seconds,
                    .distance_m = metres,
                    .implied_kn = seconds > 0 ? metres / seconds / kKnot : kNaN,
                    .turn_deg = leg && has_leg_ ? TurnBetween(last_azimuth_deg_, azimuth_deg) : kNaN};
  if (leg) {
    has_leg_ = true;
    last_azimuth_deg_ = end_azimuth_deg;
  }
  last_ = now;
  has_aside_ = false;
  return result;
}

CleanResult TrackCleaner::Observe(const TrackOptions& options, const Report& report) {
  if (IsRepeat(options, report)) return {.reason = CleanReason::Duplicate};
  const Point now{report.time_us, report.lon_deg, report.lat_deg};
  const auto reachable = [&](const Point& from, double metres) {
    const double seconds = Seconds(from.time_us, now.time_us);
    return metres <= options.max_jitter_m || (seconds > 0 && metres / seconds <= options.max_kn * kKnot);
  };
  const auto begin = [&] {
    last_ = now;
    has_last_ = true;
    has_leg_ = false;
    has_aside_ = false;
    return CleanResult{.derived = {kNaN, kNaN, kNaN, kNaN}};
  };
  if (!has_last_) return begin();
  const Leg leg = LegBetween({last_.lon_deg, last_.lat_deg}, {now.lon_deg, now.lat_deg});
  if (reachable(last_, leg.metres)) return Follow(now, leg.metres, leg.azimuth_deg, leg.end_azimuth_deg);
  if (has_aside_ && reachable(aside_, LegBetween({aside_.lon_deg, aside_.lat_deg}, {now.lon_deg, now.lat_deg}).metres))
    return begin();
  aside_ = now;
  has_aside_ = true;
  return {.reason = CleanReason::ImpossibleJump};
}

}  // namespace tarn::track
