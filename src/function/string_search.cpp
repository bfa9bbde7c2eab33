// Functions that look for a text in another, and put something in its place. Positions count characters from 1.
#include <algorithm>

#include "base/error.h"
#include "base/utf8.h"
#include "function/cast.h"
#include "function/characters.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

DataType Integer() { return Simple(TypeRoot::Int); }

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

Resolved ResolvePosition(const Call& call) { return ResolveLocate(call); }

Resolved ResolveLocate(const Call& call) {
  call.RequireCount(2, 3);
  call.RequireText(0);
  call.RequireText(1);
  if (call.size() == 2) {
    return Ordinary(call, {StringType(), StringType()}, Integer(),
                    RowKernel([](Text n, Text t) -> int32_t { return Find(n, t, 1); }));
  }
  call.RequireInteger(2);
  return Ordinary(call, {StringType(), StringType(), Integer()}, Integer(),
                  RowKernel([](Text n, Text t, int32_t from) -> int32_t { return Find(n, t, from); }));
}

// From the right for a negative position; the n-th time that the needle stands there.
Resolved ResolveInstr(const Call& call) {
  call.RequireCount(2, 4);
  call.RequireText(0);
  call.RequireText(1);
  if (call.size() == 2) {
    return Ordinary(call, {StringType(), StringType()}, Integer(),
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
  call.RequireInteger(2);
  if (call.size() == 3) {
    return Ordinary(call, {StringType(), StringType(), Integer()}, Integer(),
                    RowKernel([find](Text t, Text n, int32_t position) -> int32_t { return find(t, n, position, 1); }));
  }
  call.RequireInteger(3);
  return Ordinary(call, {StringType(), StringType(), Integer(), Integer()}, Integer(), RowKernel(find));
}

namespace {

std::optional<std::string> SplitPart(Text text, Text separator, int32_t index) {
  if (index < 0 || text.empty()) return std::nullopt;
  if (separator.empty()) separator = " ";
  size_t at = 0;
  for (int32_t i = 0;; i++) {
    const size_t end = text.find(separator, at);
    if (i == index) return std::string(text.substr(at, end == Text::npos ? end : end - at));
    if (end == Text::npos) return std::nullopt;
    at = end + separator.size();
  }
}

}  // namespace

Resolved ResolveSplitIndex(const Call& call) {
  call.RequireCount(3, 3);
  call.RequireText(0);
  call.RequireInteger(2);
  const DataType result = WithNull(StringType(), true);
  if (IsInteger(call.type(1))) {
    // The separator as the code of a character, in Latin-1.
    auto by_code = RowKernel([](Text text, int32_t code, int32_t index) -> std::optional<std::string> {
      if (code < 1 || code > 255) return std::nullopt;
      std::string separator;
      AppendUtf8(separator, static_cast<uint32_t>(code));
      return SplitPart(text, separator, index);
    });
    return {{StringType(), Integer(), Integer()}, result, std::move(by_code)};
  }
  call.RequireText(1);
  return {{StringType(), StringType(), Integer()}, result, RowKernel([](Text text, Text separator, int32_t index) {
            return SplitPart(text, separator, index);
          })};
}

Resolved ResolveReplace(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) call.RequireText(i);
  return Ordinary(call, {StringType(), StringType(), StringType()}, StringType(),
                  RowKernel([](Text text, Text from, Text to) -> std::string {
                    std::string result;
                    if (from.empty()) {
                      result += to;
                      EachCharacter(text, [&](uint32_t, Text c) { result.append(c).append(to); });
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

Resolved ResolveTranslate(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) call.RequireText(i);
  auto kernel = RowKernel(
      [](std::optional<Text> text, std::optional<Text> from, std::optional<Text> to) -> std::optional<std::string> {
        if (!text) return std::nullopt;
        if (!from || from->empty()) return std::string(*text);
        std::vector<Text> targets;
        if (to) EachCharacter(*to, [&](uint32_t, Text c) { targets.push_back(c); });
        std::vector<Text> sources;
        EachCharacter(*from, [&](uint32_t, Text c) { sources.push_back(c); });
        std::string result;
        EachCharacter(*text, [&](uint32_t, Text c) {
          const auto hit = std::find(sources.begin(), sources.end(), c);
          if (hit == sources.end()) {
            result += c;
          } else if (const auto index = static_cast<size_t>(hit - sources.begin()); index < targets.size()) {
            result += targets[index];
          }
        });
        return result;
      });
  return {{StringType(), StringType(), StringType()}, WithNull(StringType(), call.type(0).nullable), std::move(kernel)};
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
