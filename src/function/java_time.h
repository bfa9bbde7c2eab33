// Java's two kinds of date patterns, which read alike and mean different things: DateTimeFormatter (java.time) and
// SimpleDateFormat (java.text). The letters that bite: YYYY week-based year, DD day of year, hh 1..12, SSSSSS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/civil_time.h"
#include "base/time_zone.h"

namespace tarn::function {

enum class PatternKind { Modern, Simple };

/// nullopt: the pattern is none.
std::optional<std::string> FormatJava(const CivilTime& time, std::string_view pattern, PatternKind kind);

/// DateTimeFormatter with smart resolving; what the pattern does not say is 1970-01-01 00:00:00. nullopt: bad text or
/// pattern, or outside kMicrosRange.
std::optional<CivilTime> ParseModern(std::string_view text, std::string_view pattern);

/// SimpleDateFormat.parse, lenient: month 13 is January of the next year, text behind the pattern is ignored. A zone in
/// the text (X, Z) is returned as an offset in seconds. nullopt: bad text or pattern.
struct SimpleParsed {
  int64_t local_seconds = 0;  // since 1970, on the wall clock
  int milliseconds = 0;
  std::optional<int> offset_seconds{};
};
std::optional<SimpleParsed> ParseSimple(std::string_view text, std::string_view pattern);

}  // namespace tarn::function
