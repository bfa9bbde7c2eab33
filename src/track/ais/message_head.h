// What every AIS message begins with, and the position and size fields that several share. Values are the standard's
// own integers, "not available" values included: nothing is lost before cleaning decides.
#pragma once

#include <cstdint>

#include "track/ais/payload.h"

namespace tarn::track::ais {

struct MessageHead {
  uint8_t type;    // 1..27
  uint8_t repeat;  // how often repeaters passed it on
  uint32_t mmsi;
};

inline MessageHead DecodeHead(const Payload& bits) {
  return {static_cast<uint8_t>(bits.Unsigned(0, 6)), static_cast<uint8_t>(bits.Unsigned(6, 2)), bits.Unsigned(8, 30)};
}

/// 1/10 000 minute, east and north positive; 181 and 91 degrees = not available.
struct Position {
  int32_t lon;
  int32_t lat;
};
inline constexpr int32_t kUnitsPerDegree = 600'000;
inline constexpr int32_t kNoLon = 181 * kUnitsPerDegree;
inline constexpr int32_t kNoLat = 91 * kUnitsPerDegree;

inline Position DecodePosition(const Payload& bits, int at) { return {bits.Signed(at, 28), bits.Signed(at + 28, 27)}; }

/// Metres from the antenna; all 0 = not available.
struct Dimensions {
  uint16_t to_bow;
  uint16_t to_stern;
  uint8_t to_port;
  uint8_t to_starboard;
};

inline Dimensions DecodeDimensions(const Payload& bits, int at) {
  return {static_cast<uint16_t>(bits.Unsigned(at, 9)), static_cast<uint16_t>(bits.Unsigned(at + 9, 9)),
          static_cast<uint8_t>(bits.Unsigned(at + 18, 6)), static_cast<uint8_t>(bits.Unsigned(at + 24, 6))};
}

}  // namespace tarn::track::ais
