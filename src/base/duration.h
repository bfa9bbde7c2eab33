// Durations and memory sizes as Flink and Paimon write them in options: '10 s', '3minute', '1 h', '256 mb'.
//
// A number, blanks or none, a unit in any letter case (TimeUtils and MemorySize of Flink). Without a unit a duration is
// in milliseconds and a size in bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarn {

/// Throw InvalidInput that names the text and the units. As nanoseconds and microseconds up to 292 years, so that a
/// moment of this age can be added; as milliseconds up to 292,000 years, for "never" is a duration too.
int64_t ParseDurationNanos(std::string_view text);
inline int64_t ParseDurationMicros(std::string_view text) { return ParseDurationNanos(text) / 1000; }
int64_t ParseDurationMillis(std::string_view text);

/// Bytes. Throws InvalidInput that names the text and the units.
int64_t ParseMemorySize(std::string_view text);

/// As Java's Duration.toString shows it: "PT1H30M", "PT0.5S", "PT0S".
std::string ToIsoDuration(int64_t nanos);

}  // namespace tarn
