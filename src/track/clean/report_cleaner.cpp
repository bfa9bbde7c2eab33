#include "track/clean/report_cleaner.h"

#include <cmath>

namespace tarn::track {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// The maritime identification digits begin with 2 (Europe) to 7 (South America).
constexpr int64_t kFirstVessel = 201'000'000;
constexpr int64_t kLastVessel = 775'999'999;

void DropSentinels(Report* r) {
  // Type 9 and 27 have sentinels of their own (1023 and 63 whole knots); 102.2 means "102.2 or more".
  if (!(r->sog_kn >= 0 && r->sog_kn < 102.3)) r->sog_kn = kNaN;
  if (!(r->cog_deg >= 0 && r->cog_deg < 360)) r->cog_deg = kNaN;
  if (r->heading_deg < 0 || r->heading_deg >= 360) r->heading_deg = kNoInteger;
  if (r->nav_status < 0 || r->nav_status >= 15) r->nav_status = kNoInteger;
  if (r->rot <= -128 || r->rot > 127) r->rot = kNoInteger;
  if (r->utc_second < 0 || r->utc_second >= 60) r->utc_second = kNoInteger;
}

}  // namespace

std::string_view Describe(CleanReason reason) {
  switch (reason) {
    case CleanReason::None:
      return "";
#define X(name, text)     \
  case CleanReason::name: \
    return text;
      TARN_CLEAN_REASONS(X)
#undef X
  }
  return "";
}

CleanReason CleanReport(const ReportOptions& options, int64_t mmsi, Report* report) {
  if (options.sentinels_to_null) DropSentinels(report);
  if (report->time_us < options.min_time_us || report->time_us > options.max_time_us)
    return report->time_us == std::numeric_limits<int64_t>::min() ? CleanReason::NoTime : CleanReason::TimeOutOfRange;
  const double lon = report->lon_deg;
  const double lat = report->lat_deg;
  if (std::isnan(lon) || std::isnan(lat) || lon == 181 || lat == 91) return CleanReason::NoPosition;
  if (!(std::fabs(lon) <= 180 && std::fabs(lat) <= 90)) return CleanReason::ImpossiblePosition;
  if (options.drop_null_island && lon == 0 && lat == 0) return CleanReason::NullIsland;
  if (options.vessels_only && (mmsi < kFirstVessel || mmsi > kLastVessel)) return CleanReason::ImpossibleMmsi;
  return CleanReason::None;
}

}  // namespace tarn::track
