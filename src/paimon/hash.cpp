#include "paimon/hash.h"

#include <bit>

#include "base/bytes.h"

namespace tarn::paimon {

int32_t HashRow(std::string_view row) {
  uint32_t hash = 42;
  for (size_t at = 0; at + 4 <= row.size(); at += 4) {
    uint32_t word = LoadLe<uint32_t>(row.data() + at) * 0xcc9e2d51u;
    word = std::rotl(word, 15) * 0x1b873593u;
    hash = std::rotl(hash ^ word, 13) * 5 + 0xe6546b64u;
  }
  hash ^= static_cast<uint32_t>(row.size());
  hash = (hash ^ hash >> 16) * 0x85ebca6bu;
  hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
  return static_cast<int32_t>(hash ^ hash >> 16);
}

}  // namespace tarn::paimon
