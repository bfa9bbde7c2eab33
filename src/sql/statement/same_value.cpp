#include "sql/statement/same_value.h"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace tarn::sql {
namespace {

using paimon::TypeRoot;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// A decimal number without what does not count: "-125e-2" of "-01.250". nullopt: NaN and the like.
std::optional<std::string> Number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits;
  int64_t exponent = 0;  // of the last digit
  bool point = false;
  size_t at = 0;
  for (; at < text.size() && (IsDigit(text[at]) || (text[at] == '.' && !point)); at++) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    if (!digits.empty() || text[at] != '0') digits.push_back(text[at]);
    if (point) exponent--;
  }
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
    const char* begin = text.data() + at + 1;
    if (begin < text.data() + text.size() && *begin == '+') begin++;
    int32_t power = 0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), power);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    exponent += power;
  }
  for (; digits.ends_with('0'); exponent++) digits.pop_back();
  if (digits.empty()) return "0";
  return (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
}

/// The numbers of a date or a time from the largest unit on, without zeros behind them: years, months, .., and the
/// digits of the fraction.
std::vector<std::string> Units(std::string_view text) {
  std::vector<std::string> units;
  for (size_t at = 0; at < text.size();) {
    if (!IsDigit(text[at])) {
      at++;
      continue;
    }
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) at++;
    std::string unit(text.substr(begin, at - begin));
    if (begin > 0 && text[begin - 1] == '.') {
      unit.erase(unit.find_last_not_of('0') + 1);
    } else {
      unit.erase(0, unit.find_first_not_of('0'));
    }
    units.push_back(std::move(unit));
  }
  while (!units.empty() && units.back().empty()) units.pop_back();
  return units;
}

std::string_view WithoutFill(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool SpellOneValue(std::string_view left, std::string_view right, const paimon::DataType& type) {
  switch (type.root) {
    case TypeRoot::Boolean:
      return true;  // of all the spellings that the cast takes
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
    case TypeRoot::Decimal:
    case TypeRoot::Float:
    case TypeRoot::Double: {
      const auto number = Number(left);
      return number ? number == Number(right) : left == right;
    }
    case TypeRoot::Date:
    case TypeRoot::Time:
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      return Units(left) == Units(right);
    case TypeRoot::Char:
      return WithoutFill(left) == WithoutFill(right);
    default:
      return left == right;
  }
}

}  // namespace tarn::sql
