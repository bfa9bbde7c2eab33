#include "track/ais/static_data_report.h"

namespace tarn::track::ais {

StaticDataA StaticDataA::Decode(const Payload& bits) { return {.head = DecodeHead(bits), .name = bits.Text(40, 20)}; }

StaticDataB StaticDataB::Decode(const Payload& bits) {
  const MessageHead head = DecodeHead(bits);
  const bool auxiliary = head.mmsi / 10'000'000 == 98;
  return {.head = head,
          .ship_type = static_cast<uint8_t>(bits.Unsigned(40, 8)),
          .vendor = bits.Text(48, 3),
          .callsign = bits.Text(90, 7),
          .auxiliary = auxiliary,
          .mothership_mmsi = auxiliary ? bits.Unsigned(132, 30) : 0,
          .dimensions = auxiliary ? Dimensions{} : DecodeDimensions(bits, 132)};
}

}  // namespace tarn::track::ais
