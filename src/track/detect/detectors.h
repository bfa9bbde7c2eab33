// Every detector, one line each: its SQL name, class, settings and the sentence that a user reads. Sorted.
#pragma once

#include "track/detect/ais_gap.h"
#include "track/detect/speeding.h"

#define TARN_DETECTORS(X)                                                                                     \
  X(ais_gap, AisGap, AisGapSettings, "A vessel that was under way is not heard for some time and comes back") \
  X(speeding, Speeding, SpeedingSettings, "A vessel is faster than allowed for some time")
