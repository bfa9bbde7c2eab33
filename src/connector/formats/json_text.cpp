#include "connector/formats/json_text.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json_string.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

namespace sj = simdjson::ondemand;

/// As many arrays and objects in each other as Jackson reads.
constexpr int kMostNested = 1000;

/// The depth inside of a value.
int Inside(sj::value& value, int depth) {
  const auto type = value.type().value();
  const bool nested = type == sj::json_type::array || type == sj::json_type::object;
  if (nested && depth == kMostNested) throw simdjson::simdjson_error(simdjson::DEPTH_ERROR);
  return depth + 1;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsNumber(std::string_view token) {
  size_t at = token.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const auto begin = at;
    while (at < token.size() && IsDigit(token[at])) at++;
    return at - begin;
  };
  const bool zero = at < token.size() && token[at] == '0';
  const auto whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (at < token.size() && token[at] == '.') {
    at++;
    if (digits() == 0) return false;
  }
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    at++;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) at++;
    if (digits() == 0) return false;
  }
  return at == token.size();
}

/// A scalar that is no string.
std::string JavaScalar(std::string_view token) {
  if (token == "-0") return "0";
  if (token.find_first_of("0123456789") == std::string_view::npos ||
      token.find_first_of(".eE") == std::string_view::npos)
    return std::string(token);
  const auto number = JavaDouble(JsonDouble(token));
  return number.ends_with("Infinity") ? '"' + number + '"' : number;
}

/// The code unit of the escape that begins at `at`: \uXXXX.
std::optional<uint32_t> CodeUnit(std::string_view text, size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  uint32_t unit = 0;
  for (const char c : text.substr(at + 2, 4)) {
    const auto lower = static_cast<char>(c | 0x20);
    if (!IsDigit(c) && (lower < 'a' || lower > 'f')) return std::nullopt;
    unit = unit * 16 + static_cast<uint32_t>(IsDigit(c) ? c - '0' : lower - 'a' + 10);
  }
  return unit;
}

bool IsHigh(std::optional<uint32_t> unit) { return unit && *unit >= 0xD800 && *unit < 0xDC00; }
bool IsLow(std::optional<uint32_t> unit) { return unit && *unit >= 0xDC00 && *unit < 0xE000; }

}  // namespace

const char* WhyNoJson(simdjson::error_code code) {
  switch (code) {
    case simdjson::UNCLOSED_STRING:
      return "a string is not closed";
    case simdjson::STRING_ERROR:
      return "a string has an escape that means nothing";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "it ends before all that was opened is closed";
    case simdjson::DEPTH_ERROR:
      return "it is nested too deeply";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "a word is none of true, false and null";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed";
    case simdjson::MEMALLOC:
    case simdjson::CAPACITY:
      return "it is too long";
    default:
      return "a comma, a colon, a quote or a bracket is missing or is one too many";
  }
}

std::string_view Token(sj::value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') token.remove_suffix(1);
  return token;
}

void CheckScalar(std::string_view token) {
  if (token.starts_with('-') || (!token.empty() && IsDigit(token.front()))) {
    if (!IsNumber(token)) throw simdjson::simdjson_error(simdjson::NUMBER_ERROR);
  } else if (token != "true" && token != "false" && token != "null") {
    throw simdjson::simdjson_error(simdjson::T_ATOM_ERROR);
  }
}

double JsonDouble(std::string_view token) { return std::strtod(std::string(token).c_str(), nullptr); }

void CheckJson(sj::value value, int depth) {
  const auto token = value.raw_json_token();
  switch (token.front()) {
    case '[': {
      const int inside = Inside(value, depth);
      for (auto element : value.get_array().value()) CheckJson(element.value(), inside);
      return;
    }
    case '{': {
      const int inside = Inside(value, depth);
      for (auto field : value.get_object().value()) {
        field.unescaped_key().value();
        CheckJson(field.value(), inside);
      }
      return;
    }
    case '"':
      if (token.find('\\') != std::string_view::npos) value.get_string().value();
      return;
    default:
      CheckScalar(Token(value));
  }
}

void AppendJson(sj::value value, std::string& out, int depth) {
  const int inside = Inside(value, depth);
  switch (value.type().value()) {
    case sj::json_type::array: {
      out += '[';
      bool first = true;
      for (auto element : value.get_array().value()) {
        if (!std::exchange(first, false)) out += ',';
        AppendJson(element.value(), out, inside);
      }
      out += ']';
      return;
    }
    case sj::json_type::object: {
      std::vector<std::pair<std::string, std::string>> members;  // the last of a name at the place of the first
      std::unordered_map<std::string, size_t> places;
      for (auto field : value.get_object().value()) {
        const std::string name(field.unescaped_key().value());
        std::string text;
        AppendJson(field.value(), text, inside);
        const auto [place, is_new] = places.emplace(name, members.size());
        if (is_new) members.emplace_back(name, "");
        members[place->second].second = std::move(text);
      }
      out += '{';
      for (size_t i = 0; i < members.size(); i++) {
        if (i > 0) out += ',';
        AppendJsonString(members[i].first, out);
        out += ':' + members[i].second;
      }
      out += '}';
      return;
    }
    case sj::json_type::string:
      return AppendJsonString(value.get_string().value(), out);
    default:
      CheckScalar(Token(value));
      out += JavaScalar(Token(value));
  }
}

std::string ForSimdjson(std::string_view document) {
  std::string out;
  bool quoted = false;
  for (size_t at = 0; at < document.size(); at++) {
    const char c = document[at];
    if (c == '"') quoted = !quoted;
    if (quoted && static_cast<unsigned char>(c) < ' ') {
      char escape[8];
      out.append(escape, static_cast<size_t>(std::snprintf(escape, sizeof escape, "\\u%04x", c)));
      continue;
    }
    if (c != '\\' || at + 1 == document.size()) {
      out += c;
      continue;
    }
    const auto unit = CodeUnit(document, at);
    const bool pair = IsHigh(unit) && IsLow(CodeUnit(document, at + 6));
    if (!pair && (IsHigh(unit) || IsLow(unit))) {
      out += '?';
      at += 5;
      continue;
    }
    const size_t length = pair ? 12 : 2;
    out += document.substr(at, length);
    at += length - 1;
  }
  return out;
}

}  // namespace tarn::connector
