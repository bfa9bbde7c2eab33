#include "track/geodesy/geodesy.h"

#include <gtest/gtest.h>

#include <GeographicLib/Geodesic.hpp>
#include <cmath>
#include <random>

namespace tarn::track {
namespace {

TEST(Geodesy, AgreesWithTheGeneralSolutionAtEveryLength) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int i = 0; i < 20'000; ++i) {
    const double reach = std::pow(10, 2.5 * unit(random) - 2.5);  // 1e-5 to 1 degree, around the formulas' border too
    const LonLat a{180 * unit(random), 89 * unit(random)};
    LonLat b{a.lon_deg + reach * unit(random), std::fmin(90, a.lat_deg + reach * unit(random))};
    if (b.lon_deg > 180) b.lon_deg -= 360;
    const Leg leg = LegBetween(a, b);
    double metres;
    double start;
    double end;
    GeographicLib::Geodesic::WGS84().Inverse(a.lat_deg, a.lon_deg, b.lat_deg, b.lon_deg, metres, start, end);
    ASSERT_NEAR(leg.metres, metres, 1e-3) << a.lon_deg << " " << a.lat_deg << " " << reach;
    // An azimuth may be off by what moves the end by a millimetre.
    const double slack = 1e-4 + 0.06 / std::fmax(metres, 0.01);
    ASSERT_LT(std::fabs(TurnBetween(leg.azimuth_deg, start)), slack) << a.lat_deg << " " << metres;
    ASSERT_LT(std::fabs(TurnBetween(leg.end_azimuth_deg, end)), slack);
  }
}

TEST(Geodesy, KnownLengths) {
  EXPECT_NEAR(LegBetween({0, 0}, {1, 0}).metres, 111'319.491, 1e-3);      // a degree of the equator
  EXPECT_NEAR(LegBetween({0, 0}, {0, 90}).metres, 10'001'965.729, 1e-2);  // a quarter meridian
  EXPECT_NEAR(LegBetween({179.995, 10}, {-179.995, 10}).metres, LegBetween({0, 10}, {0.01, 10}).metres, 1e-6);
  EXPECT_EQ(LegBetween({7, 50}, {7, 50}).metres, 0);
  EXPECT_NEAR(LegBetween({7, 50}, {7.001, 50}).azimuth_deg, 90, 1e-3);
  EXPECT_NEAR(LegBetween({7, 50}, {6.999, 50}).azimuth_deg, 270, 1e-3);
  EXPECT_NEAR(LegBetween({7, 50}, {7, 49.999}).azimuth_deg, 180, 1e-9);
}

TEST(Geodesy, DestinationIsTheWayBack) {
  const LonLat to = Destination({11, 57}, 33, 12'345);
  const Leg leg = LegBetween({11, 57}, to);
  EXPECT_NEAR(leg.metres, 12'345, 1e-6);
  EXPECT_NEAR(leg.azimuth_deg, 33, 1e-9);
}

TEST(Geodesy, TurnsGoTheShortWay) {
  EXPECT_EQ(TurnBetween(350, 10), 20);
  EXPECT_EQ(TurnBetween(10, 350), -20);
  EXPECT_EQ(TurnBetween(0, 180), 180);
  EXPECT_EQ(TurnBetween(180, 0), 180);
  EXPECT_EQ(TurnBetween(90, 90), 0);
}

}  // namespace
}  // namespace tarn::track
