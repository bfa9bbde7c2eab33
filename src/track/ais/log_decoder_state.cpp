// The bytes of LogDecoder::SaveState: a version, then fields in order; integers as 8 bytes little-endian, texts as
// length and bytes. Read back only by the same version.
#include <bit>
#include <cstring>

#include "base/error.h"
#include "track/ais/log_decoder.h"

namespace tarn::track::ais {
namespace {

static_assert(std::endian::native == std::endian::little);
constexpr int64_t kVersion = 1;

class Writer {
 public:
  void Int(int64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void Text(std::string_view text) {
    Int(static_cast<int64_t>(text.size()));
    bytes_.append(text);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  int64_t Int() {
    int64_t value;
    std::memcpy(&value, Bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::string Text() { return std::string(Bytes(Count())); }
  size_t Count() {
    const int64_t count = Int();
    if (count < 0 || static_cast<uint64_t>(count) > bytes_.size()) Fail();
    return static_cast<size_t>(count);
  }
  void End() const {
    if (!bytes_.empty()) Fail();
  }
  [[noreturn]] static void Fail() {
    throw Error(ErrorCode::Corruption, "the saved position of an AIS log is damaged or of another version");
  }

 private:
  std::string_view Bytes(size_t count) {
    if (count > bytes_.size()) Fail();
    const auto bytes = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return bytes;
  }

  std::string_view bytes_;
};

}  // namespace

std::string LogDecoder::SaveState() const {
  Writer out;
  out.Int(kVersion);
  const auto& context = lines_.context();
  out.Int(context.lines);
  out.Int(context.header_time_us);
  out.Text(context.header_source);
  out.Int(context.clock_us);
  out.Int(context.last_time_us);
  out.Int(static_cast<int64_t>(context.groups.size()));
  for (const auto& group : context.groups) {
    out.Int(group.id);
    out.Int(group.time_us);
    out.Text(group.source);
  }
  out.Int(assembler_.orphaned());
  out.Int(static_cast<int64_t>(assembler_.pending().size()));
  for (const auto& p : assembler_.pending()) {
    out.Text(p.source);
    out.Int(p.time_us);
    out.Int(p.line);
    out.Int(p.group);
    out.Int(p.lowest_part);
    out.Int(p.parts);
    out.Int(p.sequence);
    out.Int(p.channel);
    out.Int(p.own_ship);
    out.Int(p.have);
    for (size_t part = 0; part < p.payloads.size(); ++part) {
      out.Text(p.payloads[part]);
      out.Int(p.fill_bits[part]);
    }
  }
  return out.Take();
}

void LogDecoder::RestoreState(std::string_view state) {
  Reader in(state);
  if (in.Int() != kVersion) Reader::Fail();
  LogLineReader::Context context;
  context.lines = in.Int();
  context.header_time_us = in.Int();
  context.header_source = in.Text();
  context.clock_us = in.Int();
  context.last_time_us = in.Int();
  context.groups.resize(in.Count());
  for (auto& group : context.groups) {
    group.id = in.Int();
    group.time_us = in.Int();
    group.source = in.Text();
  }
  const int64_t orphaned = in.Int();
  std::vector<Assembler::Pending> pending(in.Count());
  for (auto& p : pending) {
    p.source = in.Text();
    p.time_us = in.Int();
    p.line = in.Int();
    p.group = in.Int();
    p.lowest_part = static_cast<uint8_t>(in.Int());
    p.parts = static_cast<uint8_t>(in.Int());
    p.sequence = static_cast<int8_t>(in.Int());
    p.channel = static_cast<char>(in.Int());
    p.own_ship = in.Int() != 0;
    p.have = static_cast<uint16_t>(in.Int());
    for (size_t part = 0; part < p.payloads.size(); ++part) {
      p.payloads[part] = in.Text();
      p.fill_bits[part] = static_cast<uint8_t>(in.Int());
    }
    if (p.parts > p.payloads.size() || p.lowest_part > 9) Reader::Fail();
  }
  in.End();
  lines_.Restore(std::move(context));
  assembler_.Restore(std::move(pending), orphaned);
}

}  // namespace tarn::track::ais
