// Distances and directions on the WGS 84 ellipsoid. Coordinates are longitude and latitude in degrees, lengths metres,
// azimuths degrees clockwise from north (0..360).
#pragma once

namespace tarn::track {

struct LonLat {
  double lon_deg;
  double lat_deg;
};

/// The shortest way between two points.
struct Leg {
  double metres;
  double azimuth_deg;      // at the start; 0 where the points are equal
  double end_azimuth_deg;  // at the end, onward
};

/// Exact to a millimetre. Pure.
Leg LegBetween(LonLat from, LonLat to);

/// The point that lies `metres` from `from` in the direction `azimuth_deg`.
LonLat Destination(LonLat from, double azimuth_deg, double metres);

/// `b` - `a` as a turn: -180 < turn <= 180, right is positive.
double TurnBetween(double a_deg, double b_deg);

inline constexpr double kMetresPerNauticalMile = 1852;
/// 1 knot in metres per second.
inline constexpr double kKnot = kMetresPerNauticalMile / 3600;

}  // namespace tarn::track
