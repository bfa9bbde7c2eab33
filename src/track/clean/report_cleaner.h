// What a single report says, without the standard's "not available" values and with a reason where it cannot be a
// vessel's position. Stateless: the rest of cleaning (duplicates, impossible jumps) needs the vessel's track.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace tarn::track {

inline constexpr int32_t kNoInteger = std::numeric_limits<int32_t>::min();

/// One position report of one vessel in plain units. NaN and kNoInteger = not available; before cleaning also the
/// standard's own values for that (181, 91, 102.3, 360, 511, 15, -128, 60).
struct Report {
  int64_t time_us;  // since 1970 UTC
  double lon_deg;
  double lat_deg;
  double sog_kn;
  double cog_deg;
  int32_t heading_deg;
  int32_t nav_status;
  int32_t rot;
  int32_t utc_second;
};

// Why a report is set aside: the value's name and what a user reads. The order is part of no format.
#define TARN_CLEAN_REASONS(X)                                                      \
  X(NoTime, "no time: neither the log nor the receiver says when it was received") \
  X(TimeOutOfRange, "impossible time: outside the range that is believed")         \
  X(NoPosition, "no position: longitude 181 or latitude 91")                       \
  X(ImpossiblePosition, "impossible position: outside the globe")                  \
  X(NullIsland, "impossible position: exactly 0, 0")                               \
  X(ImpossibleMmsi, "impossible MMSI: not a vessel's nine digits")                 \
  X(Duplicate, "duplicate: the same report was heard by another receiver")         \
  X(ImpossibleJump, "impossible position: too far from the position before")

enum class CleanReason : uint8_t {
  None,
#define X(name, text) name,
  TARN_CLEAN_REASONS(X)
#undef X
};

/// One phrase; empty for None.
std::string_view Describe(CleanReason reason);

struct ReportOptions {
  bool sentinels_to_null = true;
  bool drop_null_island = true;
  bool vessels_only = true;                     // MMSI 201000000 to 775999999
  int64_t min_time_us = 0;                      // 1970
  int64_t max_time_us = 4'102'444'800'000'000;  // 2100
};

/// Replaces sentinels in place and says whether the report can be a vessel's position.
CleanReason CleanReport(const ReportOptions& options, int64_t mmsi, Report* report);

}  // namespace tarn::track
