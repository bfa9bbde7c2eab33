#include "track/ais/aircraft_report.h"

namespace tarn::track::ais {

AircraftReport AircraftReport::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .altitude = static_cast<uint16_t>(bits.Unsigned(38, 12)),
          .sog = static_cast<uint16_t>(bits.Unsigned(50, 10)),
          .accurate = bits.Flag(60),
          .position = DecodePosition(bits, 61),
          .cog = static_cast<uint16_t>(bits.Unsigned(116, 12)),
          .utc_second = static_cast<uint8_t>(bits.Unsigned(128, 6))};
}

}  // namespace tarn::track::ais
