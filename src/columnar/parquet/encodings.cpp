#include "columnar/parquet/encodings.h"

#include <bit>
#include <type_traits>

namespace tarn::columnar::parquet {
namespace {

using duckdb::string_t;

constexpr size_t kDeltaBlock = 128;
constexpr size_t kMiniBlock = 32;

/// Least significant bit first. Writes whole words, so `out` needs eight spare bytes. Returns the end.
template <class T>
uint8_t* PackBits(const T* values, size_t count, int width, uint8_t* out) {
  uint64_t word = 0;
  int filled = 0;
  for (size_t i = 0; i < count; i++) {
    const auto value = static_cast<uint64_t>(values[i]);
    word |= value << filled;
    filled += width;
    if (filled >= 64) {
      std::memcpy(out, &word, 8);
      out += 8;
      filled -= 64;
      word = filled == 0 ? 0 : value >> (width - filled);
    }
  }
  std::memcpy(out, &word, 8);
  return out + (filled + 7) / 8;
}

template <class T>
void PackedGroups(const T* values, size_t count, int width, ByteBuffer& out) {
  const size_t groups = (count + 7) / 8;
  out.Varint(groups << 1 | 1);
  const size_t bytes = groups * static_cast<size_t>(width);
  uint8_t* to = out.Room(bytes + 16);
  const size_t whole = count / 8 * 8;
  to = PackBits(values, whole, width, to);
  if (whole < count) {
    T tail[8] = {};
    std::copy(values + whole, values + count, tail);
    PackBits(tail, 8, width, to);
  }
  out.Grow(bytes);
}

/// A run pays from where it saves more than the header of the group that it cuts off.
template <class T>
void Hybrid(std::span<const T> values, int width, ByteBuffer& out) {
  constexpr size_t kLeastRun = 16;
  const T* v = values.data();
  const size_t n = values.size();
  size_t packed_from = 0;
  for (size_t at = 0; at < n;) {
    size_t run = 1;
    while (at + run < n && v[at + run] == v[at]) run++;
    const size_t to_fill = (8 - (at - packed_from) % 8) % 8;  // what the open group of eight still needs
    if (run >= to_fill + kLeastRun) {
      if (at + to_fill > packed_from) PackedGroups(v + packed_from, at + to_fill - packed_from, width, out);
      RleRun(static_cast<uint32_t>(v[at]), run - to_fill, width, out);
      packed_from = at + run;
    }
    at += run;
  }
  if (packed_from < n) PackedGroups(v + packed_from, n - packed_from, width, out);
}

/// Differences wrap around in the width of T, as readers add them up.
template <class T>
void Delta(std::span<const T> values, ByteBuffer& out) {
  using U = std::make_unsigned_t<T>;
  out.Varint(kDeltaBlock);
  out.Varint(kDeltaBlock / kMiniBlock);
  out.Varint(values.size());
  out.ZigZag(values.empty() ? 0 : values[0]);
  const T* v = values.data();
  U deltas[kDeltaBlock];
  for (size_t at = 1; at < values.size(); at += kDeltaBlock) {
    const size_t count = std::min(kDeltaBlock, values.size() - at);
    auto least = static_cast<T>(static_cast<U>(v[at]) - static_cast<U>(v[at - 1]));
    for (size_t i = 0; i < count; i++) {
      deltas[i] = static_cast<U>(v[at + i]) - static_cast<U>(v[at + i - 1]);
      least = std::min(least, static_cast<T>(deltas[i]));
    }
    for (size_t i = 0; i < count; i++) deltas[i] -= static_cast<U>(least);
    std::fill(deltas + count, deltas + kDeltaBlock, U{0});
    out.ZigZag(least);
    uint8_t* widths = out.Room(4 + kDeltaBlock * sizeof(T) + 8);
    uint8_t* to = widths + 4;
    for (size_t mini = 0; mini < kDeltaBlock / kMiniBlock; mini++) {
      U used = 0;
      for (size_t i = 0; i < kMiniBlock; i++) used |= deltas[mini * kMiniBlock + i];
      const int width = static_cast<int>(std::bit_width(used));
      widths[mini] = static_cast<uint8_t>(width);
      // Mini-blocks behind the last value are absent; one that is begun is whole.
      if (mini * kMiniBlock < count && width) to = PackBits(deltas + mini * kMiniBlock, kMiniBlock, width, to);
    }
    out.SetEnd(to);
  }
}

/// What Delta makes of `count` zeros: after the header only zero bytes, five a block.
void DeltaZeros(size_t count, ByteBuffer& out) {
  out.Varint(kDeltaBlock);
  out.Varint(kDeltaBlock / kMiniBlock);
  out.Varint(count);
  out.ZigZag(0);
  if (count > 1) out.AppendZeros((count - 1 + kDeltaBlock - 1) / kDeltaBlock * 5);
}

}  // namespace

void RleRun(uint32_t value, uint64_t count, int bit_width, ByteBuffer& out) {
  out.Varint(count << 1);
  for (int bit = 0; bit < bit_width; bit += 8) out.Push(static_cast<uint8_t>(value >> bit));
}

void RleHybrid(std::span<const uint8_t> values, int bit_width, ByteBuffer& out) { Hybrid(values, bit_width, out); }
void RleHybrid(std::span<const uint32_t> values, int bit_width, ByteBuffer& out) { Hybrid(values, bit_width, out); }
void DeltaBinaryPacked(std::span<const int32_t> values, ByteBuffer& out) { Delta(values, out); }
void DeltaBinaryPacked(std::span<const int64_t> values, ByteBuffer& out) { Delta(values, out); }

void PlainStrings(std::span<const string_t> values, ByteBuffer& out) {
  size_t bytes = 0;
  for (const string_t& value : values) bytes += 4 + value.GetSize();
  uint8_t* to = out.Room(bytes + sizeof(string_t));
  for (const string_t& value : values) {
    const auto size = static_cast<uint32_t>(value.GetSize());
    if (value.IsInlined()) [[likely]] {
      // An inlined string_t is its length and its (up to 12) bytes: PLAIN's own layout.
      std::memcpy(to, static_cast<const void*>(&value), sizeof(string_t));
    } else {
      std::memcpy(to, &size, 4);
      std::memcpy(to + 4, value.GetData(), size);
    }
    to += 4 + size;
  }
  out.SetEnd(to);
}

void DeltaStrings(std::span<const string_t> values, ByteBuffer& out) {
  DeltaZeros(values.size(), out);
  size_t bytes = 0;
  bool same = true;
  for (const string_t& value : values) {
    bytes += value.GetSize();
    same &= value.GetSize() == values[0].GetSize();
  }
  if (same && !values.empty()) {
    out.Varint(kDeltaBlock);
    out.Varint(kDeltaBlock / kMiniBlock);
    out.Varint(values.size());
    out.ZigZag(static_cast<int64_t>(values[0].GetSize()));
    out.AppendZeros((values.size() - 1 + kDeltaBlock - 1) / kDeltaBlock * 5);
  } else {
    std::unique_ptr<int32_t[]> lengths(new int32_t[values.size()]);
    for (size_t i = 0; i < values.size(); i++) lengths[i] = static_cast<int32_t>(values[i].GetSize());
    Delta(std::span<const int32_t>(lengths.get(), values.size()), out);
  }
  uint8_t* to = out.Room(bytes + string_t::INLINE_BYTES);
  for (const string_t& value : values) {
    const size_t size = value.GetSize();
    if (value.IsInlined()) [[likely]] {
      std::memcpy(to, reinterpret_cast<const char*>(&value) + sizeof(uint32_t), string_t::INLINE_BYTES);
    } else {
      std::memcpy(to, value.GetData(), size);
    }
    to += size;
  }
  out.SetEnd(to);
}

void PlainBooleans(std::span<const uint8_t> values, ByteBuffer& out) {
  uint8_t* to = out.Room(values.size() / 8 + 16);
  const size_t bytes = (values.size() + 7) / 8;
  PackBits(values.data(), values.size(), 1, to);
  out.Grow(bytes);
}

}  // namespace tarn::columnar::parquet
