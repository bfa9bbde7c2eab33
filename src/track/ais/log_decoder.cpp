#include "track/ais/log_decoder.h"

#include "base/error.h"

namespace tarn::track::ais {
namespace {

constexpr uint8_t kStateVersion = 2;

}  // namespace

const DecodeResult& LogDecoder::Decode(std::string_view text) {
  const auto& line = lines_.Read(text);
  if (line.kind == LogLineReader::Kind::Sentence) return sentences_.Decode(line.text, line.reception);
  other_ = DecodeResult{};
  other_.outcome = line.fault == Fault::None ? Outcome::Other : Outcome::Bad;
  other_.fault = line.fault;
  other_.line = line.reception;
  other_.reception = line.reception;
  other_.first_line = line.reception.line;
  return other_;
}

void LogDecoder::Save(Encoder& out) const {
  const auto& context = lines_.context();
  out.U8(kStateVersion).I64(context.lines).I64(context.header_time_us).Str(context.header_source);
  out.I64(context.clock_us).I64(context.last_time_us).I64(static_cast<int64_t>(context.groups.size()));
  for (const auto& group : context.groups) out.I64(group.id).I64(group.time_us).Str(group.source);
  sentences_.Save(out);
}

void LogDecoder::Load(Decoder& in) {
  if (in.U8() != kStateVersion)
    throw Error(ErrorCode::Corruption, "the saved position in an AIS log was written by another version");
  LogLineReader::Context context;
  context.lines = in.I64();
  context.header_time_us = in.I64();
  context.header_source = in.Str();
  context.clock_us = in.I64();
  context.last_time_us = in.I64();
  for (int64_t count = in.I64(); count > 0; --count) {
    LogLineReader::Context::Group group;
    group.id = in.I64();
    group.time_us = in.I64();
    group.source = in.Str();
    context.groups.push_back(std::move(group));
  }
  sentences_.Load(in);
  lines_.Restore(std::move(context));
}

}  // namespace tarn::track::ais
