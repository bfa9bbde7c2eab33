// Dates and times as Flink's text formats read them, which are the formatters of java.time: every part has its full
// width, and what a formatter calls SMART or STRICT decides about days and hours that no calendar or clock has.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/civil_time.h"

namespace tarn::connector {

/// The format that a text was written in, with json.timestamp-format.standard.
enum class TextRules { Csv, JsonSql, JsonIso8601 };

/// Days since 1970. json: 2024-01-31, years of more than four digits with '+' in front. csv: 2024-1-31 too, and a year
/// without a sign has four digits.
std::optional<int64_t> ReadDate(std::string_view text, TextRules rules);

/// Nanoseconds of the day. json: hh:mm:ss[.fraction], 24:00:00 is midnight. csv: hh:mm[:ss[.fraction]].
std::optional<int64_t> ReadTimeOfDay(std::string_view text, TextRules rules);

/// A date, a blank (ISO-8601: a T) and hh:mm:ss[.fraction]; ISO-8601 may leave the seconds out. A TIMESTAMP_LTZ
/// (`zoned`) ends in Z. The 30th of February is the month's last day and 24:00:00 the next day's first moment, but for
/// a TIMESTAMP of ISO-8601, where they are errors.
std::optional<CivilTime> ReadTimestamp(std::string_view text, bool zoned, TextRules rules);

}  // namespace tarn::connector
