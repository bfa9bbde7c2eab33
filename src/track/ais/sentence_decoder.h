// Sentences, in the order in which they were received, to messages. Holds the parts that still wait for others.
#pragma once

#include <span>
#include <string_view>

#include "base/encoding.h"
#include "track/ais/assembler.h"
#include "track/ais/message.h"

namespace tarn::track::ais {

enum class Outcome {
  Complete,  // the line completed `message`
  Part,      // the line holds a part of a message that lacks others
  Other,     // a header, a comment, a sentence that is not AIS
  Bad        // see `fault`
};

struct DecodeResult {
  Outcome outcome = Outcome::Other;
  Fault fault = Fault::None;
  bool own_ship = false;
  Reception reception;     // of the message's first part, or of the line
  int64_t first_line = 0;  // the message's first part
  const Message* message = nullptr;
  Reception line;  // of this line itself
  /// Earlier parts of which the line made plain that their others do not come.
  std::span<const Assembler::Orphan> orphans{};
};

class SentenceDecoder {
 public:
  /// require_checksum = false: sentences with a wrong checksum or none are decoded all the same.
  explicit SentenceDecoder(bool require_checksum = true) : require_checksum_(require_checksum) {}

  /// `text` begins at '!'. What the result points to lives until the next call and no longer than the arguments.
  const DecodeResult& Decode(std::string_view text, const Reception& reception);

  /// Parts whose message never became complete, so far; those still waiting are not among them.
  int64_t orphaned_parts() const { return assembler_.orphaned(); }
  int64_t waiting_parts() const;
  /// The log has ended: gives up the parts that wait, and returns them. They live until the next call.
  std::span<const Assembler::Orphan> GiveUp();

  void Save(Encoder& out) const;
  void Load(Decoder& in);

 private:
  bool require_checksum_;
  Assembler assembler_;
  Payload payload_;
  Message message_;
  DecodeResult result_;
};

}  // namespace tarn::track::ais
