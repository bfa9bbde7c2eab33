// Functions of strings. Positions count characters (code points) from 1.
#include <algorithm>
#include <utf8proc_wrapper.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

DataType Str() { return StringType(); }
DataType Integer() { return Simple(TypeRoot::Int); }

void RequireText(const Call& call, size_t index) {
  if (!IsCharacter(call.type(index))) call.Refuse("strings");
}
void RequireInteger(const Call& call, size_t index) {
  if (!IsInteger(call.type(index))) call.Refuse("an integer as argument " + std::to_string(index + 1));
}

/// One string in, one out that keeps its type: a CHAR stays a CHAR(n) and is cut to it.
template <typename F>
Resolved SameText(const Call& call, F function) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  const DataType type = WithNull(call.type(0), false);
  const bool fixed = type.root == TypeRoot::Char;
  return Ordinary(call, {type}, type, RowKernel([function, fixed, type](Text text) -> std::string {
                    std::string result = function(text);
                    if (fixed) result.resize(Characters(result, type.length).size());
                    return result;
                  }));
}

std::string Encode(int32_t code) {
  char buffer[4];
  int size = 0;
  duckdb::Utf8Proc::CodepointToUtf8(code, size, buffer);
  return std::string(buffer, static_cast<size_t>(size));
}

/// Calls `f(code point, its text)` for each character.
template <typename F>
void EachCharacter(Text text, F f) {
  for (size_t at = 0; at < text.size();) {
    int size = 1;
    int32_t code = static_cast<unsigned char>(text[at]);
    if (code >= 0x80) code = duckdb::Utf8Proc::UTF8ToCodepoint(text.data() + at, size);
    if (size < 1 || code < 0) size = 1;
    f(code, text.substr(at, static_cast<size_t>(size)));
    at += static_cast<size_t>(size);
  }
}

// Java's toUpperCase and toLowerCase: full case mapping where one character becomes several.
std::string Upper(Text text) {
  std::string result;
  EachCharacter(text, [&](int32_t code, Text character) {
    if (code == 0xDF) {
      result += "SS";
    } else if (code < 0x80) {
      result += static_cast<char>(code >= 'a' && code <= 'z' ? code - 32 : code);
    } else if (code == 0x149) {
      result += "\xCA\xBCN";
    } else if (code == 0xFB00 || code == 0xFB01 || code == 0xFB02) {
      result += code == 0xFB00 ? "FF" : code == 0xFB01 ? "FI" : "FL";
    } else {
      const int32_t upper = duckdb::Utf8Proc::CodepointToUpper(code);
      result += upper == code ? std::string(character) : Encode(upper);
    }
  });
  return result;
}

std::string Lower(Text text) {
  std::string result;
  EachCharacter(text, [&](int32_t code, Text character) {
    if (code == 0x130) {
      result += "i\xCC\x87";
    } else if (code < 0x80) {
      result += static_cast<char>(code >= 'A' && code <= 'Z' ? code + 32 : code);
    } else {
      const int32_t lower = duckdb::Utf8Proc::CodepointToLower(code);
      result += lower == code ? std::string(character) : Encode(lower);
    }
  });
  return result;
}

std::string InitCap(Text text) {
  std::string result;
  bool begins = true;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool word = letter || (c >= '0' && c <= '9');
    if (letter && begins) {
      result += static_cast<char>(c & ~0x20);
    } else if (letter) {
      result += static_cast<char>(c | 0x20);
    } else {
      result += c;
    }
    begins = !word;
  }
  return result;
}

/// The byte offset of character `index` (from 0), at most the end.
size_t ByteOffset(Text text, int64_t index) { return Characters(text, index).size(); }

Text Substring(Text text, int64_t start, int64_t length) {
  const int64_t size = CountCharacters(text);
  int64_t begin = start > 0 ? start - 1 : start < 0 ? size + start : 0;
  if (begin < 0 || begin >= size) return {};
  const size_t from = ByteOffset(text, begin);
  return Characters(text.substr(from), length);
}

bool Contains(Text set, Text character) {
  bool found = false;
  EachCharacter(set, [&](int32_t, Text c) { found = found || c == character; });
  return found;
}

Text TrimLeft(Text text, Text set) {
  while (!text.empty()) {
    const Text first = Characters(text, 1);
    if (!Contains(set, first)) break;
    text.remove_prefix(first.size());
  }
  return text;
}

Text TrimRight(Text text, Text set) {
  while (!text.empty()) {
    size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) at--;
    if (!Contains(set, text.substr(at))) break;
    text = text.substr(0, at);
  }
  return text;
}

/// (text [, set]); the result is a VARCHAR of the text's length where the type has one.
Resolved TrimWith(const Call& call, bool left, bool right, bool keep_length) {
  call.RequireCount(1, 2);
  RequireText(call, 0);
  const DataType type = keep_length ? VarCharType(call.type(0).length) : Str();
  const auto trim = [left, right](Text text, Text set) -> std::string {
    if (left) text = TrimLeft(text, set);
    if (right) text = TrimRight(text, set);
    return std::string(text);
  };
  if (call.size() == 1) {
    return Ordinary(call, {WithNull(call.type(0), false)}, type, RowKernel([trim](Text t) { return trim(t, " "); }));
  }
  RequireText(call, 1);
  return Ordinary(call, {WithNull(call.type(0), false), WithNull(call.type(1), false)}, type,
                  RowKernel([trim](Text t, Text set) { return trim(t, set); }));
}

Resolved Pad(const Call& call, bool left) {
  call.RequireCount(3, 3);
  RequireText(call, 0);
  RequireInteger(call, 1);
  RequireText(call, 2);
  auto kernel = RowKernel([left](Text text, int32_t length, Text pad) -> std::optional<std::string> {
    if (length < 0 || pad.empty()) return std::nullopt;
    const int64_t missing = length - CountCharacters(text);
    if (missing <= 0) return std::string(Characters(text, length));
    std::string fill;
    const int64_t width = CountCharacters(pad);
    for (int64_t i = 0; i < missing / width; i++) fill += pad;
    fill += Characters(pad, missing % width);
    return left ? fill + std::string(text) : std::string(text) + fill;
  });
  return Ordinary(call, {Str(), Integer(), Str()}, Str(), std::move(kernel));
}

/// Where `needle` first stands at or after character `from` (from 1); 0 = nowhere.
int32_t Find(Text needle, Text text, int64_t from) {
  if (from < 1) from = 1;
  const size_t begin = ByteOffset(text, from - 1);
  if (CountCharacters(text.substr(0, begin)) < from - 1) return 0;
  const size_t at = text.find(needle, begin);
  if (at == Text::npos) return 0;
  return static_cast<int32_t>(CountCharacters(text.substr(0, at)) + 1);
}

}  // namespace

Resolved ResolveConcatOperator(const Call& call) {
  call.RequireCount(2, 2);
  const DataType &a = call.type(0), &b = call.type(1);
  const bool text = IsCharacter(a) && IsCharacter(b);
  if (!text && !(IsBinary(a) && IsBinary(b))) call.Refuse("two strings");
  const int64_t length = static_cast<int64_t>(a.length) + b.length;
  const auto capped = static_cast<int32_t>(std::min<int64_t>(length, DataType::kMaxLength));
  DataType type = Str();
  if (text) {
    type = a.root == TypeRoot::Char && b.root == TypeRoot::Char ? CharType(capped) : VarCharType(capped);
  } else {
    type = BytesType();
    type.length = capped;
    if (a.root == TypeRoot::Binary && b.root == TypeRoot::Binary) type.root = TypeRoot::Binary;
  }
  return Ordinary(call, {WithNull(a, false), WithNull(b, false)}, type, RowKernel([](Text x, Text y) -> std::string {
                    std::string result(x);
                    return result.append(y);
                  }));
}

Resolved ResolveConcat(const Call& call) {
  call.RequireCount(1, 1000);
  std::vector<DataType> parameters(call.size(), Str());
  for (size_t i = 0; i < call.size(); i++) RequireText(call, i);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      std::string text;
      for (size_t i = 0; i < rows.columns(); i++) {
        if (rows.IsNull(i, row)) return std::nullopt;
        text += rows.Get<Text>(i, row);
      }
      return text;
    });
  };
  return Ordinary(call, std::move(parameters), Str(), std::move(kernel));
}

Resolved ResolveConcatWs(const Call& call) {
  call.RequireCount(1, 1000);
  std::vector<DataType> parameters(call.size(), Str());
  for (size_t i = 0; i < call.size(); i++) RequireText(call, i);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      if (rows.IsNull(0, row)) return std::nullopt;
      std::string text;
      bool first = true;
      for (size_t i = 1; i < rows.columns(); i++) {
        if (rows.IsNull(i, row)) continue;
        if (!first) text += rows.Get<Text>(0, row);
        first = false;
        text += rows.Get<Text>(i, row);
      }
      return text;
    });
  };
  return Ordinary(call, std::move(parameters), Str(), std::move(kernel));
}

Resolved ResolveUpper(const Call& call) { return SameText(call, Upper); }
Resolved ResolveLower(const Call& call) { return SameText(call, Lower); }
Resolved ResolveInitCap(const Call& call) { return SameText(call, InitCap); }

Resolved ResolveCharLength(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return Ordinary(call, {WithNull(call.type(0), false)}, Integer(),
                  RowKernel([](Text text) -> int32_t { return static_cast<int32_t>(CountCharacters(text)); }));
}

Resolved ResolveSubstring(const Call& call) {
  call.RequireCount(2, 3);
  RequireText(call, 0);
  const DataType text = WithNull(call.type(0), false);
  const DataType result = WithNull(VarCharType(text.length), true);
  RequireInteger(call, 1);
  if (call.size() == 2) {
    return {{text, Integer()}, result, RowKernel([](Text t, int32_t start) -> std::string {
              return std::string(Substring(t, start, DataType::kMaxLength));
            })};
  }
  RequireInteger(call, 2);
  return {{text, Integer(), Integer()},
          result,
          RowKernel([](Text t, int32_t start, int32_t length) -> std::optional<std::string> {
            if (length < 0) return std::nullopt;
            return std::string(Substring(t, start, length));
          })};
}

Resolved ResolveLeft(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireInteger(call, 1);
  const DataType text = WithNull(call.type(0), false);
  return {
      {text, Integer()}, WithNull(VarCharType(text.length), true), RowKernel([](Text t, int32_t count) -> std::string {
        return count <= 0 ? std::string() : std::string(Characters(t, count));
      })};
}

Resolved ResolveRight(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireInteger(call, 1);
  const DataType text = WithNull(call.type(0), false);
  return {
      {text, Integer()}, WithNull(VarCharType(text.length), true), RowKernel([](Text t, int32_t count) -> std::string {
        if (count <= 0) return {};
        const int64_t skip = std::max<int64_t>(0, CountCharacters(t) - count);
        return std::string(t.substr(ByteOffset(t, skip)));
      })};
}

// ('BOTH' | 'LEADING' | 'TRAILING', set, text), or (text) alone.
Resolved ResolveTrim(const Call& call) {
  call.RequireCount(1, 3);
  if (call.size() == 1) return TrimWith(call, true, true, true);
  if (call.size() != 3 || !call.arguments[0].literal) call.Refuse("TRIM(BOTH set FROM text)");
  RequireText(call, 1);
  RequireText(call, 2);
  const std::string mode = call.arguments[0].literal->ToString();
  const bool left = mode != "TRAILING", right = mode != "LEADING";
  const DataType text = WithNull(call.type(2), false);
  return Ordinary(call, {call.type(0), WithNull(call.type(1), false), text}, VarCharType(text.length),
                  RowKernel([left, right](Text, Text set, Text t) -> std::string {
                    if (left) t = TrimLeft(t, set);
                    if (right) t = TrimRight(t, set);
                    return std::string(t);
                  }));
}

Resolved ResolveLTrim(const Call& call) { return TrimWith(call, true, false, true); }
Resolved ResolveRTrim(const Call& call) { return TrimWith(call, false, true, true); }
Resolved ResolveBTrim(const Call& call) { return TrimWith(call, true, true, false); }
Resolved ResolveLPad(const Call& call) { return Pad(call, true); }
Resolved ResolveRPad(const Call& call) { return Pad(call, false); }

Resolved ResolveRepeat(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireInteger(call, 1);
  return Ordinary(call, {Str(), Integer()}, Str(), RowKernel([](Text text, int32_t count) -> std::string {
                    std::string result;
                    for (int32_t i = 0; i < count; i++) result += text;
                    return result;
                  }));
}

Resolved ResolveReverse(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return {{Str()}, WithNull(Str(), true), RowKernel([](Text text) -> std::string {
            std::string result;
            EachCharacter(text, [&](int32_t, Text c) { result.insert(0, c); });
            return result;
          })};
}

Resolved ResolveReplace(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) RequireText(call, i);
  return Ordinary(call, {Str(), Str(), Str()}, Str(), RowKernel([](Text text, Text from, Text to) -> std::string {
                    std::string result;
                    if (from.empty()) {
                      result += to;
                      EachCharacter(text, [&](int32_t, Text c) { result.append(c).append(to); });
                      return result;
                    }
                    size_t at = 0;
                    for (size_t hit = text.find(from); hit != Text::npos; hit = text.find(from, at)) {
                      result.append(text.substr(at, hit - at)).append(to);
                      at = hit + from.size();
                    }
                    return result.append(text.substr(at));
                  }));
}

Resolved ResolveOverlay(const Call& call) {
  call.RequireCount(3, 4);
  RequireText(call, 0);
  RequireText(call, 1);
  const int64_t length = static_cast<int64_t>(call.type(0).length) + call.type(1).length;
  const DataType result = VarCharType(static_cast<int32_t>(std::min<int64_t>(length, DataType::kMaxLength)));
  const auto overlay = [](Text text, Text by, int64_t start, int64_t count) -> std::string {
    const int64_t size = CountCharacters(text);
    if (start < 1 || start > size) return std::string(text);
    std::string whole(Characters(text, start - 1));
    whole += by;
    const int64_t rest = start - 1 + std::max<int64_t>(count, 0);
    if (rest < size) whole += text.substr(ByteOffset(text, rest));
    return whole;
  };
  const DataType a = WithNull(call.type(0), false), b = WithNull(call.type(1), false);
  if (call.size() == 3) {
    return Ordinary(call, {a, b, Integer()}, result, RowKernel([overlay](Text t, Text by, int32_t start) {
                      return overlay(t, by, start, CountCharacters(by));
                    }));
  }
  return Ordinary(
      call, {a, b, Integer(), Integer()}, result,
      RowKernel([overlay](Text t, Text by, int32_t start, int32_t count) { return overlay(t, by, start, count); }));
}

Resolved ResolvePosition(const Call& call) { return ResolveLocate(call); }

Resolved ResolveLocate(const Call& call) {
  call.RequireCount(2, 3);
  RequireText(call, 0);
  RequireText(call, 1);
  if (call.size() == 2) {
    return Ordinary(call, {Str(), Str()}, Integer(),
                    RowKernel([](Text n, Text t) -> int32_t { return Find(n, t, 1); }));
  }
  RequireInteger(call, 2);
  return Ordinary(call, {Str(), Str(), Integer()}, Integer(),
                  RowKernel([](Text n, Text t, int32_t from) -> int32_t { return Find(n, t, from); }));
}

// From the right for a negative position; the n-th time that the needle stands there.
Resolved ResolveInstr(const Call& call) {
  call.RequireCount(2, 4);
  RequireText(call, 0);
  RequireText(call, 1);
  if (call.size() == 2) {
    return Ordinary(call, {Str(), Str()}, Integer(),
                    RowKernel([](Text t, Text n) -> int32_t { return Find(n, t, 1); }));
  }
  const auto find = [](Text text, Text needle, int32_t position, int32_t times) -> int32_t {
    if (position == 0 || times < 1) return 0;
    if (position > 0) {
      int32_t at = Find(needle, text, position);
      while (at > 0 && --times > 0) at = Find(needle, text, at + 1);
      return at;
    }
    const int64_t last = CountCharacters(text) + position + 1;
    for (int64_t at = last; at >= 1; at--) {
      if (text.substr(ByteOffset(text, at - 1)).starts_with(needle) && --times == 0) return static_cast<int32_t>(at);
    }
    return 0;
  };
  RequireInteger(call, 2);
  if (call.size() == 3) {
    return Ordinary(call, {Str(), Str(), Integer()}, Integer(),
                    RowKernel([find](Text t, Text n, int32_t position) -> int32_t { return find(t, n, position, 1); }));
  }
  RequireInteger(call, 3);
  return Ordinary(call, {Str(), Str(), Integer(), Integer()}, Integer(), RowKernel(find));
}

Resolved ResolveSplitIndex(const Call& call) {
  call.RequireCount(3, 3);
  RequireText(call, 0);
  RequireInteger(call, 2);
  auto kernel = RowKernel([](Text text, Text separator, int32_t index) -> std::optional<std::string> {
    if (index < 0 || text.empty()) return std::nullopt;
    if (separator.empty()) return index == 0 ? std::optional(std::string(text)) : std::nullopt;
    size_t at = 0;
    for (int32_t i = 0;; i++) {
      const size_t end = text.find(separator, at);
      if (i == index) return std::string(text.substr(at, end == Text::npos ? end : end - at));
      if (end == Text::npos) return std::nullopt;
      at = end + separator.size();
    }
  });
  if (IsInteger(call.type(1))) {
    // The separator as the code of a character.
    auto by_code = RowKernel([](Text text, int32_t code, int32_t index) -> std::optional<std::string> {
      if (index < 0 || text.empty()) return std::nullopt;
      const char separator = static_cast<char>(code);
      size_t at = 0;
      for (int32_t i = 0;; i++) {
        const size_t end = text.find(separator, at);
        if (i == index) return std::string(text.substr(at, end == Text::npos ? end : end - at));
        if (end == Text::npos) return std::nullopt;
        at = end + 1;
      }
    });
    return {{Str(), Integer(), Integer()}, WithNull(Str(), true), std::move(by_code)};
  }
  RequireText(call, 1);
  return {{Str(), Str(), Integer()}, WithNull(Str(), true), std::move(kernel)};
}

Resolved ResolveAscii(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return Ordinary(call, {Str()}, Integer(),
                  RowKernel([](Text text) -> int32_t { return text.empty() ? 0 : static_cast<signed char>(text[0]); }));
}

Resolved ResolveChr(const Call& call) {
  call.RequireCount(1, 1);
  RequireInteger(call, 0);
  return {{Simple(TypeRoot::BigInt)}, WithNull(Str(), true), RowKernel([](int64_t code) -> std::string {
            return code < 0 ? std::string() : Encode(static_cast<int32_t>(code % 256));
          })};
}

Resolved ResolveTranslate(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) RequireText(call, i);
  auto kernel = RowKernel(
      [](std::optional<Text> text, std::optional<Text> from, std::optional<Text> to) -> std::optional<std::string> {
        if (!text) return std::nullopt;
        if (!from || from->empty()) return std::string(*text);
        std::vector<Text> targets;
        if (to) EachCharacter(*to, [&](int32_t, Text c) { targets.push_back(c); });
        std::vector<Text> sources;
        EachCharacter(*from, [&](int32_t, Text c) { sources.push_back(c); });
        std::string result;
        EachCharacter(*text, [&](int32_t, Text c) {
          const auto hit = std::find(sources.begin(), sources.end(), c);
          if (hit == sources.end()) {
            result += c;
          } else if (const auto index = static_cast<size_t>(hit - sources.begin()); index < targets.size()) {
            result += targets[index];
          }
        });
        return result;
      });
  return {{Str(), Str(), Str()}, WithNull(Str(), call.type(0).nullable), std::move(kernel)};
}

Resolved ResolveElt(const Call& call) {
  call.RequireCount(2, 1000);
  RequireInteger(call, 0);
  std::vector<DataType> texts;
  for (size_t i = 1; i < call.size(); i++) {
    if (!IsCharacter(call.type(i)) && !IsBinary(call.type(i))) call.Refuse("an index and strings");
    texts.push_back(WithNull(call.type(i), false));
  }
  const auto common = CommonType(texts);
  if (!common) call.Refuse("an index and strings");
  std::vector<DataType> parameters(call.size(), *common);
  parameters[0] = Simple(TypeRoot::BigInt);
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
      if (rows.IsNull(0, row)) return std::nullopt;
      const auto index = rows.Get<int64_t>(0, row);
      if (index < 1 || index >= static_cast<int64_t>(rows.columns())) return std::nullopt;
      if (rows.IsNull(static_cast<size_t>(index), row)) return std::nullopt;
      return std::string(rows.Get<Text>(static_cast<size_t>(index), row));
    });
  };
  return {std::move(parameters), WithNull(*common, true), std::move(kernel)};
}

namespace {

/// Two strings or two byte strings.
DataType RequireTextOrBytes(const Call& call) {
  for (const auto is : {IsCharacter, IsBinary}) {
    if (is(call.type(0)) && is(call.type(1))) return is == IsBinary ? BytesType() : StringType();
  }
  call.Refuse("strings, or bytes");
}

}  // namespace

Resolved ResolveStartsWith(const Call& call) {
  call.RequireCount(2, 2);
  const DataType side = RequireTextOrBytes(call);
  return Ordinary(call, {side, side}, Simple(TypeRoot::Boolean),
                  RowKernel([](Text text, Text prefix) -> bool { return text.substr(0, prefix.size()) == prefix; }));
}

Resolved ResolveEndsWith(const Call& call) {
  call.RequireCount(2, 2);
  const DataType side = RequireTextOrBytes(call);
  return Ordinary(call, {side, side}, Simple(TypeRoot::Boolean), RowKernel([](Text text, Text suffix) -> bool {
                    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
                  }));
}

}  // namespace tarn::function
