// Any bytes as an AIS log: the decoder may refuse every line, but must neither crash nor read what is not there, and a
// decoder that goes on from a saved state must see what the other one sees.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "track/ais/log_decoder.h"
#include "track/ais/report_csv.h"

namespace {

using namespace tarn;
using namespace tarn::track;

std::string Describe(const ais::DecodeResult& result) {
  std::string text = std::to_string(static_cast<int>(result.outcome)) + std::string(ais::Reason(result.fault));
  if (result.outcome != ais::Outcome::Complete) return text;
  ais::PositionRow position;
  ais::StaticRow info;
  if (ais::ToPosition(*result.message, &position)) ais::AppendCsv(position, result.reception, &text);
  if (ais::ToStatic(*result.message, &info)) ais::AppendCsv(info, result.reception, &text);
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view log(reinterpret_cast<const char*>(data), size);
  ais::LogDecoder straight;
  ais::LogDecoder restarted;
  const ais::LogDecoderOptions lax{.require_checksum = false};
  ais::LogDecoder unchecked(lax);
  for (size_t at = 0; at <= log.size();) {
    const size_t end = std::min(log.find('\n', at), log.size());
    const std::string line(log.substr(at, end - at));  // a copy, so that reading beyond its end is noticed
    const std::string expected = Describe(straight.Decode(line));
    if (Describe(restarted.Decode(line)) != expected) std::abort();
    Describe(unchecked.Decode(line));
    Encoder state;
    restarted.Save(state);
    restarted = ais::LogDecoder();
    Decoder in(state.bytes());
    restarted.Load(in);
    if (!in.AtEnd()) std::abort();
    at = end + 1;
  }
  return 0;
}
