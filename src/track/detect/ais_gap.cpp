#include "track/detect/ais_gap.h"

#include <cmath>
#include <cstdio>

#include "track/geodesy/geodesy.h"

namespace tarn::track {
namespace {

std::string Describe(const AisGapSettings& settings, const Fix& before, const Fix& after, double seconds) {
  const double metres = LegBetween({before.lon_deg, before.lat_deg}, {after.lon_deg, after.lat_deg}).metres;
  char text[160];
  char speed[32] = "unknown speed";
  if (!std::isnan(before.speed_kn)) std::snprintf(speed, sizeof speed, "%.1f kn", before.speed_kn);
  std::snprintf(text, sizeof text, "silent for %.0f s, allowed %.0f s; was making %s, came back %.1f nm away", seconds,
                settings.gap_s, speed, metres / kMetresPerNauticalMile);
  return text;
}

}  // namespace

void AisGapSettings::Validate() const {
  RequireSetting(gap_s > 0, "ais_gap.gap_s", gap_s, "more than 0");
  RequireSetting(min_kn >= 0, "ais_gap.min_kn", min_kn, "0 or more");
  RequireSetting(max_gap_s > gap_s, "ais_gap.max_gap_s", max_gap_s, "more than gap_s");
}

std::optional<Alarm> AisGap::Observe(const Fix& fix) {
  const bool had_last = state_.has_last;
  const Fix last = state_.last;
  state_ = {true, fix};
  if (!had_last || last.speed_kn < settings_.min_kn) return std::nullopt;
  const double seconds = SecondsBetween(last.time_us, fix.time_us);
  if (seconds < settings_.gap_s || seconds > settings_.max_gap_s) return std::nullopt;
  return Alarm{last.time_us, fix.time_us, last.lon_deg, last.lat_deg, Describe(settings_, last, fix, seconds)};
}

}  // namespace tarn::track
