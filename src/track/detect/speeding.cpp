#include "track/detect/speeding.h"

#include <cmath>
#include <cstdio>

namespace tarn::track {
namespace {

std::string Describe(const SpeedingSettings& settings, double top_kn, double seconds) {
  char text[96];
  std::snprintf(text, sizeof text, "up to %.1f kn for %.0f s, allowed %.1f kn", top_kn, seconds, settings.max_kn);
  return text;
}

}  // namespace

void SpeedingSettings::Validate() const {
  RequireSetting(max_kn > 0, "speeding.max_kn", max_kn, "more than 0");
  RequireSetting(hold_s >= 0, "speeding.hold_s", hold_s, "0 or more");
  RequireSetting(gap_s > hold_s, "speeding.gap_s", gap_s, "more than hold_s");
}

std::optional<Alarm> Speeding::Observe(const Fix& fix) {
  if (std::isnan(fix.speed_kn)) return std::nullopt;
  auto closed = Advance(fix.time_us);
  if (fix.speed_kn <= settings_.max_kn) return closed ? closed : Close();
  if (!state_.open) state_ = {true, fix, fix, 0};
  state_.last = fix;
  state_.top_kn = std::fmax(state_.top_kn, fix.speed_kn);
  return closed;
}

std::optional<Alarm> Speeding::Advance(int64_t watermark_us) {
  const bool silent = state_.open && SecondsBetween(state_.last.time_us, watermark_us) > settings_.gap_s;
  return silent ? Close() : std::nullopt;
}

std::optional<int64_t> Speeding::NextCheck() const {
  if (!state_.open) return std::nullopt;
  return state_.last.time_us + static_cast<int64_t>(settings_.gap_s * 1e6) + 1;
}

std::optional<Alarm> Speeding::Close() {
  if (!state_.open) return std::nullopt;
  const State closed = state_;
  state_ = {};
  const double seconds = SecondsBetween(closed.first.time_us, closed.last.time_us);
  if (seconds < settings_.hold_s) return std::nullopt;
  return Alarm{closed.first.time_us, closed.last.time_us, closed.first.lon_deg, closed.first.lat_deg,
               Describe(settings_, closed.top_kn, seconds)};
}

}  // namespace tarn::track
