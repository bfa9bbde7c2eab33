// Times from text and numbers, and back: DATE_FORMAT, TO_TIMESTAMP, TO_DATE, FROM_UNIXTIME and their kin.
#include <algorithm>

#include "base/error.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/java_time.h"
#include "function/time_units.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

using Text = std::string_view;
constexpr const char* kDefaultPattern = "yyyy-MM-dd HH:mm:ss";
/// A zone keeps the offset that it has 280 000 years from 1970.
constexpr int64_t kZoneYears = int64_t{280'000} * 31'556'952;

/// The instant of a wall clock reading as Java's older calendar has it: of one that comes twice the second one.
int64_t SecondToUtc(const TimeZone& zone, int64_t local_us) {
  const int64_t first = zone.ToUtc(local_us), later = first + kMicrosPerDay;
  const int64_t second = local_us - (zone.ToLocal(later) - later);
  return zone.ToLocal(second) == local_us ? std::max(first, second) : first;
}

int64_t InstantOf(const SimpleParsed& parsed, const TimeZone& zone) {
  if (parsed.offset_seconds) return parsed.local_seconds - *parsed.offset_seconds;
  return FloorDiv(SecondToUtc(zone, parsed.local_seconds * kMicrosPerSecond), kMicrosPerSecond);
}

/// A kernel over (text, pattern, zone) or (text, zone) that ignores the zone's vector.
template <typename R, typename F>
Kernel WithPattern(bool pattern, F function) {
  using T = R;
  if (pattern) {
    return RowKernel([function](Text text, Text p, Text) -> std::optional<T> { return function(text, p); });
  }
  return RowKernel([function](Text text, Text) -> std::optional<T> { return function(text, Text(kDefaultPattern)); });
}

}  // namespace

// (time or text, pattern, zone)
Resolved ResolveDateFormat(const Call& call) {
  call.RequireCount(3, 3);
  call.RequireText(1);
  const DataType type = WithNull(call.type(0), false), result = WithNull(StringType(), true);
  if (IsCharacter(type)) {
    return {{StringType(), StringType(), StringType()},
            result,
            RowKernel([](Text text, Text pattern, Text) -> std::optional<std::string> {
              const auto parsed = ParseSimple(text, kDefaultPattern);
              if (!parsed) return std::nullopt;
              return FormatJava(CivilFromSeconds(parsed->local_seconds), pattern, PatternKind::Simple);
            })};
  }
  if (!IsTimestamp(type)) call.Refuse("a timestamp or a string, and a pattern");
  const TimeZone zone = ZoneArgument(call);
  const bool zoned = type.root == TypeRoot::TimestampLtz, nanos = type.precision > 6;
  return {{type, StringType(), StringType()},
          result,
          RowKernel([zone, zoned, nanos](int64_t value, Text pattern, Text) -> std::optional<std::string> {
            const int64_t below = nanos ? FloorMod(value, 1000) : 0;
            int64_t micros = nanos ? FloorDiv(value, 1000) : value;
            if (zoned) micros = zone.ToLocal(micros);
            CivilTime time = CivilFromMicros(micros);
            time.nano += static_cast<int>(below);
            auto text = FormatJava(time, pattern, PatternKind::Modern);
            if (!text) throw Error(ErrorCode::InvalidInput, "'" + std::string(pattern) + "' is no pattern of a date");
            return text;
          }),
          true};
}

// (text [, pattern], zone) -> TIMESTAMP(3)
Resolved ResolveToTimestamp(const Call& call) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  const auto parse = [](Text text, Text pattern) -> std::optional<int64_t> {
    auto time = ParseModern(text, pattern);
    std::optional<int64_t> micros;
    if (time) {
      micros = MicrosFromCivil(*time);
    } else {
      // What the pattern does not take may still be a timestamp as java.sql.Timestamp.valueOf reads it, or a date.
      micros = ParseFlinkTimestamp(text, 3);
    }
    if (!micros) return std::nullopt;
    return ConvertTimestamp(*micros, 6, 3);
  };
  return {std::vector<DataType>(call.size(), StringType()), WithNull(TimestampType(3), true),
          WithPattern<int64_t>(call.size() == 3, parse)};
}

// (text [, pattern], zone) -> DATE
Resolved ResolveToDate(const Call& call) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  Kernel kernel;
  if (call.size() == 2) {
    kernel = RowKernel([](Text text, Text) -> std::optional<int32_t> { return ParseFlinkDate(text); });
  } else {
    kernel = RowKernel([](Text text, Text pattern, Text) -> std::optional<int32_t> {
      const auto parsed = ParseSimple(text, pattern);
      if (!parsed) return std::nullopt;
      return static_cast<int32_t>(FloorDiv(parsed->local_seconds, 86'400));
    });
  }
  return {std::vector<DataType>(call.size(), StringType()), WithNull(Simple(TypeRoot::Date), true), std::move(kernel)};
}

// (number [, 0 | 3], zone) or (text [, pattern [, zone name]], zone) -> TIMESTAMP_LTZ(3)
Resolved ResolveToTimestampLtz(const Call& call) {
  call.RequireCount(2, 4);
  const DataType result = WithNull(TimestampLtzType(3), true);
  if (IsCharacter(call.type(0))) {
    for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
    // Without a zone of its own the text is in UTC.
    const auto parse = [](Text text, Text pattern, Text zone) -> std::optional<int64_t> {
      auto time = ParseModern(text, pattern);
      std::optional<int64_t> micros = time ? std::optional(MicrosFromCivil(*time)) : ParseFlinkTimestamp(text, 3);
      if (!micros) return std::nullopt;
      return TimeZone::Named(zone).ToUtc(ConvertTimestamp(*micros, 6, 3));
    };
    Kernel kernel;
    if (call.size() == 4) {
      kernel = RowKernel([parse](Text text, Text pattern, Text zone, Text) { return parse(text, pattern, zone); });
    } else if (call.size() == 3) {
      kernel = RowKernel([parse](Text text, Text pattern, Text) { return parse(text, pattern, "UTC"); });
    } else {
      kernel = RowKernel([parse](Text text, Text) { return parse(text, kDefaultPattern, "UTC"); });
    }
    return {std::vector<DataType>(call.size(), StringType()), result, std::move(kernel), call.size() == 4};
  }
  if (!IsNumeric(call.type(0)) || call.size() == 4) call.Refuse("a number of seconds or milliseconds and 0 or 3");
  const auto convert = [](auto number, int32_t precision) -> std::optional<int64_t> {
    if (precision != 0 && precision != 3) {
      throw Error(ErrorCode::InvalidInput, "the precision " + std::to_string(precision) +
                                               " of TO_TIMESTAMP_LTZ is not supported: 0 for seconds, 3 for "
                                               "milliseconds");
    }
    // The years 0 to 9999; NaN lies in no range.
    constexpr int64_t kLeast = -62'167'219'200, kGreatest = 253'402'300'799;
    using T = decltype(number);
    const bool seconds = precision == 0;
    const auto least = static_cast<T>(seconds ? kLeast : kLeast * 1000);
    const auto greatest = static_cast<T>(seconds ? kGreatest : kGreatest * 1000 + 999);
    if (!(number >= least && number <= greatest)) return std::nullopt;
    return static_cast<int64_t>(seconds ? number * 1000 : number) * 1000;
  };
  const bool exact = IsInteger(call.type(0));
  const DataType number = exact ? Simple(TypeRoot::BigInt) : Simple(TypeRoot::Double);
  if (call.size() == 2) {
    Kernel kernel = exact ? RowKernel([convert](int64_t n, Text) { return convert(n, 3); })
                          : RowKernel([convert](double n, Text) { return convert(n, 3); });
    return {{number, StringType()}, result, std::move(kernel)};
  }
  if (!IsInteger(call.type(1))) call.Refuse("a number of seconds or milliseconds and 0 or 3");
  Kernel kernel = exact ? RowKernel([convert](int64_t n, int32_t p, Text) { return convert(n, p); })
                        : RowKernel([convert](double n, int32_t p, Text) { return convert(n, p); });
  return {{number, IntType(), StringType()}, result, std::move(kernel), true};
}

// (seconds [, pattern], zone) -> STRING
Resolved ResolveFromUnixtime(const Call& call) {
  call.RequireCount(2, 3);
  if (!IsInteger(call.type(0))) call.Refuse("an integer number of seconds");
  const TimeZone zone = ZoneArgument(call);
  const auto format = [zone](int64_t seconds, Text pattern) -> std::optional<std::string> {
    // Java counts milliseconds in 64 bits, around the end of which it starts anew.
    const auto millis = static_cast<int64_t>(static_cast<uint64_t>(seconds) * 1000);
    const int64_t utc = FloorDiv(millis, 1000);
    const int64_t known = std::clamp(utc, -kZoneYears, kZoneYears) * kMicrosPerSecond;
    const int64_t offset = (zone.ToLocal(known) - known) / kMicrosPerSecond;
    return FormatJava(CivilFromSeconds(utc + offset), pattern, PatternKind::Simple);
  };
  const DataType big = Simple(TypeRoot::BigInt), result = WithNull(StringType(), true);
  if (call.size() == 2) {
    return {{big, StringType()}, result, RowKernel([format](int64_t s, Text) { return format(s, kDefaultPattern); })};
  }
  call.RequireText(1);
  return {
      {big, StringType(), StringType()}, result, RowKernel([format](int64_t s, Text p, Text) { return format(s, p); })};
}

// (text [, pattern], zone) -> BIGINT seconds; Long.MIN_VALUE for text that is no time
Resolved ResolveUnixTimestamp(const Call& call) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  const TimeZone zone = ZoneArgument(call);
  const auto parse = [zone](Text text, Text pattern) -> std::optional<int64_t> {
    const auto parsed = ParseSimple(text, pattern);
    return parsed ? InstantOf(*parsed, zone) : INT64_MIN;
  };
  return Ordinary(call, std::vector<DataType>(call.size(), StringType()), Simple(TypeRoot::BigInt),
                  WithPattern<int64_t>(call.size() == 3, parse));
}

// (text, zone, zone)
Resolved ResolveConvertTz(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) call.RequireText(i);
  return {{StringType(), StringType(), StringType()},
          WithNull(StringType(), true),
          RowKernel([](Text text, Text from, Text to) {
            const auto parsed = ParseSimple(text, kDefaultPattern);
            if (!parsed) return std::optional<std::string>();
            // Java's TimeZone.getTimeZone: an unknown name is GMT.
            const auto zone = [](Text name) { return TimeZone::Exists(name) ? TimeZone::Named(name) : TimeZone(); };
            const int64_t instant = SecondToUtc(zone(from), parsed->local_seconds * kMicrosPerSecond);
            return std::optional(FormatTimestamp(zone(to).ToLocal(instant), 0));
          })};
}

}  // namespace tarn::function
