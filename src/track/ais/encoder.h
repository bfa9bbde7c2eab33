// The other way round: messages to sentences, for the simulator and for tests. Writes what the decoder reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "track/ais/message.h"

namespace tarn::track::ais {

/// Bits of one message, most significant first.
class PayloadWriter {
 public:
  PayloadWriter& Unsigned(uint32_t value, int width);
  PayloadWriter& Signed(int32_t value, int width) { return Unsigned(static_cast<uint32_t>(value), width); }
  /// Upper-case letters, digits and the like; '@' pads; what six bits cannot say becomes '?'.
  PayloadWriter& Text(std::string_view text, int characters);

  /// Armoured characters and how many bits the last of them is filled up with.
  std::string Armoured(int* fill_bits) const;

 private:
  std::string bits_;  // one character a bit: this is no hot path
};

PayloadWriter Encode(const PositionReport& message);
PayloadWriter Encode(const StaticVoyageData& message);
PayloadWriter Encode(const ClassBReport& message);
PayloadWriter Encode(const StaticDataA& message);

/// "!" + body + "*" + checksum.
std::string WithChecksum(std::string_view body);
/// One sentence, or as many as the payload needs (56 characters each), without line ends.
std::vector<std::string> ToSentences(const PayloadWriter& payload, char channel, int sequence);

}  // namespace tarn::track::ais
