#include "track/ais/sentence_decoder.h"

#include <bit>

#include "base/error.h"

namespace tarn::track::ais {

const DecodeResult& SentenceDecoder::Decode(std::string_view text, const Reception& reception) {
  result_ = DecodeResult{};
  result_.line = reception;
  result_.reception = reception;
  result_.first_line = reception.line;
  const auto bad = [&](Fault fault) -> const DecodeResult& {
    result_.outcome = Outcome::Bad;
    result_.fault = fault;
    return result_;
  };
  Sentence sentence;
  if (const Fault fault = ParseSentence(text, require_checksum_, &sentence); fault != Fault::None) return bad(fault);
  result_.own_ship = sentence.own_ship;

  payload_.Clear();
  Fault fault = Fault::None;
  if (sentence.parts == 1) {
    fault = payload_.Append(sentence.payload, sentence.fill_bits);
  } else {
    const Assembler::Pending* whole = assembler_.Add(sentence, reception);
    result_.orphans = assembler_.orphans();
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

int64_t SentenceDecoder::waiting_parts() const {
  int64_t parts = 0;
  for (const auto& pending : assembler_.pending()) parts += std::popcount(pending.have);
  return parts;
}

std::span<const Assembler::Orphan> SentenceDecoder::GiveUp() {
  assembler_.GiveUp();
  return assembler_.orphans();
}

void SentenceDecoder::Save(Encoder& out) const {
  out.I64(assembler_.orphaned()).I64(static_cast<int64_t>(assembler_.pending().size()));
  for (const auto& p : assembler_.pending()) {
    out.Str(p.source).I64(p.time_us).I64(p.line).I64(p.group);
    out.U8(p.lowest_part).U8(p.parts).U8(static_cast<uint8_t>(p.sequence)).U8(static_cast<uint8_t>(p.channel));
    out.Bool(p.own_ship).I64(p.have);
    for (size_t part = 0; part < p.parts; ++part) {
      out.Str(p.payloads[part]).U8(p.fill_bits[part]).I64(p.lines[part]).Str(p.texts[part]);
    }
  }
}

void SentenceDecoder::Load(Decoder& in) {
  const int64_t orphaned = in.I64();
  std::vector<Assembler::Pending> pending;
  for (int64_t count = in.I64(); count > 0; --count) {
    Assembler::Pending p;
    p.source = in.Str();
    p.time_us = in.I64();
    p.line = in.I64();
    p.group = in.I64();
    p.lowest_part = in.U8();
    p.parts = in.U8();
    p.sequence = static_cast<int8_t>(in.U8());
    p.channel = static_cast<char>(in.U8());
    p.own_ship = in.Bool();
    p.have = static_cast<uint16_t>(in.I64());
    if (p.parts > p.payloads.size()) throw Error(ErrorCode::Corruption, "saved parts of AIS messages are damaged");
    for (size_t part = 0; part < p.parts; ++part) {
      p.payloads[part] = in.Str();
      p.fill_bits[part] = in.U8();
      p.lines[part] = in.I64();
      p.texts[part] = in.Str();
    }
    pending.push_back(std::move(p));
  }
  assembler_.Restore(std::move(pending), orphaned);
}

}  // namespace tarn::track::ais
