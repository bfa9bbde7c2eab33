#include "columnar/parquet/delta_decoder.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "base/error.h"
#include "columnar/parquet/encodings.h"
#include "columnar/parquet/page.h"

namespace tarn::columnar::parquet {
namespace {

template <class T>
ByteBuffer Encode(const std::vector<T>& values) {
  ByteBuffer buffer;
  DeltaBinaryPacked(std::span<const T>(values), buffer);
  std::memset(buffer.Room(kSpareBytes), 0xA5, kSpareBytes);
  return buffer;
}

/// Steps of up to `bits` bits, of either sign.
template <class T>
std::vector<T> RandomWalk(std::mt19937_64& random, int bits, size_t count) {
  using U = std::make_unsigned_t<T>;
  std::vector<T> values;
  auto value = static_cast<U>(random());
  for (size_t i = 0; i < count; i++) {
    values.push_back(static_cast<T>(value));
    if (bits > 0) value += static_cast<U>(random() >> (64 - bits)) - static_cast<U>(random() >> (64 - bits));
  }
  return values;
}

template <class T>
void GivesWhatWasEncoded() {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int bits = 0; bits <= static_cast<int>(8 * sizeof(T)); bits++) {
    for (int round = 0; round < 20; round++) {
      auto values = RandomWalk<T>(random, bits, random() % 700);
      if (round == 0) values = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 0};
      const auto encoded = Encode(values);
      std::vector<T> out(values.size());
      DecodeDelta({encoded.data(), encoded.size()}, out.size(), out.data());
      ASSERT_EQ(out, values) << bits << " bits";
    }
  }
}

TEST(DeltaDecoder, GivesWhatWasEncoded32) { GivesWhatWasEncoded<int32_t>(); }
TEST(DeltaDecoder, GivesWhatWasEncoded64) { GivesWhatWasEncoded<int64_t>(); }

TEST(DeltaDecoder, BytesThatEndTooEarlyAndOtherCountsAreDamaged) {
  std::mt19937_64 random(11);
  const auto values = RandomWalk<int64_t>(random, 20, 129);  // ends with its second block's first value
  const auto encoded = Encode(values);
  std::vector<int64_t> out(values.size() + 1);
  EXPECT_THROW(DecodeDelta({encoded.data(), encoded.size()}, values.size() + 1, out.data()), Error);
  EXPECT_THROW(DecodeDelta({encoded.data(), encoded.size()}, values.size() - 1, out.data()), Error);
  for (size_t bytes = 0; bytes < 300; bytes++) {
    EXPECT_THROW(DecodeDelta({encoded.data(), bytes}, values.size(), out.data()), Error) << bytes;
  }
}

}  // namespace
}  // namespace tarn::columnar::parquet
