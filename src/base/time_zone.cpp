#include "base/time_zone.h"

#include <date/tz.h>

#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/zone_rule.h"

namespace tarn {

struct TimeZone::Rules {
  const date::time_zone* listed = nullptr;  // of the date library, which keeps them for ever
  int64_t last_change = 0;                  // of the list, in seconds
  std::optional<ZoneRule> afterwards;
};

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

// The line that a file of the time zone database ends with.
std::string LastLine(const std::string& zone) {
  std::ifstream file("/usr/share/zoneinfo/" + zone, std::ios::binary);
  std::string line, last;
  while (std::getline(file, line)) last.swap(line);
  return last;
}

date::sys_seconds Seconds(int64_t us) {
  return date::sys_seconds(std::chrono::seconds(FloorDiv(us, kMicrosPerSecond)));
}

}  // namespace

const TimeZone::Rules* TimeZone::Locate(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, Rules, std::less<>> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find(name);
  if (found != known.end()) return &found->second;
  Rules rules;
  try {
    rules.listed = date::locate_zone(std::string(name));
  } catch (const std::exception&) {
    return nullptr;
  }
  constexpr int64_t kYear3000 = 32'503'680'000;
  rules.last_change = rules.listed->get_info(Seconds(kYear3000 * kMicrosPerSecond)).begin.time_since_epoch().count();
  rules.afterwards = ZoneRule::Parse(LastLine(std::string(name)));
  return &known.emplace(name, rules).first->second;
}

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
  const auto utc = Seconds(utc_us);
  const int64_t seconds = utc.time_since_epoch().count();
  if (rules_->afterwards && seconds > rules_->last_change) {
    return rules_->afterwards->OffsetAt(seconds) * kMicrosPerSecond;
  }
  return rules_->listed->get_info(utc).offset.count() * kMicrosPerSecond;
}

int64_t TimeZone::ToUtc(int64_t local_us) const {
  if (rules_ == nullptr) return local_us - offset_us_;
  const date::local_seconds local(Seconds(local_us).time_since_epoch());
  const int64_t seconds = local.time_since_epoch().count();
  // Two days on: no clock shows the hour of the last change any more.
  if (rules_->afterwards && seconds > rules_->last_change + 2 * 86'400) {
    return local_us - rules_->afterwards->OffsetOfLocal(seconds) * kMicrosPerSecond;
  }
  // In a gap `first` is the offset before it: the reading taken as if the clock had not been put forward yet.
  return local_us - rules_->listed->get_info(local).first.offset.count() * kMicrosPerSecond;
}

}  // namespace tarn
