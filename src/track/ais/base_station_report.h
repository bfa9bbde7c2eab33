// Types 4 and 11: the time and place of a base station, or of a vessel that answers for the time. ITU-R M.1371-5
// annex 8, 3.2.
#pragma once

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct BaseStationReport {
  MessageHead head;
  uint16_t year;   // UTC; 0 = not available
  uint8_t month;   // 0 = not available
  uint8_t day;     // 0 = not available
  uint8_t hour;    // 24 = not available
  uint8_t minute;  // 60 = not available
  uint8_t second;  // 60 = not available
  bool accurate;
  Position position;
  uint8_t epfd;  // kind of positioning device
  bool raim;

  static constexpr int kMinBits = 149;
  static BaseStationReport Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
