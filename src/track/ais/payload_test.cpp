#include "track/ais/payload.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace tarn::track::ais {
namespace {

char Armour(int value) { return static_cast<char>(value < 40 ? value + 48 : value + 56); }

TEST(Payload, GivesTheBitsThatWentIn) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    Payload payload;
    std::vector<int> bits;
    const int pieces = 1 + static_cast<int>(random() % 3);
    for (int piece = 0; piece < pieces; ++piece) {
      std::string text;
      const int length = 1 + static_cast<int>(random() % 60);
      for (int i = 0; i < length; ++i) {
        const int value = static_cast<int>(random() % 64);
        text.push_back(Armour(value));
        for (int b = 5; b >= 0; --b) bits.push_back(value >> b & 1);
      }
      const int fill = static_cast<int>(random() % 6);
      bits.resize(bits.size() - static_cast<size_t>(fill));
      ASSERT_EQ(payload.Append(text, fill), Fault::None);
    }
    ASSERT_EQ(payload.size(), static_cast<int>(bits.size()));
    bits.resize(Payload::kMaxBits + 32);  // beyond the end: zeros
    for (int i = 0; i < 100; ++i) {
      const int width = 1 + static_cast<int>(random() % 32);
      const int at = static_cast<int>(random() % (Payload::kMaxBits - 32));
      uint32_t expected = 0;
      for (int b = 0; b < width; ++b)
        expected = expected << 1 | static_cast<uint32_t>(bits[static_cast<size_t>(at + b)]);
      ASSERT_EQ(payload.Unsigned(at, width), expected) << at << " " << width;
    }
    payload.Clear();
    ASSERT_EQ(payload.Unsigned(0, 32), 0u);
  }
}

TEST(Payload, SignedIsTwosComplement) {
  Payload payload;
  ASSERT_EQ(payload.Append("wwwwP0", 0), Fault::None);  // 24 ones, 100000, 000000
  EXPECT_EQ(payload.Signed(0, 8), -1);
  EXPECT_EQ(payload.Signed(24, 6), -32);
  EXPECT_EQ(payload.Signed(25, 5), 0);
}

TEST(Payload, TextEndsAtThePadding) {
  Payload payload;
  // 1 2 space space @ 3
  ASSERT_EQ(payload.Append(std::string{Armour(49), Armour(50), Armour(32), Armour(32), Armour(0), Armour(51)}, 0),
            Fault::None);
  EXPECT_EQ(payload.Text(0, 6), "12");
  EXPECT_EQ(payload.Text(0, 1), "1");
  EXPECT_EQ(payload.Text(30, 1), "3");
  EXPECT_EQ(payload.Text(100, 20), "");
}

TEST(Payload, RefusesWhatIsNotArmour) {
  for (const char* bad : {"X", "_", "~", "0 0", "\x80", "/"}) {
    Payload payload;
    EXPECT_EQ(payload.Append(bad, 0), Fault::BadPayload) << bad;
  }
  Payload payload;
  EXPECT_EQ(payload.Append(std::string(Payload::kMaxBits / 6 + 1, '0'), 0), Fault::TooLong);
  EXPECT_EQ(payload.Append(std::string(Payload::kMaxBits / 6, '0'), 0), Fault::None);
}

}  // namespace
}  // namespace tarn::track::ais
