#include "track/ais/position_report.h"

namespace tarn::track::ais {

PositionReport PositionReport::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .nav_status = static_cast<uint8_t>(bits.Unsigned(38, 4)),
          .rot = static_cast<int8_t>(bits.Signed(42, 8)),
          .sog = static_cast<uint16_t>(bits.Unsigned(50, 10)),
          .accurate = bits.Flag(60),
          .position = DecodePosition(bits, 61),
          .cog = static_cast<uint16_t>(bits.Unsigned(116, 12)),
          .heading = static_cast<uint16_t>(bits.Unsigned(128, 9)),
          .utc_second = static_cast<uint8_t>(bits.Unsigned(137, 6)),
          .maneuver = static_cast<uint8_t>(bits.Unsigned(143, 2)),
          .raim = bits.Flag(148)};
}

}  // namespace tarn::track::ais
