// Type 24: a class B vessel's name (part A) and type, call sign and size (part B). ITU-R M.1371-5 annex 8, 3.22.
#pragma once

#include <string>

#include "track/ais/message_head.h"

namespace tarn::track::ais {

struct StaticDataA {
  MessageHead head;
  std::string name;

  static constexpr int kMinBits = 160;
  static StaticDataA Decode(const Payload& bits);
};

struct StaticDataB {
  MessageHead head;
  uint8_t ship_type;
  std::string vendor;
  std::string callsign;
  /// Craft with an MMSI 98xxxxxxx send their mother ship's MMSI in the place of the dimensions.
  bool auxiliary;
  uint32_t mothership_mmsi;  // while auxiliary
  Dimensions dimensions;     // while not auxiliary

  static constexpr int kMinBits = 162;
  static StaticDataB Decode(const Payload& bits);
};

/// 0 = part A, 1 = part B; others are not defined.
inline int StaticDataPart(const Payload& bits) { return static_cast<int>(bits.Unsigned(38, 2)); }

}  // namespace tarn::track::ais
