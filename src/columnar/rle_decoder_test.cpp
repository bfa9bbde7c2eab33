#include "columnar/parquet/rle_decoder.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "columnar/parquet/bit_unpack.h"
#include "columnar/parquet/encodings.h"
#include "columnar/parquet/page.h"

namespace tarn::columnar::parquet {
namespace {

/// What is encoded, with the spare bytes that decoders may look at.
class Encoded {
 public:
  explicit Encoded(ByteBuffer buffer) : buffer_(std::move(buffer)), bytes_(buffer_.size()) {
    std::memset(buffer_.Room(kSpareBytes), 0xA5, kSpareBytes);
  }
  std::span<const uint8_t> bytes(size_t without = 0) const { return {buffer_.data(), bytes_ - without}; }

 private:
  ByteBuffer buffer_;
  size_t bytes_;
};

/// Stretches of one value among stretches of any.
std::vector<uint32_t> RandomValues(std::mt19937_64& random, int width, size_t count) {
  const auto any = [&] { return static_cast<uint32_t>(random() & ((uint64_t{1} << width) - 1)); };
  std::vector<uint32_t> values;
  while (values.size() < count) {
    const size_t stretch = std::min<size_t>(1 + random() % 60, count - values.size());
    if (random() % 3 == 0) {
      values.insert(values.end(), stretch, any());
    } else {
      for (size_t i = 0; i < stretch; i++) values.push_back(any());
    }
  }
  return values;
}

TEST(RleDecoder, GivesWhatWasEncodedInEveryWidth) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int width = 0; width <= kMostBits; width++) {
    for (int round = 0; round < 20; round++) {
      const auto values = RandomValues(random, width, random() % 700);
      ByteBuffer buffer;
      RleHybrid(std::span<const uint32_t>(values), width, buffer);
      const Encoded encoded(std::move(buffer));
      std::vector<uint32_t> wide(values.size());
      DecodeRleHybrid(encoded.bytes(), width, wide.size(), wide.data());
      ASSERT_EQ(wide, values) << "width " << width;
      if (width > 16) continue;
      std::vector<uint16_t> narrow(values.size() + 1, 0xBEEF);
      DecodeRleHybrid(encoded.bytes(), width, values.size(), narrow.data());
      ASSERT_EQ(narrow.back(), 0xBEEF) << "written behind the end";
      narrow.pop_back();
      ASSERT_TRUE(std::equal(values.begin(), values.end(), narrow.begin(), narrow.end())) << "width " << width;
    }
  }
}

TEST(RleDecoder, BytesThatEndTooEarlyAreDamaged) {
  std::mt19937_64 random(7);
  for (int width = 1; width <= 16; width++) {
    const auto values = RandomValues(random, width, 400);
    ByteBuffer buffer;
    RleHybrid(std::span<const uint32_t>(values), width, buffer);
    const Encoded encoded(std::move(buffer));
    std::vector<uint16_t> out(values.size());
    for (size_t without = 1; without <= encoded.bytes().size(); without++) {
      try {
        DecodeRleHybrid(encoded.bytes(without), width, out.size(), out.data());
        // What filled up the last group.
        EXPECT_LT(without, static_cast<size_t>(width)) << "width " << width;
        EXPECT_TRUE(std::equal(values.begin(), values.end(), out.begin(), out.end())) << "width " << width;
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::Corruption);
      }
    }
  }
}

TEST(RleDecoder, TheLastGroupMayBeCutOffBehindItsValues) {
  ByteBuffer buffer;
  buffer.Varint(1 << 1 | 1);  // one group of eight, of which five bytes for three values are there
  const uint8_t packed[] = {0x21, 0x43, 0x65, 0x87, 0xA9};
  buffer.Append(packed, sizeof packed);
  const Encoded encoded(std::move(buffer));
  std::vector<uint16_t> out(3);
  DecodeRleHybrid(encoded.bytes(), 12, out.size(), out.data());
  EXPECT_EQ(out, (std::vector<uint16_t>{0x321, 0x654, 0x987}));
  out.resize(4);
  EXPECT_THROW(DecodeRleHybrid(encoded.bytes(), 12, out.size(), out.data()), Error);
}

TEST(RleDecoder, KnowsARunOfOnes) {
  ByteBuffer ones, zeros, mixed;
  RleRun(1, 500, 1, ones);
  RleRun(0, 500, 1, zeros);
  RleHybrid(std::vector<uint8_t>{1, 1, 1, 0, 1, 1, 1, 1}, 1, mixed);
  EXPECT_TRUE(IsRunOfOnes(Encoded(std::move(ones)).bytes(), 500));
  EXPECT_FALSE(IsRunOfOnes(Encoded(std::move(zeros)).bytes(), 500));
  EXPECT_FALSE(IsRunOfOnes(Encoded(std::move(mixed)).bytes(), 8));
}

}  // namespace
}  // namespace tarn::columnar::parquet
