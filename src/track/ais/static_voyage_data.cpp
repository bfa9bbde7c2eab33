#include "track/ais/static_voyage_data.h"

namespace tarn::track::ais {

StaticVoyageData StaticVoyageData::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .ais_version = static_cast<uint8_t>(bits.Unsigned(38, 2)),
          .imo = bits.Unsigned(40, 30),
          .callsign = bits.Text(70, 7),
          .name = bits.Text(112, 20),
          .ship_type = static_cast<uint8_t>(bits.Unsigned(232, 8)),
          .dimensions = DecodeDimensions(bits, 240),
          .epfd = static_cast<uint8_t>(bits.Unsigned(270, 4)),
          .eta = {static_cast<uint8_t>(bits.Unsigned(274, 4)), static_cast<uint8_t>(bits.Unsigned(278, 5)),
                  static_cast<uint8_t>(bits.Unsigned(283, 5)), static_cast<uint8_t>(bits.Unsigned(288, 6))},
          .draught = static_cast<uint8_t>(bits.Unsigned(294, 8)),
          .destination = bits.Text(302, 20)};
}

}  // namespace tarn::track::ais
