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
  std::vector<const JsonMember*> sorted;
  for (const auto& member : members) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  for (const auto* member : sorted) {
    out += (out.size() > 1 ? "," : "") + JsonString(member->name) + ":" + member->value.Write();
  }
  return out + (kind == Kind::Array ? ']' : '}');
}

}  // namespace tarn::function
