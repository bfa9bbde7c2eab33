#include "function/cast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/civil_time.h"
#include "base/error.h"
#include "function/digest.h"
#include "function/java_time.h"
#include "function/time_units.h"
#include "function/type_rules.h"
#include "function/wide.h"

namespace tarn::function {
namespace {

TEST(Cast, TextToNumbers) {
  EXPECT_EQ(ParseInteger(" 12 ", -128, 127), 12);
  EXPECT_EQ(ParseInteger("-1.9", -128, 127), -1);
  EXPECT_EQ(ParseInteger("-130", -128, 127), std::nullopt);
  for (const char* bad : {"", "abc", "1e3", "0x1F", "1_000", "+"}) {
    EXPECT_EQ(ParseInteger(bad, INT64_MIN, INT64_MAX), std::nullopt) << bad;
  }
  EXPECT_EQ(ParseInteger("9223372036854775808", INT64_MIN, INT64_MAX), std::nullopt);
  EXPECT_EQ(ParseDouble(" 2 "), 2.0);
  EXPECT_EQ(ParseDouble("1.5f"), 1.5);
  // Between two floats, and a little more than the middle: as a double it would be the middle.
  EXPECT_EQ(ParseFloat("1.00000005960464477539062500001"), 0x1.000002p0F);
  EXPECT_EQ(ParseFloat("-0x1.00000100000000001p0"), -0x1.000002p0F);
  EXPECT_TRUE(std::isinf(*ParseFloat("1e39")));
  EXPECT_EQ(ParseFloat("1e-60"), 0.0F);
  EXPECT_TRUE(std::isinf(*ParseDouble("1e400")));
  for (const char* bad : {"", "-infinity", "0x10", "abc", "1e"}) EXPECT_EQ(ParseDouble(bad), std::nullopt) << bad;
  EXPECT_EQ(ParseDecimal("12.34565", 8, 4), Int128{123457});
  EXPECT_EQ(ParseDecimal("1e2", 8, 4), Int128{1000000});
  EXPECT_EQ(ParseDecimal("-0.00005", 8, 4), Int128{-1});
  EXPECT_EQ(ParseDecimal("12345.6789", 8, 4), std::nullopt);
}

TEST(Cast, TextToTimes) {
  EXPECT_EQ(ParseFlinkDate("2024-1-2"), static_cast<int32_t>(DaysFromCivil({2024, 1, 2})));
  EXPECT_EQ(ParseFlinkDate("2024"), static_cast<int32_t>(DaysFromCivil({2024, 1, 1})));
  for (const char* bad : {"2024-02-30", "20240102", "2024/01/02", "99999-01-01", ""}) {
    EXPECT_EQ(ParseFlinkDate(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(ParseFlinkTimestamp("2024-02-30 00:00:00", 3), MicrosFromCivil({{2024, 2, 29}}));
  EXPECT_EQ(ParseFlinkTimestamp("2024-01-02 24:00:00", 3), MicrosFromCivil({{2024, 1, 3}}));
  for (const char* bad : {"2024-01-02T03:04:05", "2024-01-02 03:04", " 2024-01-02 03:04:05", "2024-01-02 03:04:05Z"}) {
    EXPECT_EQ(ParseFlinkTimestamp(bad, 3), std::nullopt) << bad;
  }
}

TEST(Cast, ATimestampIsNotCutBelowTheFirst) {
  const auto first = MicrosFromCivil(*ParseTimestamp("-290308-12-21 19:59:05.224194"));
  EXPECT_EQ(HeldTimestamp(first, 6, 6), first);
  EXPECT_EQ(HeldTimestamp(first, 6, 3), std::nullopt);
  EXPECT_EQ(HeldTimestamp(-(INT64_MAX - 1), 9, 7), std::nullopt);
  EXPECT_EQ(HeldTimestamp(-1, 6, 3), -1000);
  try {
    ConvertTimestamp(first, 6, 0);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "the result lies outside -290308-12-21 .. +294247-01-10, which is what TIMESTAMP(0) holds");
  }
}

TEST(Cast, WhatCanFail) {
  const auto can_fail = [](const char* from, const char* to) {
    return CastCanFail(paimon::ParseDataType(from), paimon::ParseDataType(to));
  };
  EXPECT_TRUE(can_fail("TIMESTAMP(6)", "TIMESTAMP(9)"));
  EXPECT_TRUE(can_fail("DATE", "TIMESTAMP(9)"));
  EXPECT_FALSE(can_fail("TIMESTAMP(9)", "TIMESTAMP(7)"));
  EXPECT_FALSE(can_fail("TIME(0)", "TIMESTAMP(9)")) << "a time of day is one of 1970-01-01";
}

TEST(Cast, DecimalsRoundHalfUpAndOverflowToNothing) {
  EXPECT_EQ(Rescale(12345, 3, 2, 4), Int128{1235});
  EXPECT_EQ(Rescale(-12345, 3, 2, 4), Int128{-1235});
  EXPECT_EQ(Rescale(123450, 3, 2, 4), std::nullopt);
  EXPECT_EQ(DecimalOfDouble(-0.125, 4, 2), Int128{-13});
  EXPECT_EQ(DecimalOfDouble(1.005, 4, 2), Int128{100});  // its binary value lies below
  const Int128 big = PowerOfTen(37);
  EXPECT_EQ(MultiplyDivide(big, 1000, 1000), big);
  EXPECT_EQ(MultiplyDivide(big, 1000, 1), std::nullopt);
  EXPECT_EQ(MultiplyDivide(-7, 1, 2), Int128{-4});
}

TEST(TypeRules, ArithmeticOfDecimals) {
  const auto a = DecimalType(5, 2), b = DecimalType(7, 3);
  EXPECT_EQ(*ArithmeticType(Arithmetic::Add, a, b), DecimalType(8, 3));
  EXPECT_EQ(*ArithmeticType(Arithmetic::Multiply, a, b), DecimalType(13, 5));
  EXPECT_EQ(*ArithmeticType(Arithmetic::Divide, a, b), DecimalType(16, 10));
  EXPECT_EQ(*ArithmeticType(Arithmetic::Modulo, a, b), DecimalType(6, 3));
  EXPECT_EQ(*ArithmeticType(Arithmetic::Divide, DecimalType(38, 10), DecimalType(38, 6)), DecimalType(38, 6));
  EXPECT_EQ(*ArithmeticType(Arithmetic::Modulo, Simple(TypeRoot::BigInt), Simple(TypeRoot::Int)),
            Simple(TypeRoot::Int));
}

TEST(TypeRules, CommonTypes) {
  EXPECT_EQ(*CommonType({CharType(1), CharType(3)}), VarCharType(3));
  EXPECT_EQ(*CommonType({CharType(2), CharType(2)}), CharType(2));
  EXPECT_EQ(*CommonType({Simple(TypeRoot::Int), DecimalType(5, 2)}), DecimalType(12, 2));
  EXPECT_EQ(*CommonType({Simple(TypeRoot::Float), Simple(TypeRoot::Double)}, Mixing::Leftmost),
            Simple(TypeRoot::Float));
  EXPECT_EQ(CommonType({Simple(TypeRoot::Int), StringType()}), std::nullopt);
  EXPECT_EQ(CommonType({Simple(TypeRoot::Date), TimestampType(0)}), std::nullopt);
  EXPECT_TRUE(CommonType({Simple(TypeRoot::Int), Simple(TypeRoot::Null)})->nullable);
}

TEST(JavaTime, LettersMeanWhatTheyMeanInJava) {
  const CivilTime time{{2024, 12, 30}, 15, 4, 5, 123'000'000};
  struct {
    const char* pattern;
    PatternKind kind;
    const char* text;
  } cases[] = {{"yyyy-MM-dd HH:mm:ss", PatternKind::Modern, "2024-12-30 15:04:05"},
               {"YYYY-ww", PatternKind::Modern, "2025-01"},
               {"hh", PatternKind::Modern, "03"},
               {"DDD", PatternKind::Modern, "365"},
               {"SSSSSS", PatternKind::Modern, "123000"},
               {"SSSSSS", PatternKind::Simple, "000123"},
               {"E", PatternKind::Modern, "Mon"},
               {"yyyy-MM-dd'T'HH''", PatternKind::Modern, "2024-12-30T15'"}};
  for (const auto& c : cases) EXPECT_EQ(FormatJava(time, c.pattern, c.kind), c.text) << c.pattern;
  EXPECT_EQ(ParseModern("2024-02-01 15", "yyyy-dd-MM hh"), std::nullopt);
  EXPECT_EQ(ParseModern("10:11", "HH:mm")->minute, 11);
  EXPECT_EQ(ParseModern("999999-01-01", "yyyy-MM-dd"), std::nullopt) << "no TIMESTAMP holds it";
  EXPECT_EQ(ParseSimple("2024-13-01", "yyyy-MM-dd")->local_seconds, SecondsFromCivil({{2025, 1, 1}}));
}

TEST(TimeUnits, MonthsEndWhereTheyEnd) {
  const auto at = [](const char* text) { return MicrosFromCivil(*ParseTimestamp(text)); };
  EXPECT_EQ(UnitsBetween(at("2024-01-31 00:00:00"), at("2024-02-29 23:59:59"), TimeUnit::Month), 1);
  EXPECT_EQ(UnitsBetween(at("2024-02-29 23:59:59"), at("2024-01-31 00:00:00"), TimeUnit::Month), -1);
  EXPECT_EQ(UnitsBetween(at("2023-01-15 12:00:00"), at("2024-01-15 11:59:59"), TimeUnit::Month), 11);
  EXPECT_EQ(UnitsBetween(at("2024-02-29 00:00:00"), at("2025-02-28 00:00:00"), TimeUnit::Month), 12);
  EXPECT_EQ(FloorToUnit(at("1969-12-30 23:00:00"), TimeUnit::Week), at("1969-12-28 00:00:00"));
}

TEST(Digest, KnownAnswers) {
  const auto hex = [](const std::string& bytes) {
    std::string text;
    char pair[4];
    for (const char c : bytes) {
      std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(c));
      text += pair;
    }
    return text;
  };
  EXPECT_EQ(hex(Md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex(Sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex(Sha2("abc", 224)), "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  EXPECT_EQ(hex(Sha2("", 256)), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(Sha2("abc", 384)),
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7");
  EXPECT_EQ(
      hex(Sha2("abc", 512)),
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643c"
      "e80e2a9ac94fa54ca49f");
}

}  // namespace
}  // namespace tarn::function
