// One simulated vessel: where it is and what its transponder says.
#pragma once

#include <cstdint>
#include <vector>

#include "track/ais/encoder.h"
#include "track/simulate/fleet.h"
#include "track/simulate/random.h"

namespace tarn::track {

/// Waters that the fleet keeps to (the Kattegat, land or not).
struct Waters {
  double west_deg = 10.6, east_deg = 12.2, south_deg = 56.2, north_deg = 58.2;
};

class SimulatedVessel {
 public:
  /// `interval_s`: between two reports under way.
  SimulatedVessel(int number, const FleetOptions& options, double interval_s, SeededRandom random);

  int64_t next_us() const { return next_us_; }
  uint32_t mmsi() const { return mmsi_; }
  const std::vector<Episode>& episodes() const { return episodes_; }

  /// Moves on to next_us() and gives the message of that time; sets the time of the next one.
  ais::PayloadWriter Transmit();

 private:
  void PlanEpisodes(const FleetOptions& options);
  void Move(double seconds);
  const Episode* Within(EpisodeKind kind, int64_t time_us) const;
  ais::PayloadWriter Position();
  ais::PayloadWriter Static() const;

  SeededRandom random_;
  Waters waters_;
  uint32_t mmsi_;
  int number_;
  bool class_b_;
  bool moored_;
  double interval_s_;
  double lon_deg_;
  double lat_deg_;
  double course_deg_;
  double wanted_course_deg_;
  double cruise_kn_;
  double fast_kn_ = 0;
  double sog_kn_ = 0;
  int64_t now_us_;
  int64_t next_us_;
  int reports_ = 0;
  std::vector<Episode> episodes_;
};

}  // namespace tarn::track
