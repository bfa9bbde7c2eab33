#include "orc/run_length.h"

#include "base/bytes.h"

namespace tarn::orc {
namespace {

constexpr int kMinRun = 3;

// Widths of packed values by their 5-bit code.
constexpr int kWidths[32] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                             17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30, 32, 40, 48, 56, 64};

int NextWidth(int bits) {
  for (const int width : kWidths)
    if (width >= bits) return width;
  return 64;
}

uint64_t BigEndian(ByteCursor& in, int bytes) {
  uint64_t value = 0;
  for (const char byte : in.Take(static_cast<uint64_t>(bytes))) value = value << 8 | static_cast<uint8_t>(byte);
  return value;
}

// Values of `width` bits packed from the highest bit on; what is left of the last byte is padding.
class BitReader {
 public:
  explicit BitReader(ByteCursor& in) : in_(in) {}

  uint64_t Next(int width) {
    uint64_t value = 0;
    for (int left = width; left > 0;) {
      if (bits_ == 0) {
        byte_ = static_cast<uint8_t>(in_.Take(1, "packed bits")[0]);
        bits_ = 8;
      }
      const int take = std::min(left, bits_);
      value = value << take | (byte_ >> (bits_ - take) & ((1u << take) - 1));
      bits_ -= take;
      left -= take;
    }
    return value;
  }

 private:
  ByteCursor& in_;
  unsigned byte_ = 0;
  int bits_ = 0;
};

class IntegerReader {
 public:
  IntegerReader(std::string_view stream, bool is_signed, uint64_t count)
      : in_(stream), is_signed_(is_signed), count_(count) {
    values_.reserve(std::min<uint64_t>(count, 1 << 16));
  }

  std::vector<int64_t> Read(IntEncoding encoding) {
    while (values_.size() < count_) encoding == IntEncoding::V1 ? RunV1() : RunV2();
    if (values_.size() > count_) in_.Fail("as many integers as the column has");
    return std::move(values_);
  }

 private:
  int64_t Varint() { return is_signed_ ? in_.Zigzag() : static_cast<int64_t>(in_.Varint()); }
  int64_t Unpacked(uint64_t bits) const { return is_signed_ ? ZigzagDecode(bits) : static_cast<int64_t>(bits); }

  void RunV1() {
    const auto control = in_.Le<int8_t>("a run of integers");
    if (control < 0) {
      for (int i = 0; i < -control; ++i) values_.push_back(Varint());
      return;
    }
    const auto delta = in_.Le<int8_t>("the delta of a run");
    uint64_t value = static_cast<uint64_t>(Varint());
    for (int i = 0; i < control + kMinRun; ++i, value += static_cast<uint64_t>(static_cast<int64_t>(delta)))
      values_.push_back(static_cast<int64_t>(value));
  }

  void RunV2() {
    const auto first = in_.Le<uint8_t>("a run of integers");
    if (first >> 6 == 0) {  // short repeat
      const int64_t value = Unpacked(BigEndian(in_, (first >> 3 & 7) + 1));
      values_.insert(values_.end(), static_cast<size_t>(first & 7) + kMinRun, value);
      return;
    }
    const int code = first >> 1 & 31;
    const int length = ((first & 1) << 8 | in_.Le<uint8_t>()) + 1;
    switch (first >> 6) {
      case 1:
        return Direct(kWidths[code], length);
      case 2:
        return PatchedBase(kWidths[code], length);
      default:
        return Delta(code == 0 ? 0 : kWidths[code], length);
    }
  }

  void Direct(int width, int length) {
    BitReader bits(in_);
    for (int i = 0; i < length; ++i) values_.push_back(Unpacked(bits.Next(width)));
  }

  void PatchedBase(int width, int length) {
    const auto third = in_.Le<uint8_t>(), fourth = in_.Le<uint8_t>();
    const int base_bytes = (third >> 5 & 7) + 1, patch_width = kWidths[third & 31];
    const int gap_width = (fourth >> 5 & 7) + 1, patches = fourth & 31;
    // The base keeps its sign in its highest bit.
    const uint64_t raw = BigEndian(in_, base_bytes), sign = uint64_t{1} << (8 * base_bytes - 1);
    const uint64_t base = raw & sign ? ~(raw & ~sign) + 1 : raw;
    std::vector<uint64_t> offsets;
    {
      BitReader bits(in_);
      for (int i = 0; i < length; ++i) offsets.push_back(bits.Next(width));
    }
    BitReader bits(in_);
    const int entry_width = NextWidth(gap_width + patch_width);
    if (gap_width + patch_width > 64 || width >= 64) in_.Fail("a patch list of at most 64 bits");
    size_t at = 0;
    for (int i = 0; i < patches; ++i) {
      const uint64_t entry = bits.Next(entry_width);
      at += patch_width == 64 ? 0 : entry >> patch_width;
      if (at >= offsets.size()) in_.Fail("a patch within the run");
      offsets[at] |= (entry & (patch_width == 64 ? ~uint64_t{0} : (uint64_t{1} << patch_width) - 1)) << width;
    }
    for (const auto offset : offsets) values_.push_back(static_cast<int64_t>(base + offset));
  }

  void Delta(int width, int length) {
    uint64_t value = static_cast<uint64_t>(Varint());
    const int64_t step = in_.Zigzag("the delta of a run");
    values_.push_back(static_cast<int64_t>(value));
    BitReader bits(in_);
    for (int i = 1; i < length; ++i) {
      if (i == 1 || width == 0) {
        value += static_cast<uint64_t>(step);
      } else {
        const uint64_t delta = bits.Next(width);
        value = step < 0 ? value - delta : value + delta;
      }
      values_.push_back(static_cast<int64_t>(value));
    }
  }

  ByteCursor in_;
  const bool is_signed_;
  const uint64_t count_;
  std::vector<int64_t> values_;
};

}  // namespace

std::vector<int64_t> DecodeIntegers(std::string_view stream, IntEncoding encoding, bool is_signed, uint64_t count) {
  return IntegerReader(stream, is_signed, count).Read(encoding);
}

std::vector<uint8_t> DecodeBytes(std::string_view stream, uint64_t count) {
  ByteCursor in(stream);
  std::vector<uint8_t> bytes;
  while (bytes.size() < count) {
    const auto control = in.Le<int8_t>("a run of bytes");
    if (control < 0) {
      for (const char byte : in.Take(static_cast<uint64_t>(-control))) bytes.push_back(static_cast<uint8_t>(byte));
    } else {
      bytes.insert(bytes.end(), static_cast<size_t>(control) + kMinRun, in.Le<uint8_t>());
    }
  }
  bytes.resize(count);
  return bytes;
}

std::vector<bool> DecodeBits(std::string_view stream, uint64_t count) {
  const auto bytes = DecodeBytes(stream, (count + 7) / 8);
  std::vector<bool> bits(count);
  for (uint64_t i = 0; i < count; ++i) bits[i] = (bytes[i / 8] >> (7 - i % 8) & 1) != 0;
  return bits;
}

}  // namespace tarn::orc
