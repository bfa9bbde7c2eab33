// Turns the lines of an AIS log, in order, into messages. Holds what lines say of each other: headers, groups and parts
// still waiting. Pure: no clock, no file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "track/ais/assembler.h"
#include "track/ais/log_line.h"
#include "track/ais/message.h"

namespace tarn::track::ais {

struct LogDecoderOptions {
  TimeZone zone;                 // of times without an offset
  bool require_checksum = true;  // false: sentences with a wrong checksum or none are decoded all the same
};

class LogDecoder {
 public:
  enum class Outcome {
    Complete,  // the line completed `message`
    Part,      // the line holds a part of a message that lacks others
    Other,     // a header, a comment, a sentence that is not AIS
    Bad        // see `fault`
  };
  struct Result {
    Outcome outcome = Outcome::Other;
    Fault fault = Fault::None;
    bool own_ship = false;
    Reception reception;     // of the message's first part, or of the line
    int64_t first_line = 0;  // the message's first part
    const Message* message = nullptr;
    Reception line;  // of this line itself
  };

  explicit LogDecoder(const LogDecoderOptions& options = {})
      : require_checksum_(options.require_checksum), lines_(options.zone) {}

  /// `line` without its line end. What the result points to lives until the next call and no longer than `line`.
  const Result& Decode(std::string_view line);

  int64_t lines() const { return lines_.context().lines; }
  /// Parts whose message never became complete, so far; those still waiting are not among them.
  int64_t orphaned_parts() const { return assembler_.orphaned(); }
  int64_t waiting_parts() const;

  /// What a decoder needs to go on behind the last line, for checkpoints.
  std::string SaveState() const;
  /// Throws Corruption if the bytes are not from SaveState.
  void RestoreState(std::string_view state);

 private:
  bool require_checksum_;
  LogLineReader lines_;
  Assembler assembler_;
  Payload payload_;
  Message message_;
  Result result_;
};

}  // namespace tarn::track::ais
