// A small seeded fleet: vessels that sail about, and what two shore stations hear of them, as an NMEA log with all that
// real logs have: positions and static data, reports heard twice, sentences damaged on the way, fixes that cannot be,
// clocks that are wrong. Some vessels fall silent or go too fast; those episodes are told, so that detectors can be
// measured.
//
// The same options give the same bytes on every machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tarn::track {

struct FleetOptions {
  uint64_t seed = 1;
  int64_t lines = 2'000'000;
  int vessels = 1'200;                       // fewer where the lines would not do for a report every two minutes each
  double hours = 24;                         // about
  double damaged = 0.0008;                   // share of lines broken on the way
  int64_t start_us = 1'705'039'200'000'000;  // 2024-01-12 06:00 UTC
};

enum class EpisodeKind { AisGap, Speeding };

/// What a vessel did, as a detector should see it.
struct Episode {
  EpisodeKind kind;
  uint32_t mmsi;
  int64_t started_us;
  int64_t ended_us;
};

struct FleetSummary {
  int64_t lines = 0;
  int64_t damaged_lines = 0;
  int64_t repeated_reports = 0;  // heard by the second station too
  int vessels = 0;
  int64_t first_us = 0;
  int64_t last_us = 0;
  std::vector<Episode> episodes;  // by start
};

/// Calls `take` with each line, without line end, in the order of their arrival.
FleetSummary SimulateFleet(const FleetOptions& options, const std::function<void(std::string_view line)>& take);

}  // namespace tarn::track
