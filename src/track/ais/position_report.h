// Types 1, 2, 3: a class A vessel's position, course and speed. ITU-R M.1371-5 annex 8, 3.1.
#pragma once

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct PositionReport {
  MessageHead head;
  uint8_t nav_status;  // 0..15; 15 = undefined
  int8_t rot;          // -128 = not available; otherwise sign(v) * 4.733 * sqrt(|deg/min|)
  uint16_t sog;        // 1/10 knot; 1023 = not available
  bool accurate;       // better than 10 m
  Position position;
  uint16_t cog;        // 1/10 degree; 3600 = not available
  uint16_t heading;    // degrees; 511 = not available
  uint8_t utc_second;  // 60 = not available, 61 manual, 62 dead reckoning, 63 inoperative
  uint8_t maneuver;
  bool raim;

  /// Up to the RAIM flag; what follows is the radio's own state.
  static constexpr int kMinBits = 149;
  static PositionReport Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
