#include "track/ais/log_time.h"

#include <chrono>

namespace tarn::track::ais {
namespace {

constexpr int64_t kMicros = 1'000'000;

/// Exactly `width` digits at the front of `text`, which moves behind them; -1 if there are fewer.
int Take(std::string_view* text, size_t width) {
  if (text->size() < width) return -1;
  int value = 0;
  for (size_t i = 0; i < width; ++i) {
    const char c = (*text)[i];
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  text->remove_prefix(width);
  return value;
}

bool TakeOneOf(std::string_view* text, std::string_view characters) {
  if (text->empty() || characters.find(text->front()) == std::string_view::npos) return false;
  text->remove_prefix(1);
  return true;
}

/// Digits behind the decimal point as microseconds; what is finer is cut off.
int TakeFraction(std::string_view* text) {
  int value = 0;
  int scale = 100'000;
  while (!text->empty() && text->front() >= '0' && text->front() <= '9') {
    value += (text->front() - '0') * scale;
    scale /= 10;
    text->remove_prefix(1);
  }
  return value;
}

}  // namespace

int64_t FromCivil(int year, int month, int day, int hour, int minute, int second, int microsecond) {
  namespace chrono = std::chrono;
  const chrono::year_month_day date{chrono::year(year), chrono::month(static_cast<unsigned>(month)),
                                    chrono::day(static_cast<unsigned>(day))};
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1 || !date.ok()) return kNoTime;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return kNoTime;
  if (microsecond < 0 || microsecond >= kMicros) return kNoTime;
  const int64_t days = chrono::sys_days(date).time_since_epoch().count();
  return (days * 86'400 + hour * 3600 + minute * 60 + second) * kMicros + microsecond;
}

int64_t ParseEpoch(std::string_view text) {
  int64_t value = 0;
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    if (digits == 13) return kNoTime;
    value = value * 10 + (text[digits++] - '0');
  }
  text.remove_prefix(digits);
  if (digits >= 12) return text.empty() ? value * 1000 : kNoTime;
  if (digits < 9) return kNoTime;
  int fraction = 0;
  if (TakeOneOf(&text, ".")) fraction = TakeFraction(&text);
  return text.empty() && value >= 100'000'000 ? value * kMicros + fraction : kNoTime;
}

LogTime ParseDateTime(std::string_view text) {
  const int year = Take(&text, 4);
  if (year < 0 || !TakeOneOf(&text, "-/")) return {};
  const int month = Take(&text, 2);
  if (month < 0 || !TakeOneOf(&text, "-/")) return {};
  const int day = Take(&text, 2);
  if (day < 0 || !TakeOneOf(&text, " T")) return {};
  const int hour = Take(&text, 2);
  if (hour < 0 || !TakeOneOf(&text, ":.")) return {};
  const int minute = Take(&text, 2);
  if (minute < 0 || !TakeOneOf(&text, ":.")) return {};
  const int second = Take(&text, 2);
  int fraction = 0;
  if (TakeOneOf(&text, ".,")) fraction = TakeFraction(&text);
  LogTime time;
  time.us = FromCivil(year, month, day, hour, minute, second, fraction);
  while (TakeOneOf(&text, " ")) {
  }
  if (text.empty()) return time;
  if (text == "Z" || text == "UTC") {
    time.has_offset = true;
    return time;
  }
  const bool west = text.front() == '-';
  if (!TakeOneOf(&text, "+-")) return {};
  const int offset_hours = Take(&text, 2);
  TakeOneOf(&text, ":");
  const int offset_minutes = text.empty() ? 0 : Take(&text, 2);
  if (offset_hours < 0 || offset_hours > 18 || offset_minutes < 0 || offset_minutes > 59 || !text.empty()) return {};
  time.has_offset = true;
  time.offset_us = (offset_hours * 3600 + offset_minutes * 60) * kMicros * (west ? -1 : 1);
  return time;
}

int64_t ParseNmeaClock(std::string_view time, std::string_view day, std::string_view month, std::string_view year) {
  const int hour = Take(&time, 2);
  const int minute = Take(&time, 2);
  const int second = Take(&time, 2);
  int fraction = 0;
  if (TakeOneOf(&time, ".")) fraction = TakeFraction(&time);
  const int d = Take(&day, 2);
  const int m = Take(&month, 2);
  int y = -1;
  if (year.size() == 2) y = 2000 + Take(&year, 2);
  if (year.size() == 4) y = Take(&year, 4);
  if (!time.empty() || d < 0 || m < 0 || hour < 0 || y < 2000) return kNoTime;
  return FromCivil(y, m, d, hour, minute, second, fraction);
}

}  // namespace tarn::track::ais
