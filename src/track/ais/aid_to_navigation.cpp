#include "track/ais/aid_to_navigation.h"

#include <algorithm>

namespace tarn::track::ais {
namespace {

constexpr int kExtensionAt = 272;
constexpr int kMaxExtension = 14;

}  // namespace

AidToNavigation AidToNavigation::Decode(const Payload& bits) {
  const int extension = std::clamp((bits.size() - kExtensionAt) / 6, 0, kMaxExtension);
  return {.head = DecodeHead(bits),
          .aid_type = static_cast<uint8_t>(bits.Unsigned(38, 5)),
          .name = bits.Text(43, 20),
          .name_extension = bits.Text(kExtensionAt, extension),
          .accurate = bits.Flag(163),
          .position = DecodePosition(bits, 164),
          .dimensions = DecodeDimensions(bits, 219),
          .epfd = static_cast<uint8_t>(bits.Unsigned(249, 4)),
          .utc_second = static_cast<uint8_t>(bits.Unsigned(253, 6)),
          .off_position = bits.Flag(259),
          .virtual_aid = bits.Flag(269)};
}

}  // namespace tarn::track::ais
