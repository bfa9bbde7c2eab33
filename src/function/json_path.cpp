#include "function/json_path.h"

#include <algorithm>
#include <deque>

#include "base/ascii_case.h"
#include "base/error.h"
#include "function/json_filter.h"

namespace tarn::function {
namespace {

using Step = JsonPath::Step;

constexpr int kMaxNesting = 500;

bool IsDefiniteStep(const Step& step, bool last) {
  switch (step.kind) {
    case Step::Kind::Members:
      return step.names.size() == 1 || last;  // the members of a last step come as one object
    case Step::Kind::Indexes:
      return step.indexes.size() == 1;
    case Step::Kind::Length:
      return true;
    default:
      return false;
  }
}

/// Of Jayway's functions.
bool IsFunction(std::string_view name) {
  for (const std::string_view known :
       {"append", "avg", "concat", "first", "index", "keys", "last", "length", "max", "min", "size", "stddev", "sum"}) {
    if (name == known) return true;
  }
  return false;
}

class PathReader {
 public:
  PathReader(std::string_view text, std::vector<Step>& steps) : text_(text), steps_(steps) {}

  bool Read() {
    at_ = 1;  // behind the root
    if (text_.back() == '.' || (at_ < text_.size() && text_[at_] != '.' && text_[at_] != '[')) return false;
    while (at_ < text_.size()) {
      if (!ReadStep()) return false;
    }
    return steps_.empty() || steps_.back().kind != Step::Kind::Deep;
  }

 private:
  bool ReadStep() {
    switch (text_[at_]) {
      case '.':
        at_++;
        if (text_[at_] == '.') {
          at_++;
          steps_.push_back({Step::Kind::Deep});
        }
        return at_ < text_.size() && text_[at_] != '.';
      case '*':
        at_++;
        steps_.push_back({Step::Kind::All});
        return true;
      case '[':
        return ReadBracket();
      default:
        return ReadName();
    }
  }

  bool ReadName() {
    const size_t end = std::min(text_.find_first_of(".[( ", at_), text_.size());
    const std::string name(text_.substr(at_, end - at_));
    if (name.empty() || (end < text_.size() && text_[end] == ' ')) return false;
    at_ = end;
    if (end == text_.size() || text_[end] != '(') {
      steps_.push_back({Step::Kind::Members, {name}});
      return true;
    }
    if (!IsFunction(name)) return false;
    bool definite = true;
    for (const auto& step : steps_) definite = definite && IsDefiniteStep(step, false);
    if (text_.substr(end) != "()" || (name != "length" && name != "size") || !definite) {
      Refuse("of the functions only length() and size() at the end of a path to one value are supported");
    }
    at_ = text_.size();
    steps_.push_back({Step::Kind::Length});
    return true;
  }

  bool ReadBracket() {
    at_++;
    SkipBlanks();
    if (at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == '?') return ReadFilter();
    if (c == '\'' || c == '"') return ReadNames(c);
    if (c == '*') {
      at_++;
      steps_.push_back({Step::Kind::All});
      return Close();
    }
    return ReadNumbers();
  }

  bool ReadFilter() {
    at_++;
    auto filter = JsonFilter::Parse(text_, at_);
    if (!filter) return false;
    Step step{Step::Kind::Filter};
    step.filter = std::make_shared<const JsonFilter>(std::move(*filter));
    steps_.push_back(std::move(step));
    return Close();
  }

  bool ReadNames(char quote) {
    Step step{Step::Kind::Members};
    do {
      SkipBlanks();
      if (at_ == text_.size() || text_[at_] != quote) return false;
      std::string name;
      for (at_++; at_ < text_.size() && text_[at_] != quote; at_++) {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) at_++;
        name += text_[at_];
      }
      if (at_ == text_.size()) return false;
      at_++;
      step.names.push_back(std::move(name));
    } while (Eat(','));
    steps_.push_back(std::move(step));
    return Close();
  }

  bool ReadNumbers() {
    Step step{Step::Kind::Indexes};
    std::optional<int64_t> number;
    if (!ReadNumber(number)) return false;
    if (Eat(':')) {
      step.kind = Step::Kind::Slice;
      step.from = number;
      if (!ReadNumber(step.to) || (!step.from && !step.to)) return false;
      while (Eat(':')) {  // what stands behind is read and has no meaning
        if (!ReadNumber(number)) return false;
      }
    } else {
      if (!number) return false;
      step.indexes.push_back(*number);
      while (Eat(',')) {
        if (!ReadNumber(number) || !number) return false;
        step.indexes.push_back(*number);
      }
    }
    steps_.push_back(std::move(step));
    return Close();
  }

  /// A number of Java's int, or none; false: neither.
  bool ReadNumber(std::optional<int64_t>& number) {
    SkipBlanks();
    number.reset();
    const bool negative = at_ < text_.size() && text_[at_] == '-';
    if (negative) at_++;
    const size_t begin = at_;
    int64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; at_++) {
      value = value * 10 + (text_[at_] - '0');
      if (value > INT32_MAX) return false;
    }
    if (at_ == begin) return !negative;
    number = negative ? -value : value;
    return true;
  }

  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') at_++;
  }
  bool Eat(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    at_++;
    return true;
  }
  bool Close() { return Eat(']'); }

  [[noreturn]] void Refuse(const char* what) const {
    throw Error(ErrorCode::Unsupported, "the JSON path '" + std::string(text_) + "': " + what);
  }

  std::string_view text_;
  std::vector<Step>& steps_;
  size_t at_ = 0;
};

const JsonNode* Member(const JsonNode& node, std::string_view name) {
  for (const auto& [known, value] : node.members) {
    if (known == name) return &value;
  }
  return nullptr;
}

void Descend(const JsonNode& node, std::vector<const JsonNode*>& all) {
  if (node.IsScalar()) return;
  all.push_back(&node);
  for (const auto& item : node.items) Descend(item, all);
  for (const auto& [name, value] : node.members) Descend(value, all);
}

void Slice(const Step& step, const std::vector<JsonNode>& items, std::vector<const JsonNode*>& found) {
  const auto size = static_cast<int64_t>(items.size());
  int64_t from = step.from.value_or(0), to = std::min(step.to.value_or(size), size);
  // An end below 0 counts from the end of the array; with two ends each index does so by itself.
  if (!step.to && from < 0) from = std::max<int64_t>(0, from + size);
  if (!step.from && to < 0) to += size;
  from = std::max(from, -size);
  for (int64_t i = from; i < to; i++) found.push_back(&items[static_cast<size_t>(i < 0 ? i + size : i)]);
}

}  // namespace

JsonPath JsonPath::Parse(std::string_view text) {
  JsonPath path;
  const auto after_blanks = [](std::string_view rest) {
    return rest.substr(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  };
  // A mode is a word of its own. Blanks that stand before no mode belong to the path.
  const std::string_view word = after_blanks(text);
  const std::string mode = AsciiLower(word.substr(0, std::min(word.find_first_of(" \t\r\n"), word.size())));
  if (mode == "lax" || mode == "strict") {
    const auto rest = after_blanks(word.substr(mode.size()));
    if (!rest.empty()) {
      path.lax = mode == "lax";
      text = rest;
    }
  }
  while (text.ends_with(' ')) text.remove_suffix(1);
  // Conditions nest by these, and each level takes some of the stack.
  const auto nests = [](char c) { return c == '(' || c == '!'; };
  if (text.empty() || std::count_if(text.begin(), text.end(), nests) > kMaxNesting) return path;
  const bool rooted = text.front() == '$' || text.front() == '@';
  const std::string whole = (rooted ? "" : "$.") + std::string(text);
  path.valid = PathReader(whole, path.steps).Read();
  return path;
}

bool JsonPath::IsDefinite() const {
  for (const auto& step : steps) {
    if (!IsDefiniteStep(step, &step == &steps.back())) return false;
  }
  return true;
}

std::optional<JsonNode> JsonPath::Find(const JsonNode& root) const {
  std::vector<const JsonNode*> at = {&root};
  std::deque<JsonNode> made;
  bool one = true;  // so far: a step that then does not fit ends the search
  bool fits = true;
  for (size_t i = 0; i < steps.size() && fits; i++) {
    const Step& step = steps[i];
    const bool last = i + 1 == steps.size(), deep = i > 0 && steps[i - 1].kind == Step::Kind::Deep;
    std::vector<const JsonNode*> next;
    for (const JsonNode* node : at) {
      const bool array = node->kind == JsonNode::Kind::Array, object = node->kind == JsonNode::Kind::Object;
      switch (step.kind) {
        case Step::Kind::Members: {
          fits = fits && (object || !one);
          JsonNode some;
          some.kind = JsonNode::Kind::Object;
          for (const auto& name : step.names) {
            const JsonNode* member = Member(*node, name);
            if (member == nullptr) {
              fits = fits && (!one || step.names.size() > 1);
            } else if (last && step.names.size() > 1) {
              some.members.push_back({name, *member});
            } else {
              next.push_back(member);
            }
          }
          // Below `..` an object counts if it has all of the members.
          if (last && object && step.names.size() > 1 && (!deep || some.members.size() == step.names.size())) {
            next.push_back(&made.emplace_back(std::move(some)));
          }
          break;
        }
        case Step::Kind::Indexes:
          fits = fits && (array || !one);
          for (const int64_t index : step.indexes) {
            const auto size = static_cast<int64_t>(node->items.size());
            const int64_t place = index < 0 ? index + size : index;
            if (place >= 0 && place < size) next.push_back(&node->items[static_cast<size_t>(place)]);
          }
          break;
        case Step::Kind::Slice:
          fits = fits && (array || !one);
          Slice(step, node->items, next);
          break;
        case Step::Kind::All:
          for (const auto& item : node->items) next.push_back(&item);
          for (const auto& [name, value] : node->members) next.push_back(&value);
          break;
        case Step::Kind::Deep:
          Descend(*node, next);
          break;
        case Step::Kind::Filter:
          // An object is tried itself, an array's items each; below `..` these come by themselves.
          fits = fits && (array || object || !one);
          if (object && step.filter->Accepts(*node, root)) next.push_back(node);
          for (const auto& item : node->items) {
            if (!deep && step.filter->Accepts(item, root)) next.push_back(&item);
          }
          break;
        case Step::Kind::Length:
          if (!node->IsScalar()) {
            JsonNode& length = made.emplace_back();
            length.kind = JsonNode::Kind::Number;
            length.text = std::to_string(node->items.size() + node->members.size());
            next.push_back(&length);
          }
          break;
      }
    }
    at = std::move(next);
    one = one && IsDefiniteStep(step, last);
  }
  if (IsDefinite()) return fits && !at.empty() ? std::optional(*at[0]) : std::nullopt;
  if (!fits && !lax) return std::nullopt;
  JsonNode all;
  all.kind = JsonNode::Kind::Array;
  if (fits) {
    for (const JsonNode* node : at) all.items.push_back(*node);
  }
  return all;
}

}  // namespace tarn::function
