// Types 18 and 19: a class B vessel's position; type 19 adds name and size. ITU-R M.1371-5 annex 8, 3.16 and 3.17.
#pragma once

#include <string>

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct ClassBReport {
  MessageHead head;
  uint16_t sog;  // 1/10 knot; 1023 = not available
  bool accurate;
  Position position;
  uint16_t cog;      // 1/10 degree; 3600 = not available
  uint16_t heading;  // degrees; 511 = not available
  uint8_t utc_second;

  static constexpr int kMinBits = 139;
  static ClassBReport Decode(const Payload& bits);
};

struct ClassBExtendedReport {
  ClassBReport report;
  std::string name;
  uint8_t ship_type;
  Dimensions dimensions;

  static constexpr int kMinBits = 301;
  static ClassBExtendedReport Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
