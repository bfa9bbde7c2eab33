#include "function/java_time.h"

#include <array>
#include <vector>

namespace tarn::function {
namespace {

constexpr std::array<const char*, 12> kMonths = {"January", "February", "March",     "April",   "May",      "June",
                                                 "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<const char*, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                              "Thursday", "Friday", "Saturday"};

/// A run of one letter, or literal text.
struct Item {
  char letter = 0;  // 0: literal
  size_t count = 0;
  std::string text{};
};

std::optional<std::vector<Item>> ParsePattern(std::string_view pattern) {
  std::vector<Item> items;
  const auto literal = [&](char c) {
    if (items.empty() || items.back().letter != 0) items.push_back({});
    items.back().text += c;
  };
  for (size_t i = 0; i < pattern.size(); i++) {
    const char c = pattern[i];
    if (c == '\'') {
      if (i + 1 < pattern.size() && pattern[i + 1] == '\'') {
        literal('\'');
        i++;
        continue;
      }
      bool closed = false;
      for (i++; i < pattern.size(); i++) {
        if (pattern[i] == '\'') {
          if (i + 1 < pattern.size() && pattern[i + 1] == '\'') {
            i++;
          } else {
            closed = true;
            break;
          }
        }
        literal(pattern[i]);
      }
      if (!closed) return std::nullopt;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      if (!items.empty() && items.back().letter == c) {
        items.back().count++;
      } else {
        items.push_back({c, 1, {}});
      }
    } else if (c == '[' || c == ']') {
      continue;  // optional sections are written and read whole
    } else {
      literal(c);
    }
  }
  return items;
}

std::string Pad(int64_t value, size_t width) {
  std::string text = std::to_string(value < 0 ? -value : value);
  if (text.size() < width) text.insert(0, width - text.size(), '0');
  return value < 0 ? "-" + text : text;
}

int64_t DayOfYear(const CivilDate& date) { return DaysFromCivil(date) - DaysFromCivil({date.year, 1, 1}) + 1; }
int DayOfWeek(const CivilDate& date) { return static_cast<int>(FloorMod(DaysFromCivil(date) + 4, 7)); }  // Sunday = 0

// The week of a year that begins on Sunday and holds 1 January (Locale.US).
struct Week {
  int64_t year, week;
};
Week WeekOf(const CivilDate& date) {
  const auto start = [](int64_t year) {
    const CivilDate first{year, 1, 1};
    return DaysFromCivil(first) - DayOfWeek(first);
  };
  const int64_t days = DaysFromCivil(date);
  int64_t year = date.year;
  if (days >= start(year + 1)) year++;
  return {year, (days - start(year)) / 7 + 1};
}

bool IsLeap(int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
int LastDay(int64_t year, int month) {
  static constexpr int kLast[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeap(year) ? 29 : kLast[month - 1];
}

/// What text and pattern said, before it is resolved.
struct Fields {
  std::optional<int64_t> year, month, day, day_of_year, hour, hour12, minute, second, nano, offset;
  bool pm = false, has_half = false;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// Digits, at most `most`, at least `least`.
  std::optional<int64_t> Number(size_t least, size_t most) {
    int64_t value = 0;
    size_t count = 0;
    while (count < most && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      value = value * 10 + (text_[at_++] - '0');
      count++;
    }
    if (count < least) return std::nullopt;
    digits_ = count;
    return value;
  }
  size_t digits() const { return digits_; }
  bool Literal(std::string_view literal) {
    if (text_.substr(at_, literal.size()) != literal) return false;
    at_ += literal.size();
    return true;
  }
  template <size_t N>
  std::optional<int> Name(const std::array<const char*, N>& names, bool whole) {
    for (size_t i = 0; i < N; i++) {
      const std::string_view name = whole ? std::string_view(names[i]) : std::string_view(names[i]).substr(0, 3);
      if (Literal(name)) return static_cast<int>(i);
    }
    return std::nullopt;
  }
  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') at_++;
  }
  bool Sign(int& sign) {
    if (at_ >= text_.size() || (text_[at_] != '+' && text_[at_] != '-')) return false;
    sign = text_[at_++] == '-' ? -1 : 1;
    return true;
  }
  bool Done() const { return at_ == text_.size(); }

 private:
  std::string_view text_;
  size_t at_ = 0;
  size_t digits_ = 0;
};

bool ReadOffset(Reader& in, std::optional<int64_t>& offset) {
  if (in.Literal("Z") || in.Literal("UTC") || in.Literal("GMT")) {
    offset = 0;
    return true;
  }
  int sign = 1;
  if (!in.Sign(sign)) return false;
  const auto hours = in.Number(2, 2);
  if (!hours) return false;
  in.Literal(":");
  const auto minutes = in.Number(2, 2);
  offset = sign * (*hours * 3600 + minutes.value_or(0) * 60);
  return true;
}

bool ReadFields(std::string_view text, const std::vector<Item>& items, PatternKind kind, Fields& fields, bool& rest) {
  Reader in(text);
  const bool simple = kind == PatternKind::Simple;
  for (size_t i = 0; i < items.size(); i++) {
    const Item& item = items[i];
    if (item.letter == 0) {
      if (!in.Literal(item.text)) return false;
      continue;
    }
    // A number next to another number takes as many digits as it has letters.
    const bool adjacent = i + 1 < items.size() && items[i + 1].letter != 0;
    const size_t count = item.count;
    const auto number = [&](std::optional<int64_t>& into) {
      if (simple) {
        in.SkipBlanks();
        into = in.Number(1, adjacent ? count : 19);
      } else {
        into = count == 1 ? in.Number(1, adjacent ? 1 : 19) : in.Number(count, count);
      }
      return into.has_value();
    };
    bool ok = true;
    std::optional<int64_t> ignored;
    switch (item.letter) {
      case 'y':
      case 'u':
      case 'Y':
        if (simple && item.letter == 'u') {
          ok = number(ignored);
          break;
        }
        if (count == 2) {
          ok = number(fields.year);
          if (ok && in.digits() == 2) *fields.year += *fields.year < 70 && simple ? 2000 : simple ? 1900 : 2000;
        } else if (simple) {
          ok = number(fields.year);
        } else {
          fields.year = adjacent ? in.Number(count, count) : in.Number(std::min<size_t>(count, 4), 10);
          ok = fields.year.has_value();
        }
        break;
      case 'M':
      case 'L':
        if (count >= 3) {
          const auto name = in.Name(kMonths, count >= 4);
          ok = name.has_value();
          if (ok) fields.month = *name + 1;
        } else {
          ok = number(fields.month);
        }
        break;
      case 'd':
        ok = number(fields.day);
        break;
      case 'D':
        ok = number(fields.day_of_year);
        break;
      case 'H':
        ok = number(fields.hour);
        break;
      case 'k':
        ok = number(fields.hour);
        if (ok && *fields.hour == 24) fields.hour = 0;
        break;
      case 'h':
        ok = number(fields.hour12);
        if (ok && *fields.hour12 == 12) fields.hour12 = 0;
        break;
      case 'K':
        ok = number(fields.hour12);
        break;
      case 'a':
        fields.has_half = true;
        fields.pm = in.Literal("PM");
        ok = fields.pm || in.Literal("AM");
        break;
      case 'm':
        ok = number(fields.minute);
        break;
      case 's':
        ok = number(fields.second);
        break;
      case 'S':
        if (simple) {
          ok = number(fields.nano);
          if (ok) *fields.nano *= 1'000'000;
        } else {
          fields.nano = in.Number(count, count);
          ok = fields.nano.has_value();
          for (size_t k = count; ok && k < 9; k++) *fields.nano *= 10;
        }
        break;
      case 'n':
        ok = number(fields.nano);
        break;
      case 'E':
        ok = in.Name(kDays, count >= 4).has_value();
        break;
      case 'X':
      case 'x':
      case 'Z':
      case 'z':
        ok = ReadOffset(in, fields.offset);
        break;
      default:
        return false;
    }
    if (!ok) return false;
  }
  rest = !in.Done();
  return true;
}

}  // namespace

std::optional<std::string> FormatJava(const CivilTime& time, std::string_view pattern, PatternKind kind) {
  const auto items = ParsePattern(pattern);
  if (!items) return std::nullopt;
  const bool simple = kind == PatternKind::Simple;
  std::string text;
  for (const Item& item : *items) {
    const size_t count = item.count;
    switch (item.letter) {
      case 0:
        text += item.text;
        break;
      case 'y':
        text += count == 2 ? Pad(FloorMod(time.date.year, 100), 2) : Pad(time.date.year, count);
        break;
      case 'u':
        text += simple       ? Pad(DayOfWeek(time.date) == 0 ? 7 : DayOfWeek(time.date), count)
                : count == 2 ? Pad(FloorMod(time.date.year, 100), 2)
                             : Pad(time.date.year, count);
        break;
      case 'Y':
        text += count == 2 ? Pad(WeekOf(time.date).year % 100, 2) : Pad(WeekOf(time.date).year, count);
        break;
      case 'w':
        text += Pad(WeekOf(time.date).week, count);
        break;
      case 'W':
        text += Pad((time.date.day + DayOfWeek({time.date.year, time.date.month, 1}) - 1) / 7 + 1, count);
        break;
      case 'M':
      case 'L':
        if (count >= 3) {
          const std::string name = kMonths[static_cast<size_t>(time.date.month - 1)];
          text += count == 3 ? name.substr(0, 3) : count == 5 ? name.substr(0, 1) : name;
        } else {
          text += Pad(time.date.month, count);
        }
        break;
      case 'Q':
      case 'q':
        text += count >= 3 ? "Q" + std::to_string((time.date.month - 1) / 3 + 1)
                           : Pad((time.date.month - 1) / 3 + 1, count);
        break;
      case 'd':
        text += Pad(time.date.day, count);
        break;
      case 'D':
        text += Pad(DayOfYear(time.date), count);
        break;
      case 'E':
      case 'e':
      case 'c': {
        const std::string name = kDays[static_cast<size_t>(DayOfWeek(time.date))];
        if (item.letter != 'E' && count <= 2) {
          text += Pad(DayOfWeek(time.date) + 1, count);
        } else {
          text += count <= 3 ? name.substr(0, 3) : count == 5 ? name.substr(0, 1) : name;
        }
        break;
      }
      case 'F':
        text += Pad((time.date.day - 1) / 7 + 1, count);
        break;
      case 'a':
        text += time.hour < 12 ? "AM" : "PM";
        break;
      case 'H':
        text += Pad(time.hour, count);
        break;
      case 'k':
        text += Pad(time.hour == 0 ? 24 : time.hour, count);
        break;
      case 'K':
        text += Pad(time.hour % 12, count);
        break;
      case 'h':
        text += Pad(time.hour % 12 == 0 ? 12 : time.hour % 12, count);
        break;
      case 'm':
        text += Pad(time.minute, count);
        break;
      case 's':
        text += Pad(time.second, count);
        break;
      case 'S':
        // The one prints a fraction of as many digits, the other a number of milliseconds.
        text += simple ? Pad(time.nano / 1'000'000, count) : Pad(time.nano, 9).substr(0, std::min<size_t>(count, 9));
        break;
      case 'n':
        text += Pad(time.nano, count);
        break;
      case 'A':
        text += Pad(((time.hour * 60LL + time.minute) * 60 + time.second) * 1000 + time.nano / 1'000'000, count);
        break;
      case 'G':
        text += time.date.year > 0 ? "AD" : "BC";
        break;
      default:
        return std::nullopt;
    }
  }
  return text;
}

std::optional<CivilTime> ParseModern(std::string_view text, std::string_view pattern) {
  const auto items = ParsePattern(pattern);
  Fields fields;
  bool rest = false;
  if (!items || !ReadFields(text, *items, PatternKind::Modern, fields, rest) || rest) return std::nullopt;
  const auto within = [](const std::optional<int64_t>& value, int64_t least, int64_t most) {
    return !value || (*value >= least && *value <= most);
  };
  if (!within(fields.month, 1, 12) || !within(fields.day, 1, 31) || !within(fields.hour, 0, 24) ||
      !within(fields.hour12, 0, 11) || !within(fields.minute, 0, 59) || !within(fields.second, 0, 59) ||
      !within(fields.day_of_year, 1, 366)) {
    return std::nullopt;
  }
  CivilTime time;
  time.date.year = fields.year.value_or(1970);
  time.date.month = static_cast<int>(fields.month.value_or(1));
  time.date.day = static_cast<int>(std::min<int64_t>(fields.day.value_or(1), LastDay(time.date.year, time.date.month)));
  if (fields.day_of_year) {
    time.date = CivilFromDays(DaysFromCivil({time.date.year, 1, 1}) + *fields.day_of_year - 1);
  }
  int64_t hour = fields.hour.value_or(0);
  if (!fields.hour && fields.hour12 && fields.has_half) hour = *fields.hour12 + (fields.pm ? 12 : 0);
  time.minute = static_cast<int>(fields.minute.value_or(0));
  time.second = static_cast<int>(fields.second.value_or(0));
  time.nano = static_cast<int>(fields.nano.value_or(0));
  if (hour == 24) {
    if (time.minute != 0 || time.second != 0 || time.nano != 0) return std::nullopt;
    hour = 0;
    time.date = CivilFromDays(DaysFromCivil(time.date) + 1);
  }
  time.hour = static_cast<int>(hour);
  if (!MicrosFrom(SecondsFromCivil(time), kMicrosPerSecond, time.nano / 1000)) return std::nullopt;
  return time;
}

std::optional<SimpleParsed> ParseSimple(std::string_view text, std::string_view pattern) {
  const auto items = ParsePattern(pattern);
  Fields fields;
  bool rest = false;
  if (!items || !ReadFields(text, *items, PatternKind::Simple, fields, rest)) return std::nullopt;
  // Lenient: every field counts on from the one above.
  const int64_t months = fields.year.value_or(1970) * 12 + fields.month.value_or(1) - 1;
  const CivilDate first{FloorDiv(months, 12), static_cast<int>(FloorMod(months, 12)) + 1, 1};
  int64_t days = DaysFromCivil(first) + fields.day.value_or(1) - 1;
  if (fields.day_of_year) days = DaysFromCivil({fields.year.value_or(1970), 1, 1}) + *fields.day_of_year - 1;
  int64_t hour = fields.hour.value_or(0);
  if (!fields.hour && fields.hour12) hour = *fields.hour12 + (fields.pm ? 12 : 0);
  SimpleParsed parsed;
  parsed.local_seconds = days * 86'400 + hour * 3600 + fields.minute.value_or(0) * 60 + fields.second.value_or(0);
  const int64_t millis = fields.nano.value_or(0) / 1'000'000;
  parsed.local_seconds += millis / 1000;
  parsed.milliseconds = static_cast<int>(millis % 1000);
  if (fields.offset) parsed.offset_seconds = static_cast<int>(*fields.offset);
  return parsed;
}

}  // namespace tarn::function
