#include "base/time_zone.h"

#include <date/tz.h>

#include <optional>

#include "base/civil_time.h"
#include "base/error.h"

namespace tarn {
namespace {

// "+08:00", "-0330", "+5" -> microseconds.
std::optional<int64_t> ParseOffset(std::string_view text) {
  if (text.size() < 2 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  std::string digits;
  for (const char c : text.substr(1)) {
    if (c == ':') continue;
    if (c < '0' || c > '9') return std::nullopt;
    digits.push_back(c);
  }
  if (digits.empty() || digits.size() > 6) return std::nullopt;
  if (digits.size() % 2 == 1) digits.insert(0, 1, '0');
  digits.resize(6, '0');
  const int hours = std::stoi(digits.substr(0, 2)), minutes = std::stoi(digits.substr(2, 2));
  const int seconds = std::stoi(digits.substr(4, 2));
  if (hours > 18 || minutes > 59 || seconds > 59) return std::nullopt;
  return (hours * 3600 + minutes * 60 + seconds) * kMicrosPerSecond * (text[0] == '-' ? -1 : 1);
}

std::optional<int64_t> FixedOffset(std::string_view name) {
  for (const std::string_view prefix : {"UTC", "GMT", "UT", "Z"}) {
    if (name == prefix) return 0;
    if (prefix != "Z" && name.substr(0, prefix.size()) == prefix) {
      if (auto offset = ParseOffset(name.substr(prefix.size()))) return offset;
    }
  }
  return ParseOffset(name);
}

const date::time_zone* Locate(std::string_view name) {
  try {
    return date::locate_zone(std::string(name));
  } catch (const std::exception&) {
    return nullptr;
  }
}

const date::time_zone& Rules(const void* rules) { return *static_cast<const date::time_zone*>(rules); }

date::sys_seconds Seconds(int64_t us) {
  return date::sys_seconds(std::chrono::seconds(FloorDiv(us, kMicrosPerSecond)));
}

}  // namespace

TimeZone TimeZone::Named(std::string_view name) {
  TimeZone zone;
  if (const auto offset = FixedOffset(name)) {
    zone.offset_us_ = *offset;
    return zone;
  }
  zone.rules_ = Locate(name);
  if (zone.rules_ == nullptr) {
    throw Error(ErrorCode::InvalidInput, "there is no time zone '" + std::string(name) +
                                             "'; a zone is an offset such as '+08:00' or a name such as "
                                             "'Asia/Shanghai' from the machine's time zone database");
  }
  return zone;
}

bool TimeZone::Exists(std::string_view name) { return FixedOffset(name) || Locate(name) != nullptr; }

int64_t TimeZone::OffsetAt(int64_t utc_us) const {
  if (rules_ == nullptr) return offset_us_;
  return Rules(rules_).get_info(Seconds(utc_us)).offset.count() * kMicrosPerSecond;
}

int64_t TimeZone::ToUtc(int64_t local_us) const {
  if (rules_ == nullptr) return local_us - offset_us_;
  const date::local_seconds local(Seconds(local_us).time_since_epoch());
  // In a gap `first` is the offset before it: the reading taken as if the clock had not been put forward yet.
  return local_us - Rules(rules_).get_info(local).first.offset.count() * kMicrosPerSecond;
}

}  // namespace tarn
