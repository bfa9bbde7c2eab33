// Type 21: a buoy, beacon or light. ITU-R M.1371-5 annex 8, 3.19.
#pragma once

#include <string>

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct AidToNavigation {
  MessageHead head;
  uint8_t aid_type;
  std::string name;            // the first 20 characters
  std::string name_extension;  // up to 14 more where the name is longer
  bool accurate;
  Position position;
  Dimensions dimensions;
  uint8_t epfd;
  uint8_t utc_second;  // 61..63 as in a position report
  bool off_position;   // means something while utc_second <= 59
  bool virtual_aid;

  static constexpr int kMinBits = 270;
  static AidToNavigation Decode(const Payload& bits);
};

}  // namespace tarn::track::ais
