#include "function/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/json_string.h"
#include "base/utf8.h"

namespace tarn::function {
namespace {

constexpr int kMaxDepth = 500;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Document(JsonNode& node) {
    if (!Value(node, 0)) return false;
    Blanks();
    return at_ == text_.size();
  }

 private:
  void Blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      at_++;
    }
  }
  bool Eat(char c) {
    Blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    at_++;
    return true;
  }
  bool Word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  static bool Digit(char c) { return c >= '0' && c <= '9'; }
  size_t Digits() {
    const size_t begin = at_;
    while (at_ < text_.size() && Digit(text_[at_])) at_++;
    return at_ - begin;
  }

  bool Value(JsonNode& node, int depth) {
    if (depth > kMaxDepth) return false;
    Blanks();
    if (at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '{':
        return Object(node, depth);
      case '[':
        return Array(node, depth);
      case '"':
        node.kind = JsonNode::Kind::String;
        return String(node.text);
      case 't':
        node.kind = JsonNode::Kind::True;
        return Word("true");
      case 'f':
        node.kind = JsonNode::Kind::False;
        return Word("false");
      case 'n':
        node.kind = JsonNode::Kind::Null;
        return Word("null");
      default:
        return Number(node);
    }
  }

  bool Number(JsonNode& node) {
    const size_t begin = at_;
    if (text_[at_] == '-') at_++;
    const size_t integer = at_;
    const size_t count = Digits();
    if (count == 0 || (count > 1 && text_[integer] == '0')) return false;
    if (at_ < text_.size() && text_[at_] == '.') {
      at_++;
      if (Digits() == 0) return false;
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      at_++;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) at_++;
      if (Digits() == 0) return false;
    }
    node.kind = JsonNode::Kind::Number;
    node.text = JsonNumber(text_.substr(begin, at_ - begin));
    return true;
  }

  bool Hex(uint32_t& code) {
    code = 0;
    for (int i = 0; i < 4; i++, at_++) {
      if (at_ >= text_.size()) return false;
      const char c = text_[at_];
      code <<= 4;
      if (Digit(c)) {
        code |= static_cast<uint32_t>(c - '0');
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        code |= static_cast<uint32_t>((c | 0x20) - 'a' + 10);
      } else {
        return false;
      }
    }
    return true;
  }

  bool String(std::string& out) {
    at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_++];
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at_ >= text_.size()) return false;
      const char escape = text_[at_++];
      switch (escape) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case 'b':
          out += '\b';
          break;
        case 'f':
          out += '\f';
          break;
        case '"':
        case '\\':
        case '/':
          out += escape;
          break;
        case 'u': {
          uint32_t code = 0, low = 0;
          if (!Hex(code)) return false;
          if (code >= 0xD800 && code < 0xDC00 && Word("\\u")) {
            if (!Hex(low) || low < 0xDC00 || low > 0xDFFF) return false;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          }
          AppendUtf8(out, code);
          break;
        }
        default:
          return false;
      }
    }
    if (at_ >= text_.size()) return false;
    at_++;
    return true;
  }

  bool Array(JsonNode& node, int depth) {
    node.kind = JsonNode::Kind::Array;
    at_++;
    if (Eat(']')) return true;
    do {
      node.items.emplace_back();
      if (!Value(node.items.back(), depth + 1)) return false;
    } while (Eat(','));
    return Eat(']');
  }

  bool Object(JsonNode& node, int depth) {
    node.kind = JsonNode::Kind::Object;
    at_++;
    if (Eat('}')) return true;
    do {
      Blanks();
      if (at_ >= text_.size() || text_[at_] != '"') return false;
      std::string name;
      JsonNode value;
      if (!String(name) || !Eat(':') || !Value(value, depth + 1)) return false;
      // A name that comes again replaces the earlier member.
      bool replaced = false;
      for (auto& [known, member] : node.members) {
        if (known != name) continue;
        member = value;
        replaced = true;
      }
      if (!replaced) node.members.push_back({std::move(name), std::move(value)});
    } while (Eat(','));
    return Eat('}');
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::optional<JsonNode> ParseJson(std::string_view text) {
  JsonNode node;
  if (!Reader(text).Document(node)) return std::nullopt;
  return node;
}

std::string JsonString(std::string_view text) {
  std::string out;
  AppendJsonString(text, out);
  return out;
}

// https://docs.oracle.com/javase/8/docs/api/java/math/BigDecimal.html#toString--
std::string JsonNumber(std::string_view text) {
  const size_t mark = text.find_first_of("eE"), point = text.substr(0, mark).find('.');
  const bool negative = text.starts_with('-');
  if (mark == std::string_view::npos && point == std::string_view::npos) {
    const auto digits = text.substr(negative ? 1 : 0);
    return (negative && digits != "0" ? "-" : "") + std::string(digits);
  }
  int64_t exponent = 0;
  if (mark != std::string_view::npos) {
    auto written = text.substr(mark + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), exponent);
    if (error != std::errc() || exponent > INT32_MAX || exponent < -INT32_MAX) return std::string(text);
  }
  std::string digits(text.substr(negative ? 1 : 0, std::min(mark, point) - (negative ? 1 : 0)));
  if (point != std::string_view::npos) {
    const auto fraction = text.substr(point + 1, std::min(mark, text.size()) - point - 1);
    exponent -= static_cast<int64_t>(fraction.size());
    digits += fraction;
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  const std::string sign = negative && digits != "0" ? "-" : "";
  const auto count = static_cast<int64_t>(digits.size());
  const int64_t leading = exponent + count - 1;  // the power of ten of the first digit
  if (exponent <= 0 && leading >= -6) {
    if (exponent == 0) return sign + digits;
    if (leading < 0) return sign + "0." + std::string(static_cast<size_t>(-leading - 1), '0') + digits;
    return sign + digits.insert(static_cast<size_t>(leading) + 1, ".");
  }
  if (count > 1) digits.insert(1, ".");
  return sign + digits + (leading == 0 ? "" : (leading > 0 ? "E+" : "E") + std::to_string(leading));
}

std::string JsonNode::ScalarText() const {
  switch (kind) {
    case Kind::Null:
      return "null";
    case Kind::True:
      return "true";
    case Kind::False:
      return "false";
    default:
      return text;
  }
}

std::string JsonNode::Write() const {
  if (kind == Kind::String) return JsonString(text);
  if (IsScalar()) return ScalarText();
  std::string out(1, kind == Kind::Array ? '[' : '{');
  for (const auto& item : items) out += (out.size() > 1 ? "," : "") + item.Write();
  for (const auto& [name, value] : members) out += (out.size() > 1 ? "," : "") + JsonString(name) + ":" + value.Write();
  return out + (kind == Kind::Array ? ']' : '}');
}

std::optional<JsonPath> JsonPath::Parse(std::string_view text) {
  JsonPath path;
  const auto blanks = [&] {
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  };
  blanks();
  for (const std::string_view mode : {"lax", "strict"}) {
    if (text.substr(0, mode.size()) == mode) {
      path.lax = mode == "lax";
      text.remove_prefix(mode.size());
      blanks();
      break;
    }
  }
  if (text.empty() || text[0] != '$') return std::nullopt;
  text.remove_prefix(1);
  while (!text.empty()) {
    if (text[0] == '.') {
      text.remove_prefix(1);
      if (!text.empty() && text[0] == '*') {
        text.remove_prefix(1);
        path.steps.push_back({Step::Kind::All});
        continue;
      }
      size_t end = text.find_first_of(".[");
      if (end == std::string_view::npos) end = text.size();
      if (end == 0) return std::nullopt;
      path.steps.push_back({Step::Kind::Member, std::string(text.substr(0, end))});
      text.remove_prefix(end);
    } else if (text[0] == '[') {
      const size_t close = text.find(']');
      if (close == std::string_view::npos) return std::nullopt;
      const std::string_view inside = text.substr(1, close - 1);
      text.remove_prefix(close + 1);
      if (inside == "*") {
        path.steps.push_back({Step::Kind::All});
      } else if (inside.size() >= 2 && (inside[0] == '\'' || inside[0] == '"') && inside.back() == inside[0]) {
        path.steps.push_back({Step::Kind::Member, std::string(inside.substr(1, inside.size() - 2))});
      } else {
        Step step{Step::Kind::Index};
        if (inside.empty() || inside.size() > 9) return std::nullopt;
        for (const char c : inside) {
          if (c < '0' || c > '9') return std::nullopt;
          step.index = step.index * 10 + static_cast<size_t>(c - '0');
        }
        path.steps.push_back(step);
      }
    } else {
      return std::nullopt;
    }
  }
  return path;
}

const JsonNode* JsonPath::Find(const JsonNode& root, JsonNode& made) const {
  std::vector<const JsonNode*> at = {&root};
  bool many = false;
  for (const auto& step : steps) {
    std::vector<const JsonNode*> next;
    for (const JsonNode* node : at) {
      switch (step.kind) {
        case Step::Kind::Member:
          for (const auto& [name, value] : node->members) {
            if (name == step.name) next.push_back(&value);
          }
          break;
        case Step::Kind::Index:
          if (node->kind == JsonNode::Kind::Array && step.index < node->items.size()) {
            next.push_back(&node->items[step.index]);
          }
          break;
        case Step::Kind::All:
          many = true;
          for (const auto& item : node->items) next.push_back(&item);
          for (const auto& [name, value] : node->members) next.push_back(&value);
          break;
      }
    }
    at = std::move(next);
    if (at.empty() && !many) return nullptr;
  }
  if (!many) return at[0];
  made.kind = JsonNode::Kind::Array;
  for (const JsonNode* node : at) made.items.push_back(*node);
  return &made;
}

}  // namespace tarn::function
