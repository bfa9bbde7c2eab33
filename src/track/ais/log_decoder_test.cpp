#include "track/ais/log_decoder.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "track/ais/report_csv.h"

namespace tarn::track::ais {
namespace {

struct Decoded {
  std::vector<std::string> positions;
  std::vector<std::string> statics;
  std::map<std::string, int> faults;
};

void Take(const DecodeResult& result, Decoded* decoded) {
  if (result.outcome == Outcome::Bad) ++decoded->faults[std::string(Reason(result.fault))];
  if (result.outcome != Outcome::Complete) return;
  PositionRow position;
  StaticRow info;
  std::string line;
  if (ToPosition(*result.message, &position)) {
    AppendCsv(position, result.reception, &line);
    decoded->positions.push_back(line.substr(0, line.size() - 1));
  }
  line.clear();
  if (ToStatic(*result.message, &info)) {
    AppendCsv(info, result.reception, &line);
    decoded->statics.push_back(line.substr(0, line.size() - 1));
  }
}

Decoded Decode(const std::vector<std::string>& lines, const LogDecoderOptions& options = {}) {
  LogDecoder decoder(options);
  Decoded decoded;
  for (const auto& line : lines) Take(decoder.Decode(line), &decoded);
  return decoded;
}

using Lines = std::vector<std::string>;

// A class A position, and a type 5 in two parts.
const std::string kFix = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A";
const std::string kFixCsv = "371798000,1,-123.395383,48.381633,12.3,224,215,0,-127,33";
const std::string kPart1 = "!AIVDM,2,1,3,A,53eQJ`02?HHsTP7C3O8l5R1Ltp@E:22222222200B0B<<4rc0D43jCU1,0*20";
const std::string kPart2 = "!AIVDM,2,2,3,A,H0H42E4QH888880,2*41";
const std::string kStaticCsv = "249060000,5,MAX WONDER,9HA4072,9396622,0,144,18,12,12,8.0,POINTE A PITRE,03-21 11:00";

std::string Tagged(const std::string& block, const std::string& sentence) {
  char sum[8];
  std::snprintf(sum, sizeof sum, "*%02X", Checksum(block));
  return "\\" + block + sum + "\\" + sentence;
}

TEST(LogDecoder, TimeAndReceiverOfEveryDialect) {
  const std::string gatehouse = "$PGHP,1,2010,6,11,11,46,12,470,219,,2190064,1,5D*57";
  const struct {
    Lines lines;
    std::string time;
    std::string source;
  } cases[] = {
      {{kFix}, "", ""},
      {{gatehouse, kFix}, "2010-06-11T11:46:12.470Z", "219//2190064"},
      {{"\\si:AISD*3F\\", gatehouse, "$PSTT,10A*00", kFix}, "2010-06-11T11:46:12.470Z", "219//2190064"},
      {{gatehouse, kFix + ",1276256770"}, "2010-06-11T11:46:12.470Z", "219//2190064"},
      {{gatehouse, "$PGHP,1,2010,6,11,11,46,12,470,219,,2190064,1,5D*58", kFix}, "", ""},
      {{"1490075479," + kFix}, "2017-03-21T05:51:19.000Z", ""},
      {{"2016-03-31 00:00:01, " + kFix}, "2016-03-31T00:00:01.000Z", ""},
      {{"2016-03-31T00:00:01.5+02:00 " + kFix}, "2016-03-30T22:00:01.500Z", ""},
      {{Tagged("s:rORBCOMM104,q:u,c:1418172113,T:2014-12-10 00.41.53", kFix)},
       "2014-12-10T00:41:53.000Z",
       "rORBCOMM104"},
      {{Tagged("s:x,T:2014-12-10 00.41.53", kFix)}, "2014-12-10T00:41:53.000Z", "x"},
      {{Tagged("s:x,c:1418172113", ""), kFix}, "2014-12-10T00:41:53.000Z", "x"},
      {{"\\s:x,c:1418172113*00\\" + kFix}, "", ""},
      {{kFix + ",d-109,S2105,t050056.00,T56.13718694,r003669946,1325394060,1325394001"},
       "2012-01-01T05:01:00.000Z",
       "r003669946"},
      {{kFix + ",x259906,s28320,d-098,T33.71033565,b003669973,1152921694"}, "2006-07-15T00:01:34.000Z", "b003669973"},
      {{"$GPZDA,195719,16,04,14,-02,00*63", kFix}, "2014-04-16T19:57:19.000Z", ""},
      {{"$GPRMC,195719,A,5310.8115,N,00525.7025,E,0.0,0.0,160414,0.7,E,A*10", kFix + "\r"},
       "2014-04-16T19:57:19.000Z",
       ""}};
  for (const auto& c : cases) {
    const auto decoded = Decode(c.lines);
    EXPECT_EQ(decoded.positions, Lines{c.time + "," + kFixCsv + "," + c.source}) << c.lines.front();
  }
}

TEST(LogDecoder, LocalTimes) {
  LogDecoderOptions options;
  options.zone = TimeZone::Named("Europe/Paris");
  EXPECT_EQ(Decode({"2016-03-31 00:00:01, " + kFix}, options).positions,
            Lines{"2016-03-30T22:00:01.000Z," + kFixCsv + ","});
}

TEST(LogDecoder, PartsMakeAMessageOfTheFirstPartsTime) {
  EXPECT_EQ(Decode({"1490110886," + kPart1, "1490110886," + kFix, "1490110887," + kPart2}).statics,
            Lines{"2017-03-21T15:41:26.000Z," + kStaticCsv});
  EXPECT_EQ(Decode({"1490110886," + kPart2, "1490110887," + kPart1}).statics,
            Lines{"2017-03-21T15:41:27.000Z," + kStaticCsv})
      << "close together they may come in any order";
  EXPECT_EQ(Decode({Tagged("g:1-2-77,s:x,c:1490110886", kPart1), Tagged("g:2-2-77", kPart2)}).statics,
            Lines{"2017-03-21T15:41:26.000Z," + kStaticCsv});
}

TEST(LogDecoder, PartsOfDifferentReceiversStayApart) {
  const auto at = [](const std::string& station, const std::string& part) {
    return part + ",r" + station + ",1490110886";
  };
  const auto decoded = Decode({at("1", kPart1), at("2", kPart1), at("2", kPart2), at("1", kPart2)});
  EXPECT_EQ(decoded.statics.size(), 2u);
  EXPECT_EQ(Decode({at("1", kPart1), at("2", kPart2)}).statics.size(), 0u);
  EXPECT_EQ(Decode({at("1", kPart1), kPart2}).statics.size(), 1u) << "a part that names no receiver joins";
}

TEST(LogDecoder, PartsThatComeTooLateStayAlone) {
  LogDecoder decoder;
  decoder.Decode("1490110000," + kPart1);
  EXPECT_EQ(decoder.Decode("1490110061," + kPart2).outcome, Outcome::Part);
  EXPECT_EQ(decoder.orphaned_parts(), 1);
  decoder.Decode("1490110062," + kPart2);
  EXPECT_EQ(decoder.orphaned_parts(), 2) << "the same part again: the first has lost its message";
  EXPECT_EQ(decoder.waiting_parts(), 1);
  EXPECT_EQ(decoder.Decode("1490110065," + kPart1).outcome, Outcome::Part)
      << "a second part long before is another message's";
}

TEST(LogDecoder, BadLinesAreCountedAndHarmNothing) {
  const auto decoded = Decode({kFix, "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4B", "!AIVDM,1,1,,B,,0*25", "noise",
                               "# " + kFix, "", std::string("\0\xff\\\\", 4), kFix});
  EXPECT_EQ(decoded.positions.size(), 2u);
  EXPECT_EQ(decoded.faults.size(), 2u);
}

TEST(LogDecoder, WrongChecksumsAreReadWhenAskedFor) {
  LogDecoderOptions options;
  options.require_checksum = false;
  EXPECT_EQ(Decode({"!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4B"}, options).positions.size(), 1u);
}

// The types that real logs seldom hold; expected values by gpsdecode.
TEST(LogDecoder, RareTypes) {
  EXPECT_EQ(Decode({"!AIVDM,1,1,,A,91b77=h3h00nHt0Q3r@@07000<0b,0*69"}).positions.size(), 1u);
  EXPECT_EQ(Decode({"!AIVDM,1,1,,B,KC5E2b@U19PFdLbMuc5=ROv62<7m,0*16"}).positions,
            Lines{",206914217,27,137.023333,4.840000,57,167,,2,,,"});
}

TEST(LogDecoder, GoesOnFromASavedStateAnywhere) {
  const Lines lines = {"$PGHP,1,2010,6,11,11,46,12,470,219,,2190064,1,5D*57",
                       kFix,
                       kPart1,
                       Tagged("g:1-2-77,s:x,c:1490110886", kPart1),
                       kFix + ",r003669946,1325394060",
                       Tagged("g:2-2-77", kPart2),
                       kPart2,
                       "$GPZDA,195719,16,04,14,-02,00*63",
                       "$PGHP,1,2010,6,11,11,46,12,470,219,,2190064,1,5D*00",
                       kFix,
                       kPart1};
  const auto expected = Decode(lines);
  ASSERT_EQ(expected.statics.size(), 2u);
  for (size_t cut = 0; cut <= lines.size(); ++cut) {
    Decoded decoded;
    LogDecoder before;
    for (size_t i = 0; i < cut; ++i) Take(before.Decode(lines[i]), &decoded);
    LogDecoder after;
    Encoder saved;
    before.Save(saved);
    Decoder in(saved.bytes());
    after.Load(in);
    EXPECT_TRUE(in.AtEnd());
    for (size_t i = cut; i < lines.size(); ++i) Take(after.Decode(lines[i]), &decoded);
    EXPECT_EQ(decoded.positions, expected.positions) << cut;
    EXPECT_EQ(decoded.statics, expected.statics) << cut;
    EXPECT_EQ(after.lines(), static_cast<int64_t>(lines.size()));
    EXPECT_EQ(after.waiting_parts(), 1);
  }
}

TEST(LogDecoder, RefusesDamagedState) {
  LogDecoder decoder;
  decoder.Decode(kPart1);
  Encoder saved;
  decoder.Save(saved);
  const std::string state = saved.Take();
  for (size_t length = 0; length < state.size(); ++length) {
    Decoder in(std::string_view(state).substr(0, length));
    EXPECT_THROW(LogDecoder().Load(in), Error) << length;
  }
  const std::string wrong = "\x7f" + state.substr(1);
  Decoder other(wrong);
  EXPECT_THROW(LogDecoder().Load(other), Error);
}

}  // namespace
}  // namespace tarn::track::ais
