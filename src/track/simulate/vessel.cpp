#include "track/simulate/vessel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "track/geodesy/geodesy.h"

namespace tarn::track {
namespace {

constexpr double kRadian = std::numbers::pi / 180;
constexpr double kMetresPerDegree = 111'200;  // good enough to sail by
constexpr int kReportsPerStatic = 20;
constexpr double kMooredIntervals = 3;

const char* const kNames[] = {"ASTRID", "BALDER", "CORONA", "DAGMAR", "EMBLA", "FREJA", "GULLVEIG", "HEIMDAL"};
const char* const kPorts[] = {"GOTHENBURG", "FREDERIKSHAVN", "AARHUS", "HALMSTAD", "GRENAA", "VARBERG"};

int32_t Units(double degrees) { return static_cast<int32_t>(std::lround(degrees * ais::kUnitsPerDegree)); }

double Wrap(double degrees) { return degrees - 360 * std::floor(degrees / 360); }

}  // namespace

SimulatedVessel::SimulatedVessel(int number, const FleetOptions& options, double interval_s, SeededRandom random)
    : random_(random),
      mmsi_(219'000'000u + static_cast<uint32_t>(number) * 7 + 1),
      number_(number),
      class_b_(random_.Chance(0.15)),
      moored_(random_.Chance(0.2)),
      interval_s_(interval_s),
      lon_deg_(random_.Between(waters_.west_deg, waters_.east_deg)),
      lat_deg_(random_.Between(waters_.south_deg, waters_.north_deg)),
      course_deg_(random_.Between(0, 360)),
      wanted_course_deg_(course_deg_),
      cruise_kn_(random_.Between(5, 17)),
      now_us_(options.start_us),
      next_us_(options.start_us + static_cast<int64_t>(random_.Between(0, interval_s) * 1e6)) {
  if (!moored_) PlanEpisodes(options);
}

void SimulatedVessel::PlanEpisodes(const FleetOptions& options) {
  const double span_s = options.hours * 3600;
  double at_s = random_.Between(600, span_s / 2);
  while (at_s < span_s) {
    const bool gap = random_.Chance(0.6);
    const double length_s = gap ? random_.Between(2400, 9000) : random_.Between(600, 2400);
    if (random_.Chance(0.25) && at_s + length_s + 1200 < span_s) {
      const int64_t start = options.start_us + static_cast<int64_t>(at_s * 1e6);
      episodes_.push_back({gap ? EpisodeKind::AisGap : EpisodeKind::Speeding, mmsi_, start,
                           start + static_cast<int64_t>(length_s * 1e6)});
    }
    at_s += length_s + random_.Between(3600, 4 * 3600);
  }
}

const Episode* SimulatedVessel::Within(EpisodeKind kind, int64_t time_us) const {
  for (const auto& e : episodes_)
    if (e.kind == kind && time_us >= e.started_us && time_us < e.ended_us) return &e;
  return nullptr;
}

void SimulatedVessel::Move(double seconds) {
  if (moored_) {
    sog_kn_ = std::max(0.0, random_.Between(-0.3, 0.2));
    return;
  }
  const bool outside = lon_deg_ < waters_.west_deg || lon_deg_ > waters_.east_deg || lat_deg_ < waters_.south_deg ||
                       lat_deg_ > waters_.north_deg;
  if (outside) {
    const double east = ((waters_.west_deg + waters_.east_deg) / 2 - lon_deg_) * std::cos(lat_deg_ * kRadian);
    const double north = (waters_.south_deg + waters_.north_deg) / 2 - lat_deg_;
    wanted_course_deg_ = Wrap(std::atan2(east, north) / kRadian);
  } else if (random_.Chance(seconds / 2400)) {
    wanted_course_deg_ = Wrap(course_deg_ + random_.Between(-60, 60));
  }
  const double most = 0.5 * std::min(seconds, 600.0);  // degrees
  course_deg_ = Wrap(course_deg_ + std::clamp(TurnBetween(course_deg_, wanted_course_deg_), -most, most));

  if (Within(EpisodeKind::Speeding, now_us_)) {
    if (fast_kn_ == 0) fast_kn_ = random_.Between(22, 32);
    sog_kn_ = fast_kn_ + random_.Between(-0.5, 0.5);
  } else {
    fast_kn_ = 0;
    sog_kn_ = cruise_kn_ + random_.Between(-0.5, 0.5);
  }
  const double metres = sog_kn_ * kKnot * seconds;
  lat_deg_ += metres * std::cos(course_deg_ * kRadian) / kMetresPerDegree;
  lon_deg_ += metres * std::sin(course_deg_ * kRadian) / (kMetresPerDegree * std::cos(lat_deg_ * kRadian));
}

ais::PayloadWriter SimulatedVessel::Transmit() {
  const int64_t previous = now_us_;
  now_us_ = next_us_;
  Move(static_cast<double>(now_us_ - previous) / 1e6);
  const double interval = interval_s_ * (moored_ ? kMooredIntervals : 1) * random_.Between(0.9, 1.1);
  next_us_ = now_us_ + static_cast<int64_t>(interval * 1e6);
  // Silence: the next report is the first one after it.
  if (const Episode* gap = Within(EpisodeKind::AisGap, next_us_)) next_us_ = gap->ended_us;
  return ++reports_ % kReportsPerStatic == 0 ? Static() : Position();
}

ais::PayloadWriter SimulatedVessel::Position() {
  ais::Position position{Units(lon_deg_), Units(lat_deg_)};
  uint16_t cog = static_cast<uint16_t>(std::lround(course_deg_ * 10) % 3600);
  uint16_t sog = static_cast<uint16_t>(std::lround(sog_kn_ * 10));
  // What real transponders send now and then: no fix, no speed, a fix far away.
  const double odd = random_.Unit();
  if (odd < 0.001) position = {ais::kNoLon, ais::kNoLat};
  if (odd >= 0.001 && odd < 0.002) sog = 1023;
  if (odd >= 0.002 && odd < 0.0022) position.lon += 40 * ais::kUnitsPerDegree;
  if (odd >= 0.0022 && odd < 0.003) cog = 3600;
  const auto second = static_cast<uint8_t>(now_us_ / 1'000'000 % 60);
  const auto heading = static_cast<uint16_t>(std::lround(course_deg_) % 360);
  if (class_b_)
    return Encode(ais::ClassBReport{.head = {18, 0, mmsi_},
                                    .sog = sog,
                                    .accurate = true,
                                    .position = position,
                                    .cog = cog,
                                    .heading = 511,
                                    .utc_second = second});
  return Encode(ais::PositionReport{.head = {1, 0, mmsi_},
                                    .nav_status = static_cast<uint8_t>(moored_ ? 5 : 0),
                                    .rot = 0,
                                    .sog = sog,
                                    .accurate = true,
                                    .position = position,
                                    .cog = cog,
                                    .heading = heading,
                                    .utc_second = second,
                                    .maneuver = 0,
                                    .raim = false});
}

ais::PayloadWriter SimulatedVessel::Static() const {
  const std::string name = std::string(kNames[number_ % 8]) + " " + std::to_string(number_);
  if (class_b_) return Encode(ais::StaticDataA{{24, 0, mmsi_}, name});
  return Encode(ais::StaticVoyageData{.head = {5, 0, mmsi_},
                                      .ais_version = 1,
                                      .imo = 9'000'000u + static_cast<uint32_t>(number_),
                                      .callsign = "OX" + std::to_string(1000 + number_),
                                      .name = name,
                                      .ship_type = 70,
                                      .dimensions = {100, 20, 8, 8},
                                      .epfd = 1,
                                      .eta = {1, 13, 12, 0},
                                      .draught = 65,
                                      .destination = kPorts[number_ % 6]});
}

}  // namespace tarn::track
