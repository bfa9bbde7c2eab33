#include "track/ais/long_range_report.h"

namespace tarn::track::ais {

LongRangeReport LongRangeReport::Decode(const Payload& bits) {
  return {.head = DecodeHead(bits),
          .accurate = bits.Flag(38),
          .nav_status = static_cast<uint8_t>(bits.Unsigned(40, 4)),
          .position = {bits.Signed(44, 18) * 1000, bits.Signed(62, 17) * 1000},
          .sog = static_cast<uint8_t>(bits.Unsigned(79, 6)),
          .cog = static_cast<uint16_t>(bits.Unsigned(85, 9)),
          .position_old = bits.Flag(94)};
}

}  // namespace tarn::track::ais
