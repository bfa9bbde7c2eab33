#include "track/ais/log_decoder.h"

#include <bit>

namespace tarn::track::ais {

const LogDecoder::Result& LogDecoder::Decode(std::string_view text) {
  const auto& line = lines_.Read(text);
  result_ = Result{};
  result_.line = line.reception;
  result_.reception = line.reception;
  result_.first_line = line.reception.line;
  const auto bad = [&](Fault fault) -> const Result& {
    result_.outcome = Outcome::Bad;
    result_.fault = fault;
    return result_;
  };
  if (line.kind == LogLineReader::Kind::Other) return line.fault == Fault::None ? result_ : bad(line.fault);

  Sentence sentence;
  if (const Fault fault = ParseSentence(line.text, require_checksum_, &sentence); fault != Fault::None)
    return bad(fault);
  result_.own_ship = sentence.own_ship;

  payload_.Clear();
  Fault fault = Fault::None;
  if (sentence.parts == 1) {
    fault = payload_.Append(sentence.payload, sentence.fill_bits);
  } else {
    const Assembler::Pending* whole = assembler_.Add(sentence, line.reception);
    if (!whole) {
      result_.outcome = Outcome::Part;
      return result_;
    }
    for (size_t part = 0; part < whole->parts && fault == Fault::None; ++part)
      fault = payload_.Append(whole->payloads[part], whole->fill_bits[part]);
    result_.reception.time_us = whole->time_us;
    result_.reception.source = whole->source;
    result_.first_line = whole->line;
  }
  if (fault == Fault::None) fault = DecodeMessage(payload_, &message_);
  if (fault != Fault::None) return bad(fault);
  result_.outcome = Outcome::Complete;
  result_.message = &message_;
  return result_;
}

int64_t LogDecoder::waiting_parts() const {
  int64_t parts = 0;
  for (const auto& pending : assembler_.pending()) parts += std::popcount(pending.have);
  return parts;
}

}  // namespace tarn::track::ais
