#include "function/json_filter.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"

namespace tarn::function {
namespace {

class ConditionReader {
 public:
  ConditionReader(std::string_view text, size_t& at) : text_(text), at_(at) {}

  bool ReadInBrackets(JsonFilter& filter) { return Eat("(") && ReadOr(filter) && Eat(")"); }

 private:
  bool ReadOr(JsonFilter& filter) {
    filter.kind = JsonFilter::Kind::Or;
    do {
      if (!ReadAnd(filter.parts.emplace_back())) return false;
    } while (Eat("||"));
    return true;
  }

  bool ReadAnd(JsonFilter& filter) {
    filter.kind = JsonFilter::Kind::And;
    do {
      if (!ReadTerm(filter.parts.emplace_back())) return false;
    } while (Eat("&&"));
    return true;
  }

  bool ReadTerm(JsonFilter& filter) {
    if (Eat("!")) {
      filter.kind = JsonFilter::Kind::Not;
      return ReadTerm(filter.parts.emplace_back());
    }
    SkipBlanks();
    if (text_.substr(at_).starts_with('(')) return ReadInBrackets(filter);
    if (!ReadOperand(filter.left)) return false;
    for (const char* op : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!Eat(op)) continue;
      filter.kind = JsonFilter::Kind::Compare;
      filter.op = op;
      return ReadOperand(filter.right);
    }
    filter.kind = JsonFilter::Kind::Exists;
    const std::string_view rest = text_.substr(at_);
    if (rest.empty() || rest.starts_with(']')) return false;
    if (!rest.starts_with(')') && !rest.starts_with("&&") && !rest.starts_with("||")) {
      Refuse("the comparisons of a filter are ==, !=, <, <=, > and >=");
    }
    return filter.left.path.has_value();
  }

  bool ReadOperand(JsonFilter::Operand& operand) {
    SkipBlanks();
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '@' || c == '$') return ReadPath(operand);
    if (c == '\'' || c == '"') return ReadQuoted(operand.literal);
    if (c == '/' || c == '[' || c == '{')
      Refuse("an operand of a filter is a path, a text, a number, true, false or null");
    const size_t end = std::min(text_.find_first_of(" )=<>!&|", at_), text_.size());
    const auto literal = ParseJson(text_.substr(at_, end - at_));
    if (!literal) return false;
    operand.literal = *literal;
    at_ = end;
    return true;
  }

  bool ReadPath(JsonFilter::Operand& operand) {
    const size_t begin = at_;
    for (int depth = 0; at_ < text_.size(); at_++) {
      const char c = text_[at_];
      if (c == '[') depth++;
      if (c == ']' && depth-- == 0) break;
      if (depth == 0 && (c == ')' && text_[at_ - 1] != '(')) break;
      if (depth == 0 && std::string_view(" =<>!&|").find(c) != std::string_view::npos) break;
    }
    operand.of_root = text_[begin] == '$';
    operand.path = JsonPath::Parse(text_.substr(begin, at_ - begin));
    return operand.path->valid;
  }

  bool ReadQuoted(JsonNode& literal) {
    const char quote = text_[at_++];
    literal.kind = JsonNode::Kind::String;
    for (; at_ < text_.size() && text_[at_] != quote; at_++) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) at_++;
      literal.text += text_[at_];
    }
    return at_++ < text_.size();
  }

  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') at_++;
  }
  bool Eat(std::string_view word) {
    SkipBlanks();
    if (!text_.substr(std::min(at_, text_.size())).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  [[noreturn]] void Refuse(const char* what) const {
    throw Error(ErrorCode::Unsupported, "the JSON path '" + std::string(text_) + "': " + what);
  }

  std::string_view text_;
  size_t& at_;
};

double NumberOf(const JsonNode& node) { return std::strtod(node.text.c_str(), nullptr); }

bool Equal(const JsonNode& left, const JsonNode& right) {
  using Kind = JsonNode::Kind;
  if (left.kind == Kind::Number && right.kind == Kind::String) {
    const auto number = ParseJson(right.text);
    return number && number->kind == Kind::Number && NumberOf(left) == NumberOf(*number);
  }
  if (left.kind == Kind::String && right.kind == Kind::Number) return left.text == right.text;
  if (left.kind != right.kind) return false;
  return left.kind == Kind::Number ? NumberOf(left) == NumberOf(right) : left.Write() == right.Write();
}

/// Below, at and above 0; nullopt: they have no order.
std::optional<int> Order(const JsonNode& left, const JsonNode& right) {
  if (left.kind != right.kind) return std::nullopt;
  if (left.kind == JsonNode::Kind::String) return left.text.compare(right.text);
  if (left.kind != JsonNode::Kind::Number) return std::nullopt;
  const double a = NumberOf(left), b = NumberOf(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

}  // namespace

std::optional<JsonFilter> JsonFilter::Parse(std::string_view text, size_t& at) {
  JsonFilter filter;
  if (!ConditionReader(text, at).ReadInBrackets(filter)) return std::nullopt;
  return filter;
}

std::optional<JsonNode> JsonFilter::Operand::Of(const JsonNode& item, const JsonNode& root) const {
  return path ? path->Find(of_root ? root : item) : literal;
}

bool JsonFilter::Accepts(const JsonNode& item, const JsonNode& root) const {
  const auto accepts = [&](const JsonFilter& part) { return part.Accepts(item, root); };
  switch (kind) {
    case Kind::Or:
      return std::any_of(parts.begin(), parts.end(), accepts);
    case Kind::And:
      return std::all_of(parts.begin(), parts.end(), accepts);
    case Kind::Not:
      return !accepts(parts[0]);
    case Kind::Exists:
      return left.Of(item, root).has_value();
    case Kind::Compare:
      break;
  }
  const auto a = left.Of(item, root), b = right.Of(item, root);
  const bool equal = a && b && Equal(*a, *b);
  if (op == "==") return equal;
  if (op == "!=") return !equal;
  const auto order = a && b ? Order(*a, *b) : std::nullopt;
  if (!order) return false;
  if (op[0] == '<') return *order < 0 || (op == "<=" && *order == 0);
  return *order > 0 || (op == ">=" && *order == 0);
}

}  // namespace tarn::function
