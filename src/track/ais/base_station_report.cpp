#include "track/ais/base_station_report.h"

namespace tarn::track::ais {

BaseStationReport BaseStationReport::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .year = static_cast<uint16_t>(bits.Unsigned(38, 14)),
          .month = static_cast<uint8_t>(bits.Unsigned(52, 4)),
          .day = static_cast<uint8_t>(bits.Unsigned(56, 5)),
          .hour = static_cast<uint8_t>(bits.Unsigned(61, 5)),
          .minute = static_cast<uint8_t>(bits.Unsigned(66, 6)),
          .second = static_cast<uint8_t>(bits.Unsigned(72, 6)),
          .accurate = bits.Flag(78),
          .position = DecodePosition(bits, 79),
          .epfd = static_cast<uint8_t>(bits.Unsigned(134, 4)),
          .raim = bits.Flag(148)};
}

}  // namespace tarn::track::ais
