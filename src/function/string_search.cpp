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

int32_t PositionOf(Text text, size_t offset) {
  return static_cast<int32_t>(CountCharacters(text.substr(0, offset))) + 1;
}

/// Where `needle` first stands at or after character `from` (from 1); 0 = nowhere. Nothing stands at 1, always.
int32_t Find(Text needle, Text text, int64_t from) {
  if (needle.empty()) return 1;
  const size_t at = text.find(needle, ByteOffset(text, std::max<int64_t>(from, 1) - 1));
  return at == Text::npos ? 0 : PositionOf(text, at);
}

/// Where `needle` stands for the n-th time from character `position` on; 0 = nowhere.
int32_t FindForward(Text text, Text needle, int64_t position, int32_t times) {
  for (size_t at = ByteOffset(text, position - 1);; TakeCodePoint(text, at)) {
    at = text.find(needle, at);
    if (at == Text::npos) return 0;
    if (--times == 0) return PositionOf(text, at);
  }
}

/// As above from the right: it ends at the `back`-th character from the end or before.
int32_t FindBackward(Text text, Text needle, int64_t back, int32_t times) {
  text = Characters(text, std::max<int64_t>(CountCharacters(text) - back + 1, 0));
  while (true) {
    const size_t at = text.rfind(needle);
    if (at == Text::npos) return 0;
    if (--times == 0) return PositionOf(text, at);
    // The next one ends a character earlier, at least.
    size_t end = at + needle.size() - 1;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end--;
    text = text.substr(0, end);
  }
}

int32_t Instr(Text text, Text needle, int64_t position, int32_t times) {
  if (times < 1) {
    throw Error(ErrorCode::InvalidInput,
                "INSTR looks for the first time or a later one, and not for number " + std::to_string(times));
  }
  if (position == 0) return 0;
  if (needle.empty()) return position > 0 ? 1 : PositionOf(text, text.size());
  return position > 0 ? FindForward(text, needle, position, times) : FindBackward(text, needle, -position, times);
}

}  // namespace

Resolved ResolvePosition(const Call& call) { return ResolveLocate(call); }

Resolved ResolveLocate(const Call& call) {
  call.RequireCount(2, 3);
  call.RequireText(0);
  call.RequireText(1);
  if (call.size() == 2) {
    return Ordinary(call, {StringType(), StringType()}, IntType(),
                    RowKernel([](Text n, Text t) -> int32_t { return Find(n, t, 1); }));
  }
  call.RequireInteger(2);
  return Ordinary(call, {StringType(), StringType(), IntType()}, IntType(),
                  RowKernel([](Text n, Text t, int32_t from) -> int32_t { return Find(n, t, from); }));
}

// From the right for a negative position; the n-th time that the needle stands there.
Resolved ResolveInstr(const Call& call) {
  call.RequireCount(2, 4);
  call.RequireText(0);
  call.RequireText(1);
  if (call.size() == 2) {
    return Ordinary(call, {StringType(), StringType()}, IntType(),
                    RowKernel([](Text t, Text n) -> int32_t { return Find(n, t, 1); }));
  }
  call.RequireInteger(2);
  if (call.size() == 3) {
    return Ordinary(call, {StringType(), StringType(), IntType()}, IntType(),
                    RowKernel([](Text t, Text n, int32_t position) -> int32_t { return Instr(t, n, position, 1); }));
  }
  call.RequireInteger(3);
  Resolved resolved = Ordinary(call, {StringType(), StringType(), IntType(), IntType()}, IntType(),
                               RowKernel([](Text t, Text n, int32_t position, int32_t times) -> int32_t {
                                 return Instr(t, n, position, times);
                               }));
  resolved.can_fail = true;
  return resolved;
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
    return {{StringType(), IntType(), IntType()}, result, std::move(by_code)};
  }
  call.RequireText(1);
  return {{StringType(), StringType(), IntType()}, result, RowKernel([](Text text, Text separator, int32_t index) {
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
