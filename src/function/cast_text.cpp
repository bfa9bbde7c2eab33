// From text: what Flink's BinaryStringDataUtil and DateTimeUtils accept.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "base/civil_time.h"
#include "function/cast.h"

namespace tarn::function {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Java's trim(): everything up to the blank.
std::string_view Trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

// Only blanks.
std::string_view Strip(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Reads up to `most` digits; -1 if there is none.
int64_t Digits(std::string_view& text, size_t most) {
  int64_t value = 0;
  size_t count = 0;
  while (count < most && count < text.size() && IsDigit(text[count])) value = value * 10 + (text[count++] - '0');
  text.remove_prefix(count);
  return count == 0 ? -1 : value;
}

bool Eat(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool IsLeap(int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
int DaysOfMonth(int64_t year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeap(year) ? 29 : kDays[month - 1];
}

}  // namespace

std::optional<int64_t> ParseInteger(std::string_view text, int64_t least, int64_t greatest) {
  text = Strip(text);
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
  }
  if (text.empty()) return std::nullopt;
  Int128 value = 0;
  size_t i = 0;
  for (; i < text.size() && text[i] != '.'; i++) {
    if (!IsDigit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
    if (value > static_cast<Int128>(1) << 64) return std::nullopt;
  }
  // A fraction is checked and dropped.
  for (i++; i < text.size(); i++) {
    if (!IsDigit(text[i])) return std::nullopt;
  }
  if (negative) value = -value;
  if (value < least || value > greatest) return std::nullopt;
  return static_cast<int64_t>(value);
}

namespace {

double ToReal(const std::string& text, double /*type*/) { return std::strtod(text.c_str(), nullptr); }
float ToReal(const std::string& text, float /*type*/) { return std::strtof(text.c_str(), nullptr); }

/// Java's hexadecimal numbers, 0x1.8p3, without a sign and with the type's letter taken off; nullopt: it is none.
template <typename T>
std::optional<T> ParseHexReal(std::string_view number) {
  const auto hex = [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  size_t at = 2, digits = 0, points = 0;
  for (; at < number.size() && (hex(number[at]) || number[at] == '.'); at++) {
    (number[at] == '.' ? points : digits)++;
  }
  if (digits == 0 || points > 1 || at == number.size() || (number[at] | 0x20) != 'p') return std::nullopt;
  at++;
  if (at < number.size() && (number[at] == '-' || number[at] == '+')) at++;
  const size_t first = at;
  while (at < number.size() && IsDigit(number[at])) at++;
  if (at == first || at != number.size()) return std::nullopt;
  return ToReal(std::string(number), T{});
}

template <typename T>
std::optional<T> ParseReal(std::string_view text) {
  text = Trim(text);
  std::string_view number = text;
  if (!number.empty() && (number[0] == '-' || number[0] == '+')) number.remove_prefix(1);
  const T sign = !text.empty() && text[0] == '-' ? T{-1} : T{1};
  if (number == "NaN") return std::numeric_limits<T>::quiet_NaN();
  if (number == "Infinity") return sign * std::numeric_limits<T>::infinity();
  if (number.starts_with("0x") || number.starts_with("0X")) {
    if (number.size() > 2 && std::string_view("fFdD").find(number.back()) != std::string_view::npos &&
        number.find_first_of("pP") != std::string_view::npos) {
      number.remove_suffix(1);
    }
    const auto size = ParseHexReal<T>(number);
    return size ? std::optional(sign * *size) : std::nullopt;
  }
  bool digits = false;
  size_t i = 0;
  for (; i < number.size() && (IsDigit(number[i]) || number[i] == '.'); i++) digits = digits || IsDigit(number[i]);
  if (!digits) return std::nullopt;
  std::string_view rest = number.substr(i);
  if (!rest.empty() && (rest[0] == 'e' || rest[0] == 'E')) {
    size_t at = 1;
    if (at < rest.size() && (rest[at] == '-' || rest[at] == '+')) at++;
    const size_t first = at;
    while (at < rest.size() && IsDigit(rest[at])) at++;
    if (at == first) return std::nullopt;
    i += at;
    rest = number.substr(i);
  }
  if (rest.size() > 1 || (rest.size() == 1 && std::string_view("fFdD").find(rest[0]) == std::string_view::npos)) {
    return std::nullopt;
  }
  T value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + i, value);
  if (error == std::errc::result_out_of_range) {
    value = ToReal(std::string(number.substr(0, i)), T{});
  } else if (error != std::errc() || end != number.data() + i) {
    return std::nullopt;
  }
  return sign * value;
}

}  // namespace

std::optional<double> ParseDouble(std::string_view text) { return ParseReal<double>(text); }
std::optional<float> ParseFloat(std::string_view text) { return ParseReal<float>(text); }

std::optional<bool> ParseBoolean(std::string_view text) {
  std::string lower;
  for (char c : text) lower.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  for (const char* word : {"t", "true", "y", "yes", "1"}) {
    if (lower == word) return true;
  }
  for (const char* word : {"f", "false", "n", "no", "0"}) {
    if (lower == word) return false;
  }
  return std::nullopt;
}

std::optional<Int128> ParseDecimal(std::string_view text, int32_t precision, int32_t scale) {
  text = Trim(text);
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  std::string digits;
  int64_t exponent = 0;  // of the last digit
  bool point = false, any = false;
  size_t i = 0;
  for (; i < text.size(); i++) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (IsDigit(text[i])) {
      any = true;
      if (!digits.empty() || text[i] != '0') digits.push_back(text[i]);
      if (point) exponent--;
    } else {
      break;
    }
  }
  if (!any) return std::nullopt;
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    const char* begin = text.data() + i + 1;
    if (begin < text.data() + text.size() && *begin == '+') begin++;
    int64_t power = 0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), power);
    if (error != std::errc() || end != text.data() + text.size() || power > 100000 || power < -100000) {
      return std::nullopt;
    }
    exponent += power;
  }
  if (digits.empty()) return 0;
  // Too many digits before the point; rounding may still add one, as in Flink.
  if (static_cast<int64_t>(digits.size()) + exponent > precision - scale) return std::nullopt;
  const int64_t drop = -exponent - scale;
  Int128 value = 0;
  const auto kept = static_cast<int64_t>(digits.size()) - std::max<int64_t>(drop, 0);
  for (int64_t k = 0; k < kept; k++) value = value * 10 + (digits[static_cast<size_t>(k)] - '0');
  if (drop > 0 && kept >= 0 && digits[static_cast<size_t>(kept)] >= '5') value++;
  if (drop < 0) value *= PowerOfTen(static_cast<int32_t>(-drop));
  return negative ? -value : value;
}

std::optional<int32_t> ParseFlinkDate(std::string_view text) {
  text = Trim(text);
  // A time part after a blank is dropped.
  const size_t end = text.find(' ');
  if (end != std::string_view::npos) text = text.substr(0, end);
  CivilDate date;
  date.year = Digits(text, 4);
  if (date.year < 0) return std::nullopt;
  if (!text.empty()) {
    if (!Eat(text, '-')) return std::nullopt;
    const int64_t month = Digits(text, 2);
    if (month < 1 || month > 12) return std::nullopt;
    date.month = static_cast<int>(month);
    if (!text.empty()) {
      if (!Eat(text, '-')) return std::nullopt;
      const int64_t day = Digits(text, 2);
      if (day < 1 || !text.empty() || day > DaysOfMonth(date.year, date.month)) return std::nullopt;
      date.day = static_cast<int>(day);
    }
  }
  return static_cast<int32_t>(DaysFromCivil(date));
}

std::optional<int64_t> ParseFlinkTimestamp(std::string_view text, int32_t precision) {
  CivilTime time;
  time.date.year = Digits(text, 4);
  if (time.date.year < 0 || !Eat(text, '-')) return std::nullopt;
  const int64_t month = Digits(text, 2);
  if (month < 1 || month > 12 || !Eat(text, '-')) return std::nullopt;
  const int64_t day = Digits(text, 2);
  if (day < 1 || day > 31) return std::nullopt;
  time.date.month = static_cast<int>(month);
  // Java's smart resolving: a day beyond the month's end is the month's last.
  time.date.day = static_cast<int>(std::min<int64_t>(day, DaysOfMonth(time.date.year, time.date.month)));
  int64_t extra_days = 0;
  if (!text.empty()) {
    if (!Eat(text, ' ')) return std::nullopt;
    const int64_t hour = Digits(text, 2);
    if (hour < 0 || hour > 24 || !Eat(text, ':')) return std::nullopt;
    const int64_t minute = Digits(text, 2);
    if (minute < 0 || minute > 59 || !Eat(text, ':')) return std::nullopt;
    const int64_t second = Digits(text, 2);
    if (second < 0 || second > 59) return std::nullopt;
    if (!text.empty()) {
      if (!Eat(text, '.')) return std::nullopt;
      const size_t count = text.size();
      int64_t fraction = text.empty() ? 0 : Digits(text, 9);
      if (fraction < 0 || !text.empty()) return std::nullopt;
      for (size_t i = count; i < 9; i++) fraction *= 10;
      time.nano = static_cast<int>(fraction);
    }
    if (hour == 24) {
      if (minute != 0 || second != 0 || time.nano != 0) return std::nullopt;
      extra_days = 1;
    }
    time.hour = static_cast<int>(hour % 24);
    time.minute = static_cast<int>(minute);
    time.second = static_cast<int>(second);
  }
  const int64_t seconds = SecondsFromCivil(time) + extra_days * 86'400;
  int64_t unit = 1;  // nanoseconds that the precision cannot hold
  for (int32_t p = precision; p < 9; p++) unit *= 10;
  const int64_t nano = time.nano / unit * unit;
  if (precision <= 6) return seconds * kMicrosPerSecond + nano / 1000;
  return NanosFrom(seconds, 1'000'000'000, nano);
}

std::optional<int64_t> ParseFlinkTime(std::string_view text) {
  text = Trim(text);
  const int64_t hour = Digits(text, 2);
  if (hour < 0 || hour > 23) return std::nullopt;
  int64_t minute = 0, second = 0;
  if (!text.empty()) {
    if (!Eat(text, ':')) return std::nullopt;
    minute = Digits(text, 2);
    if (minute < 0 || minute > 59) return std::nullopt;
    if (!text.empty()) {
      if (!Eat(text, ':')) return std::nullopt;
      second = Digits(text, 2);
      if (second < 0 || second > 59) return std::nullopt;
      if (!text.empty() && (!Eat(text, '.') || Digits(text, 9) < 0 || !text.empty())) return std::nullopt;
    }
  }
  return (hour * 3600 + minute * 60 + second) * kMicrosPerSecond;
}

}  // namespace tarn::function
