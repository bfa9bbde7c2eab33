// Type 9: a search and rescue aircraft's position. ITU-R M.1371-5 annex 8, 3.7.
#pragma once

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct AircraftReport {
  MessageHead head;
  uint16_t altitude;  // m; 4095 = not available
  uint16_t sog;       // whole knots; 1023 = not available
  bool accurate;
  Position position;
  uint16_t cog;  // 1/10 degree; 3600 = not available
  uint8_t utc_second;

  static constexpr int kMinBits = 134;
  static AircraftReport Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
