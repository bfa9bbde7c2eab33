// The examples of the ORC specification, and damage.
#include "orc/run_length.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "orc/reader.h"

namespace tarn::orc {
namespace {

std::string Bytes(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

using Ints = std::vector<int64_t>;

TEST(RunLength, SpecificationExamples) {
  EXPECT_EQ(DecodeBytes(Bytes({0x61, 0x00}), 100), std::vector<uint8_t>(100, 0));
  EXPECT_EQ(DecodeBytes(Bytes({0xfe, 0x44, 0x45}), 2), (std::vector<uint8_t>{0x44, 0x45}));
  EXPECT_EQ(DecodeBits(Bytes({0xff, 0x80}), 8), (std::vector<bool>{1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(DecodeIntegers(Bytes({0x61, 0x00, 0x07}), IntEncoding::V1, false, 100), Ints(100, 7));
  Ints down;
  for (int i = 100; i >= 1; --i) down.push_back(i);
  EXPECT_EQ(DecodeIntegers(Bytes({0x61, 0xff, 0x64}), IntEncoding::V1, false, 100), down);
  EXPECT_EQ(DecodeIntegers(Bytes({0xfb, 0x02, 0x03, 0x06, 0x07, 0x0b}), IntEncoding::V1, false, 5),
            (Ints{2, 3, 6, 7, 11}));
  // Short repeat, direct, patched base, delta.
  EXPECT_EQ(DecodeIntegers(Bytes({0x0a, 0x27, 0x10}), IntEncoding::V2, false, 5), Ints(5, 10000));
  EXPECT_EQ(
      DecodeIntegers(Bytes({0x5e, 0x03, 0x5c, 0xa1, 0xab, 0x1e, 0xde, 0xad, 0xbe, 0xef}), IntEncoding::V2, false, 4),
      (Ints{23713, 43806, 57005, 48879}));
  EXPECT_EQ(DecodeIntegers(Bytes({0x8e, 0x13, 0x2b, 0x21, 0x07, 0xd0, 0x1e, 0x00, 0x14, 0x70, 0x28, 0x32, 0x3c, 0x46,
                                  0x50, 0x5a, 0x64, 0x6e, 0x78, 0x82, 0x8c, 0x96, 0xa0, 0xaa, 0xb4, 0xbe, 0xfc, 0xe8}),
                           IntEncoding::V2, false, 20),
            (Ints{2030, 2000, 2020, 1000000, 2040, 2050, 2060, 2070, 2080, 2090,
                  2100, 2110, 2120, 2130,    2140, 2150, 2160, 2170, 2180, 2190}));
  EXPECT_EQ(DecodeIntegers(Bytes({0xc6, 0x09, 0x02, 0x02, 0x22, 0x42, 0x42, 0x46}), IntEncoding::V2, false, 10),
            (Ints{2, 3, 5, 7, 11, 13, 17, 19, 23, 29}));
}

TEST(RunLength, DamageIsCorruption) {
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    std::string noise(random() % 40, '\0');
    for (char& byte : noise) byte = static_cast<char>(random());
    for (const auto encoding : {IntEncoding::V1, IntEncoding::V2}) {
      try {
        DecodeIntegers(noise, encoding, round % 2 == 0, 1 + random() % 1000);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Corruption);
      }
    }
    try {
      DecodeBits(noise, 1 + random() % 1000);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::Corruption);
    }
  }
  for (const char* text : {"", "ORC", "ORC\x01\x02\x03\xff", "PAR1PAR1"}) EXPECT_THROW(ReadStripes(text), Error);
}

}  // namespace
}  // namespace tarn::orc
