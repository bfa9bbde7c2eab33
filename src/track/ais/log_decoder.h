// Turns the lines of an AIS log, in order, into messages. Holds what lines say of each other: headers, groups and parts
// still waiting. Pure: no clock, no file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "track/ais/log_line.h"
#include "track/ais/sentence_decoder.h"

namespace tarn::track::ais {

struct LogDecoderOptions {
  TimeZone zone{};               // of times without an offset
  bool require_checksum = true;  // false: sentences with a wrong checksum or none are decoded all the same
};

class LogDecoder {
 public:
  explicit LogDecoder(const LogDecoderOptions& options = {})
      : lines_(options.zone), sentences_(options.require_checksum) {}

  /// `line` without its line end. What the result points to lives until the next call and no longer than `line`.
  const DecodeResult& Decode(std::string_view line);

  int64_t lines() const { return lines_.context().lines; }
  int64_t orphaned_parts() const { return sentences_.orphaned_parts(); }
  int64_t waiting_parts() const { return sentences_.waiting_parts(); }
  /// The log has ended: gives up the parts that wait, and returns them. They live until the next call.
  std::span<const Assembler::Orphan> GiveUp() { return sentences_.GiveUp(); }

  /// What a decoder needs to go on behind the last line, for checkpoints.
  void Save(Encoder& out) const;
  /// Throws Corruption if the bytes are not from Save.
  void Load(Decoder& in);

 private:
  LogLineReader lines_;
  SentenceDecoder sentences_;
  DecodeResult other_;
};

}  // namespace tarn::track::ais
