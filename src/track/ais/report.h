// Decoded messages as two flat rows, whatever their type: where something was, and what it says of itself. Values are
// the standard's integers, its "not available" values kept; kAbsent where the message's type has no such field.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "track/ais/message.h"

namespace tarn::track::ais {

inline constexpr int32_t kAbsent = std::numeric_limits<int32_t>::min();

struct PositionRow {
  uint32_t mmsi = 0;
  uint8_t type = 0;
  Position position{};
  int32_t sog_tenths = kAbsent;  // 1/10 knot; types 1-3, 18, 19: 1023 = n/a; type 9: 10230; type 27: 630
  int32_t cog_tenths = kAbsent;  // 1/10 degree; 3600 = n/a; type 27: 5110
  int32_t heading = kAbsent;     // 511 = n/a
  int32_t nav_status = kAbsent;  // 15 = undefined
  int32_t rot = kAbsent;         // -128 = n/a
  int32_t utc_second = kAbsent;  // 60 = n/a
};

struct StaticRow {
  uint32_t mmsi = 0;
  uint8_t type = 0;
  std::string name;
  std::string callsign;
  int64_t imo = kAbsent;  // 0 = n/a
  int32_t ship_type = kAbsent;
  int32_t to_bow = kAbsent;  // m; the four are absent together
  int32_t to_stern = kAbsent;
  int32_t to_port = kAbsent;
  int32_t to_starboard = kAbsent;
  int32_t draught_tenths = kAbsent;  // 1/10 m
  bool has_destination = false;      // type 5: destination and eta
  std::string destination;
  Eta eta{};
};

/// False where the message gives no position.
bool ToPosition(const Message& message, PositionRow* row);
/// False where the message gives no static data.
bool ToStatic(const Message& message, StaticRow* row);
MessageHead HeadOf(const Message& message);

}  // namespace tarn::track::ais
