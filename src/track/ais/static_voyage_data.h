// Type 5: a class A vessel's name, size and voyage. ITU-R M.1371-5 annex 8, 3.3.
#pragma once

#include <string>

#include "track/ais/message_head.h"

namespace tarn::track::ais {

/// Month and day 0, hour 24 and minute 60 = not available; kept as sent, sensible or not.
struct Eta {
  uint8_t month;
  uint8_t day;
  uint8_t hour;
  uint8_t minute;
};

struct StaticVoyageData {
  MessageHead head;
  uint8_t ais_version;
  uint32_t imo;  // 0 = not available
  std::string callsign;
  std::string name;
  uint8_t ship_type;
  Dimensions dimensions;
  uint8_t epfd;
  Eta eta;
  uint8_t draught;  // 1/10 m; 0 = not available, 255 = 25.5 m or more
  std::string destination;

  /// Many transponders leave the last bits (data terminal ready, spare) out.
  static constexpr int kMinBits = 420;
  static StaticVoyageData Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
