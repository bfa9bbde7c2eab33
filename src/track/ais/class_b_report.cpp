#include "track/ais/class_b_report.h"

namespace tarn::track::ais {

ClassBReport ClassBReport::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .sog = static_cast<uint16_t>(bits.Unsigned(46, 10)),
          .accurate = bits.Flag(56),
          .position = DecodePosition(bits, 57),
          .cog = static_cast<uint16_t>(bits.Unsigned(112, 12)),
          .heading = static_cast<uint16_t>(bits.Unsigned(124, 9)),
          .utc_second = static_cast<uint8_t>(bits.Unsigned(133, 6))};
}

ClassBExtendedReport ClassBExtendedReport::Decode(const Payload& bits) {
  return {.report = ClassBReport::Decode(bits),
          .name = bits.Text(143, 20),
          .ship_type = static_cast<uint8_t>(bits.Unsigned(263, 8)),
          .dimensions = DecodeDimensions(bits, 271)};
}

}  // namespace tarn::track::ais
