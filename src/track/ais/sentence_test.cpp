#include "track/ais/sentence.h"

#include <gtest/gtest.h>

#include <string>

namespace tarn::track::ais {
namespace {

std::string Summed(const std::string& body) {
  char sum[8];
  std::snprintf(sum, sizeof sum, "*%02X", Checksum(body));
  return "!" + body + sum;
}

TEST(Sentence, ReadsEveryField) {
  Sentence s;
  ASSERT_EQ(ParseSentence("!AIVDM,2,1,4,B,53:JiN02>=7T?@Pc:20hmb0p4I<Td6222222221@I0L?A5p10G0QCR@j,0*56,r003669708,"
                          "1152921692",
                          true, &s),
            Fault::None);
  EXPECT_EQ(s.talker, "AI");
  EXPECT_FALSE(s.own_ship);
  EXPECT_EQ(s.parts, 2);
  EXPECT_EQ(s.part, 1);
  EXPECT_EQ(s.sequence, 4);
  EXPECT_EQ(s.channel, 'B');
  EXPECT_EQ(s.payload.size(), 56u);
  EXPECT_EQ(s.fill_bits, 0);
  EXPECT_EQ(s.trailer, ",r003669708,1152921692");
}

TEST(Sentence, TakesAnEighthFieldAnyTalkerAndOwnShip) {
  Sentence s;
  ASSERT_EQ(ParseSentence("!AIVDM,1,1,1,,13aI8e?P00PGpU:NR6s00?vT2000,0,0*1C", true, &s), Fault::None);
  EXPECT_EQ(s.channel, 0);
  EXPECT_EQ(s.sequence, 1);
  const std::string odd = Summed("--VDO,1,1,,2,402R,2");
  ASSERT_EQ(ParseSentence(odd, true, &s), Fault::None);
  EXPECT_EQ(s.talker, "--");
  EXPECT_TRUE(s.own_ship);
  EXPECT_EQ(s.fill_bits, 2);
  EXPECT_EQ(s.sequence, -1);
}

TEST(Sentence, SaysWhatIsWrong) {
  struct Case {
    std::string text;
    Fault fault;
  };
  const Case cases[] = {{"!AIVDM,1,1,,B,402R,0", Fault::NoChecksum},
                        {"!AIVDM,1,1,,B,402R,0*", Fault::NoChecksum},
                        {"!AIVDM,1,1,,B,402R,0*G1", Fault::NoChecksum},
                        {"!AIVDM,1,1,,B,13aI8e?P00PGpU:NR6s00?vT2000,0*1D", Fault::BadChecksum},
                        {Summed("AIVDM,1,1,,B,402R"), Fault::BadFields},
                        {Summed("AIVDM,0,1,,B,402R,0"), Fault::BadFields},
                        {Summed("AIVDM,1,2,,B,402R,0"), Fault::BadFields},
                        {Summed("AIVDM,2,1,x,B,402R,0"), Fault::BadFields},
                        {Summed("AIVDM,1,1,,B,402R,6"), Fault::BadFields},
                        {Summed("AIVDM,1,1,,AB,402R,0"), Fault::BadFields},
                        {"!AIVDM,1,1,,B,,0*25", Fault::EmptyPayload}};
  for (const auto& c : cases) {
    Sentence s;
    EXPECT_EQ(Reason(ParseSentence(c.text, true, &s)), Reason(c.fault)) << c.text;
  }
  Sentence s;
  EXPECT_EQ(ParseSentence("!AIVDM,1,1,,B,402R,0*00", false, &s), Fault::None);
  EXPECT_EQ(ParseSentence("!AIVDM,1,1,,B,402R,0", false, &s), Fault::None);
}

TEST(Sentence, IsFoundBehindWhateverStandsBefore) {
  EXPECT_EQ(FindSentence("1490075479,!AIVDM,1,1,,B,x,0*00"), 11u);
  EXPECT_EQ(FindSentence("hello! !ABVDO,1"), 7u);
  EXPECT_EQ(FindSentence("$GPRMC,1"), std::string_view::npos);
  EXPECT_EQ(FindSentence("!AIVDM"), std::string_view::npos);
  EXPECT_EQ(FindSentence(""), std::string_view::npos);
}

}  // namespace
}  // namespace tarn::track::ais
