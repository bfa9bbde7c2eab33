#include "track/ais/encoder.h"

#include <gtest/gtest.h>

#include <random>

#include "track/ais/log_decoder.h"
#include "track/ais/report.h"

namespace tarn::track::ais {
namespace {

/// The message that a decoder makes of the sentences; fails the test if there is not exactly one.
Message Through(const PayloadWriter& payload) {
  LogDecoder decoder;
  Message message;
  int complete = 0;
  for (const auto& sentence : ToSentences(payload, 'A', 3)) {
    const auto& result = decoder.Decode(sentence);
    EXPECT_NE(result.outcome, Outcome::Bad) << Reason(result.fault);
    if (result.outcome != Outcome::Complete) continue;
    message = *result.message;
    ++complete;
  }
  EXPECT_EQ(complete, 1);
  return message;
}

TEST(Encoder, PositionsComeBackAsTheyWent) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto upto = [&](uint32_t limit) { return static_cast<uint32_t>(random() % (limit + 1)); };
  for (int i = 0; i < 500; ++i) {
    const PositionReport sent{
        .head = {static_cast<uint8_t>(1 + upto(2)), 0, 200'000'000 + upto(500'000'000)},
        .nav_status = static_cast<uint8_t>(upto(15)),
        .rot = static_cast<int8_t>(static_cast<int>(upto(255)) - 128),
        .sog = static_cast<uint16_t>(upto(1023)),
        .accurate = upto(1) == 1,
        .position = {static_cast<int32_t>(upto(2 * kNoLon)) - kNoLon, static_cast<int32_t>(upto(2 * kNoLat)) - kNoLat},
        .cog = static_cast<uint16_t>(upto(3600)),
        .heading = static_cast<uint16_t>(upto(511)),
        .utc_second = static_cast<uint8_t>(upto(63)),
        .maneuver = static_cast<uint8_t>(upto(2)),
        .raim = upto(1) == 1};
    const auto got = std::get<PositionReport>(Through(Encode(sent)));
    EXPECT_EQ(got.head.mmsi, sent.head.mmsi);
    EXPECT_EQ(got.nav_status, sent.nav_status);
    EXPECT_EQ(got.rot, sent.rot);
    EXPECT_EQ(got.sog, sent.sog);
    EXPECT_EQ(got.accurate, sent.accurate);
    EXPECT_EQ(got.position.lon, sent.position.lon);
    EXPECT_EQ(got.position.lat, sent.position.lat);
    EXPECT_EQ(got.cog, sent.cog);
    EXPECT_EQ(got.heading, sent.heading);
    EXPECT_EQ(got.utc_second, sent.utc_second);
    EXPECT_EQ(got.maneuver, sent.maneuver);
    EXPECT_EQ(got.raim, sent.raim);
  }
}

TEST(Encoder, VoyagesTakeTwoSentences) {
  const StaticVoyageData sent{.head = {5, 0, 219000001},
                              .ais_version = 1,
                              .imo = 9396622,
                              .callsign = "OZTS2",
                              .name = "TOR \"BRITANNIA\", II",
                              .ship_type = 70,
                              .dimensions = {115, 82, 13, 12},
                              .epfd = 1,
                              .eta = {6, 11, 16, 0},
                              .draught = 65,
                              .destination = "VLAAR/FELIX"};
  const auto payload = Encode(sent);
  EXPECT_EQ(ToSentences(payload, 'B', 1).size(), 2u);
  const auto got = std::get<StaticVoyageData>(Through(payload));
  EXPECT_EQ(got.name, sent.name);
  EXPECT_EQ(got.callsign, sent.callsign);
  EXPECT_EQ(got.imo, sent.imo);
  EXPECT_EQ(got.dimensions.to_stern, 82);
  EXPECT_EQ(got.eta.hour, 16);
  EXPECT_EQ(got.draught, 65);
  EXPECT_EQ(got.destination, sent.destination);
}

TEST(Encoder, ClassB) {
  const auto report = std::get<ClassBReport>(Through(Encode(ClassBReport{.head = {18, 0, 219000002},
                                                                         .sog = 61,
                                                                         .accurate = true,
                                                                         .position = {-6'000'001, 34'200'000},
                                                                         .cog = 1234,
                                                                         .heading = 511,
                                                                         .utc_second = 7})));
  EXPECT_EQ(report.sog, 61);
  EXPECT_EQ(report.position.lon, -6'000'001);
  EXPECT_EQ(report.cog, 1234);
  EXPECT_EQ(std::get<StaticDataA>(Through(Encode(StaticDataA{{24, 0, 219000002}, "FEMERNSUND"}))).name, "FEMERNSUND");
}

}  // namespace
}  // namespace tarn::track::ais
