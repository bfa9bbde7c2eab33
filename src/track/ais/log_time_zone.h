// Turns the local times of a log into UTC.
#pragma once

#include <cstdint>

#include "base/time_zone.h"

namespace tarn::track::ais {

/// `local_us` is a wall clock reading, counted as if it were UTC. In the hour that comes twice in autumn the first
/// reading is taken, unless that lies before `previous_us` (the log's last time) by more than a minute: logs run
/// forward. Readings that spring leaves out move forward by the gap.
int64_t LogTimeToUtc(const TimeZone& zone, int64_t local_us, int64_t previous_us);

}  // namespace tarn::track::ais
