#include "columnar/parquet/levels.h"

#include <bit>

namespace tarn::columnar::parquet {
namespace {

template <class Write>
void WithLength(ByteBuffer& out, Write write) {
  const size_t at = out.size();
  out.AppendZeros(4);
  write();
  const auto length = static_cast<uint32_t>(out.size() - at - 4);
  std::memcpy(out.data() + at, &length, 4);
}

}  // namespace

void Levels::AddSlots(const Slots& slots, const std::vector<uint8_t>& definition) {
  if (definition_.empty()) definition_.assign(count_, max_definition_);
  definition_.insert(definition_.end(), definition.begin(), definition.end());
  if (max_repetition_ > 0) repetition_.insert(repetition_.end(), slots.repetition.begin(), slots.repetition.end());
  count_ += slots.size();
}

void Levels::Clear() {
  count_ = 0;
  definition_.clear();
  repetition_.clear();
}

void Levels::Release() {
  count_ = 0;
  definition_ = std::vector<uint8_t>();  // "= {}" would keep the room
  repetition_ = std::vector<uint8_t>();
}

void Levels::Encode(size_t from, size_t to, ByteBuffer& out) const {
  if (max_repetition_ > 0) {
    WithLength(
        out, [&] { RleHybrid(std::span(repetition_).subspan(from, to - from), std::bit_width(max_repetition_), out); });
  }
  if (max_definition_ == 0) return;
  const int width = std::bit_width(max_definition_);
  WithLength(out, [&] {
    if (definition_.empty()) {
      RleRun(max_definition_, to - from, width, out);
    } else {
      RleHybrid(std::span(definition_).subspan(from, to - from), width, out);
    }
  });
}

}  // namespace tarn::columnar::parquet
