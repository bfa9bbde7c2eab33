#include "track/ais/sentence.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/hex.h"

namespace tarn::track::ais {
namespace {

/// A field of one digit; `absent` where it is empty, -2 where it is anything else.
int Digit(std::string_view field, int absent) {
  if (field.empty()) return absent;
  if (field.size() == 1 && field[0] >= '0' && field[0] <= '9') return field[0] - '0';
  return -2;
}

constexpr size_t kFields = 7;

}  // namespace

uint8_t Checksum(std::string_view bytes) {
  uint64_t folded = 0;
  size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    folded ^= word;
  }
  folded ^= folded >> 32;
  folded ^= folded >> 16;
  folded ^= folded >> 8;
  auto sum = static_cast<uint8_t>(folded);
  for (; at < bytes.size(); ++at) sum = static_cast<uint8_t>(sum ^ static_cast<uint8_t>(bytes[at]));
  return sum;
}

size_t FindSentence(std::string_view line) {
  for (size_t at = line.find('!'); at != std::string_view::npos; at = line.find('!', at + 1)) {
    const auto rest = line.substr(at);
    if (rest.size() >= 7 && rest[3] == 'V' && rest[4] == 'D' && (rest[5] == 'M' || rest[5] == 'O') && rest[6] == ',')
      return at;
  }
  return std::string_view::npos;
}

Fault ParseSentence(std::string_view text, bool require_checksum, Sentence* sentence) {
  size_t star = text.find('*');
  if (require_checksum) {
    if (star == std::string_view::npos) return Fault::NoChecksum;
    const int expected = HexByte(text.substr(star + 1));
    if (expected < 0) return Fault::NoChecksum;
    if (Checksum(text.substr(1, star - 1)) != expected) return Fault::BadChecksum;
  } else if (star == std::string_view::npos) {
    star = text.size();
  }

  std::array<std::string_view, kFields> field;
  size_t count = 0;
  for (size_t at = 0; count < kFields; ++count) {
    const auto* comma = static_cast<const char*>(std::memchr(text.data() + at, ',', star - at));
    const size_t end = comma ? static_cast<size_t>(comma - text.data()) : star;
    field[count] = text.substr(at, end - at);
    at = end + 1;
    if (!comma) {
      ++count;
      break;
    }
  }
  if (count < kFields || field[0].size() != 6) return Fault::BadFields;

  const int parts = Digit(field[1], -2);
  const int part = Digit(field[2], -2);
  const int sequence = Digit(field[3], -1);
  // Some senders leave the fill bits of a part out.
  const int fill_bits = Digit(field[6], 0);
  if (parts < 1 || part < 1 || part > parts || sequence < -1 || fill_bits < 0 || fill_bits > 5 || field[4].size() > 1)
    return Fault::BadFields;
  if (field[5].empty()) return Fault::EmptyPayload;

  sentence->talker = field[0].substr(1, 2);
  sentence->own_ship = field[0][5] == 'O';
  sentence->parts = static_cast<uint8_t>(parts);
  sentence->part = static_cast<uint8_t>(part);
  sentence->sequence = static_cast<int8_t>(sequence);
  sentence->channel = field[4].empty() ? '\0' : field[4][0];
  sentence->payload = field[5];
  sentence->fill_bits = static_cast<uint8_t>(fill_bits);
  sentence->trailer = text.substr(std::min(star + 3, text.size()));
  return Fault::None;
}

}  // namespace tarn::track::ais
