#include "base/duration.h"

#include <span>

#include "base/ascii_case.h"
#include "base/error.h"
#include "base/int128.h"

namespace tarn {
namespace {

struct Unit {
  std::string_view name;
  int64_t size;
};

constexpr int64_t kMicro = 1000, kMilli = 1'000'000, kSecond = 1'000'000'000;
constexpr int64_t kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;

constexpr Unit kDurations[] = {
    {"", kMilli},
    {"d", kDay},
    {"day", kDay},
    {"days", kDay},
    {"h", kHour},
    {"hour", kHour},
    {"hours", kHour},
    {"m", kMinute},
    {"min", kMinute},
    {"minute", kMinute},
    {"minutes", kMinute},
    {"s", kSecond},
    {"sec", kSecond},
    {"secs", kSecond},
    {"second", kSecond},
    {"seconds", kSecond},
    {"ms", kMilli},
    {"milli", kMilli},
    {"millis", kMilli},
    {"millisecond", kMilli},
    {"milliseconds", kMilli},
    {"us", kMicro},
    {"\u00b5s", kMicro},
    {"micro", kMicro},
    {"micros", kMicro},
    {"microsecond", kMicro},
    {"microseconds", kMicro},
    {"ns", 1},
    {"nano", 1},
    {"nanos", 1},
    {"nanosecond", 1},
    {"nanoseconds", 1},
};

constexpr int64_t kKi = 1024, kMi = kKi * 1024, kGi = kMi * 1024, kTi = kGi * 1024;
constexpr Unit kSizes[] = {
    {"", 1},
    {"b", 1},
    {"byte", 1},
    {"bytes", 1},
    {"k", kKi},
    {"kb", kKi},
    {"kibibytes", kKi},
    {"m", kMi},
    {"mb", kMi},
    {"mebibytes", kMi},
    {"g", kGi},
    {"gb", kGi},
    {"gibibytes", kGi},
    {"t", kTi},
    {"tb", kTi},
    {"tebibytes", kTi},
};

std::string_view Trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

/// In the smallest of the units, divided by `divisor`; `most` is the largest result.
int64_t Parse(std::string_view text, std::span<const Unit> units, int64_t divisor, int64_t most, const char* what,
              const char* example) {
  const auto refuse = [&](const std::string& why) -> Error {
    return Error(ErrorCode::InvalidInput, "'" + std::string(text) + "' is no " + what + ": " + why +
                                              "; write a whole number and a unit, such as " + example);
  };
  const auto trimmed = Trim(text);
  int64_t number = 0;
  size_t at = 0;
  for (; at < trimmed.size() && trimmed[at] >= '0' && trimmed[at] <= '9'; ++at)
    if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, trimmed[at] - '0', &number))
      throw refuse("the number is too large");
  if (at == 0) throw refuse("it does not begin with a number");
  const auto unit = AsciiLower(Trim(trimmed.substr(at)));
  for (const auto& known : units) {
    if (known.name != unit) continue;
    const int128_t result = static_cast<int128_t>(number) * known.size / divisor;
    if (result > most) throw refuse("it is too large");
    return static_cast<int64_t>(result);
  }
  throw refuse("'" + unit + "' is no unit of it");
}

int64_t ParseDuration(std::string_view text, int64_t divisor, int64_t most) {
  return Parse(text, kDurations, divisor, most, "duration", "'10 s', '3 min', '1 h', '7 d', '100 ms'");
}

}  // namespace

int64_t ParseDurationNanos(std::string_view text) { return ParseDuration(text, 1, INT64_MAX); }
int64_t ParseDurationMillis(std::string_view text) { return ParseDuration(text, kMilli, INT64_MAX / 1000); }

int64_t ParseMemorySize(std::string_view text) {
  return Parse(text, kSizes, 1, INT64_MAX, "memory size", "'64 kb', '256 mb', '1 gb'");
}

std::string ToIsoDuration(int64_t nanos) {
  if (nanos == 0) return "PT0S";
  // Java counts whole seconds downwards and the fraction upwards, then prints both with the sign of the whole.
  const bool negative = nanos < 0;
  const uint64_t magnitude = negative ? ~static_cast<uint64_t>(nanos) + 1 : static_cast<uint64_t>(nanos);
  const std::string sign = negative ? "-" : "";
  const uint64_t seconds = magnitude / kSecond, fraction = magnitude % kSecond;
  std::string text = "PT";
  if (seconds / 3600) text += sign + std::to_string(seconds / 3600) + "H";
  if (seconds / 60 % 60) text += sign + std::to_string(seconds / 60 % 60) + "M";
  if (seconds % 60 || fraction) {
    text += sign + std::to_string(seconds % 60);
    if (fraction) {
      std::string digits = std::to_string(kSecond + fraction).substr(1);
      digits.erase(digits.find_last_not_of('0') + 1);
      text += "." + digits;
    }
    text += "S";
  }
  return text;
}

}  // namespace tarn
