#include "track/geodesy/geodesy.h"

#include <GeographicLib/Geodesic.hpp>
#include <cmath>
#include <numbers>

namespace tarn::track {
namespace {

constexpr double kRadian = std::numbers::pi / 180;
constexpr double kSemiMajor = 6'378'137.0;
constexpr double kFlattening = 1 / 298.257223563;
constexpr double kEccentricity2 = kFlattening * (2 - kFlattening);
// Within these bounds the mid-latitude formula is exact to well below a millimetre (geodesy_test.cpp).
constexpr double kShortDeg = 0.02;
constexpr double kPolarDeg = 75;

double Positive(double azimuth_deg) { return azimuth_deg < 0 ? azimuth_deg + 360 : azimuth_deg; }

/// Gauss's mid-latitude formula with the radii of curvature there: fixes of one vessel lie close together, and this is
/// some twenty times faster than the general solution.
Leg ShortLeg(LonLat from, double dlon_deg, double dlat_deg) {
  const double mid = (from.lat_deg + dlat_deg / 2) * kRadian;
  const double sin_mid = std::sin(mid);
  const double cos_mid = std::sqrt(1 - sin_mid * sin_mid);
  const double w2 = 1 - kEccentricity2 * sin_mid * sin_mid;
  const double w = std::sqrt(w2);
  const double normal = kSemiMajor / w;
  const double meridian = normal * (1 - kEccentricity2) / w2;
  const double dlon = dlon_deg * kRadian;
  const double dlat = dlat_deg * kRadian;
  const double east = normal * cos_mid * dlon * (1 - dlon * dlon * sin_mid * sin_mid / 24 + dlat * dlat / 24);
  const double north =
      meridian * dlat * (1 - dlon * dlon * cos_mid * cos_mid / 8 - dlon * dlon * sin_mid * sin_mid / 12);
  const double metres = std::sqrt(east * east + north * north);
  if (metres == 0) return {0, 0, 0};
  const double mid_azimuth = std::atan2(east, north) / kRadian;
  const double half_turn = dlon_deg * sin_mid / 2;
  return {metres, Positive(mid_azimuth - half_turn), Positive(mid_azimuth + half_turn)};
}

}  // namespace

Leg LegBetween(LonLat from, LonLat to) {
  double dlon = to.lon_deg - from.lon_deg;
  if (dlon > 180) dlon -= 360;
  if (dlon < -180) dlon += 360;
  const double dlat = to.lat_deg - from.lat_deg;
  if (std::fabs(dlon) < kShortDeg && std::fabs(dlat) < kShortDeg && std::fabs(from.lat_deg) < kPolarDeg)
    return ShortLeg(from, dlon, dlat);
  Leg leg{};
  GeographicLib::Geodesic::WGS84().Inverse(from.lat_deg, from.lon_deg, to.lat_deg, to.lon_deg, leg.metres,
                                           leg.azimuth_deg, leg.end_azimuth_deg);
  if (leg.metres == 0) return {0, 0, 0};
  leg.azimuth_deg = Positive(leg.azimuth_deg);
  leg.end_azimuth_deg = Positive(leg.end_azimuth_deg);
  return leg;
}

LonLat Destination(LonLat from, double azimuth_deg, double metres) {
  LonLat to{};
  GeographicLib::Geodesic::WGS84().Direct(from.lat_deg, from.lon_deg, azimuth_deg, metres, to.lat_deg, to.lon_deg);
  return to;
}

double TurnBetween(double a_deg, double b_deg) {
  double turn = std::fmod(b_deg - a_deg, 360);
  if (turn > 180) turn -= 360;
  if (turn <= -180) turn += 360;
  return turn;
}

}  // namespace tarn::track
