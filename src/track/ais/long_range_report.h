// Type 27: a short position report for satellites. ITU-R M.1371-5 annex 8, 3.25.
#pragma once

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct LongRangeReport {
  MessageHead head;
  bool accurate;
  uint8_t nav_status;
  Position position;  // in the units of the others; sent in 1/10 minute
  uint8_t sog;        // whole knots; 63 = not available
  uint16_t cog;       // whole degrees; 511 = not available
  bool position_old;  // position latency above 5 s

  static constexpr int kMinBits = 95;
  static constexpr int kBits = 96;
  static constexpr int kSlotBits = 168;
  static LongRangeReport Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
