// Functions of strings. Positions count characters (code points) from 1.
#include <algorithm>

#include "base/error.h"
#include "function/cast.h"
#include "function/characters.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

Text Substring(Text text, int64_t start, int64_t length) {
  const int64_t size = CountCharacters(text);
  int64_t begin = start > 0 ? start - 1 : start < 0 ? size + start : 0;
  if (begin < 0 || begin >= size) return {};
  const size_t from = ByteOffset(text, begin);
  return Characters(text.substr(from), length);
}

bool Contains(Text set, Text character) {
  bool found = false;
  EachCharacter(set, [&](uint32_t, Text c) { found = found || c == character; });
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
  call.RequireText(0);
  const DataType type = keep_length ? VarCharType(call.type(0).length) : StringType();
  const auto trim = [left, right](Text text, Text set) -> std::string {
    if (left) text = TrimLeft(text, set);
    if (right) text = TrimRight(text, set);
    return std::string(text);
  };
  if (call.size() == 1) {
    return Ordinary(call, {WithNull(call.type(0), false)}, type, RowKernel([trim](Text t) { return trim(t, " "); }));
  }
  call.RequireText(1);
  return Ordinary(call, {WithNull(call.type(0), false), WithNull(call.type(1), false)}, type,
                  RowKernel([trim](Text t, Text set) { return trim(t, set); }));
}

/// Throws InvalidInput for a text that no value can hold.
void RequireRoom(const char* function, int64_t bytes) {
  if (bytes <= INT32_MAX) return;
  throw Error(ErrorCode::InvalidInput, std::string(function) + " would make a text of " + std::to_string(bytes) +
                                           " bytes, and a text has at most " + std::to_string(INT32_MAX));
}

Resolved Pad(const Call& call, bool left) {
  call.RequireCount(3, 3);
  call.RequireText(0);
  call.RequireInteger(1);
  call.RequireText(2);
  auto kernel = RowKernel([left](Text text, int32_t length, Text pad) -> std::optional<std::string> {
    if (length < 0 || pad.empty()) return std::nullopt;
    const int64_t missing = length - CountCharacters(text);
    if (missing <= 0) return std::string(Characters(text, length));
    std::string fill;
    const int64_t width = CountCharacters(pad);
    RequireRoom(left ? "LPAD" : "RPAD",
                static_cast<int64_t>(text.size()) + (missing / width + 1) * static_cast<int64_t>(pad.size()));
    for (int64_t i = 0; i < missing / width; i++) fill += pad;
    fill += Characters(pad, missing % width);
    return left ? fill + std::string(text) : std::string(text) + fill;
  });
  Resolved resolved = Ordinary(call, {StringType(), IntType(), StringType()}, StringType(), std::move(kernel));
  resolved.can_fail = true;  // too large a text
  return resolved;
}

}  // namespace

Resolved ResolveConcatOperator(const Call& call) {
  call.RequireCount(2, 2);
  const DataType &a = call.type(0), &b = call.type(1);
  const bool text = IsCharacter(a) && IsCharacter(b);
  if (!text && !(IsBinary(a) && IsBinary(b))) call.Refuse("two strings");
  const int64_t length = static_cast<int64_t>(a.length) + b.length;
  const auto capped = static_cast<int32_t>(std::min<int64_t>(length, DataType::kMaxLength));
  DataType type = StringType();
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
  std::vector<DataType> parameters(call.size(), StringType());
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
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
  return Ordinary(call, std::move(parameters), StringType(), std::move(kernel));
}

Resolved ResolveConcatWs(const Call& call) {
  call.RequireCount(1, 1000);
  std::vector<DataType> parameters(call.size(), StringType());
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
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
  return Ordinary(call, std::move(parameters), StringType(), std::move(kernel));
}

Resolved ResolveCharLength(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return Ordinary(call, {WithNull(call.type(0), false)}, IntType(),
                  RowKernel([](Text text) -> int32_t { return static_cast<int32_t>(CountCharacters(text)); }));
}

Resolved ResolveSubstring(const Call& call) {
  call.RequireCount(2, 3);
  call.RequireText(0);
  const DataType text = WithNull(call.type(0), false);
  const DataType result = WithNull(VarCharType(text.length), true);
  call.RequireInteger(1);
  if (call.size() == 2) {
    return {{text, IntType()}, result, RowKernel([](Text t, int32_t start) -> std::string {
              return std::string(Substring(t, start, DataType::kMaxLength));
            })};
  }
  call.RequireInteger(2);
  return {{text, IntType(), IntType()},
          result,
          RowKernel([](Text t, int32_t start, int32_t length) -> std::optional<std::string> {
            if (length < 0) return std::nullopt;
            return std::string(Substring(t, start, length));
          })};
}

Resolved ResolveLeft(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  call.RequireInteger(1);
  const DataType text = WithNull(call.type(0), false);
  return {
      {text, IntType()}, WithNull(VarCharType(text.length), true), RowKernel([](Text t, int32_t count) -> std::string {
        return count <= 0 ? std::string() : std::string(Characters(t, count));
      })};
}

Resolved ResolveRight(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  call.RequireInteger(1);
  const DataType text = WithNull(call.type(0), false);
  return {
      {text, IntType()}, WithNull(VarCharType(text.length), true), RowKernel([](Text t, int32_t count) -> std::string {
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
  call.RequireText(1);
  call.RequireText(2);
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
  call.RequireText(0);
  call.RequireInteger(1);
  auto kernel = RowKernel([](Text text, int32_t count) -> std::string {
    std::string result;
    RequireRoom("REPEAT", static_cast<int64_t>(text.size()) * count);
    for (int32_t i = 0; i < count; i++) result += text;
    return result;
  });
  Resolved resolved = Ordinary(call, {StringType(), IntType()}, StringType(), std::move(kernel));
  resolved.can_fail = true;  // too large a text
  return resolved;
}

Resolved ResolveReverse(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return {{StringType()}, WithNull(StringType(), true), RowKernel([](Text text) -> std::string {
            std::string result(text.size(), '\0');
            size_t begin = text.size();
            EachCharacter(text, [&](uint32_t, Text c) { c.copy(&result[begin -= c.size()], c.size()); });
            return result;
          })};
}

Resolved ResolveOverlay(const Call& call) {
  call.RequireCount(3, 4);
  call.RequireText(0);
  call.RequireText(1);
  const int64_t length = static_cast<int64_t>(call.type(0).length) + call.type(1).length;
  const DataType result = VarCharType(static_cast<int32_t>(std::min<int64_t>(length, DataType::kMaxLength)));
  const auto overlay = [](Text text, Text by, int64_t start, int64_t count) -> std::string {
    const int64_t size = CountCharacters(text);
    if (start < 1 || start > size) return std::string(text);
    std::string whole(Characters(text, start - 1));
    whole += by;
    const int64_t rest = start - 1 + std::clamp<int64_t>(count, 0, size);
    if (rest < size) whole += text.substr(ByteOffset(text, rest));
    return whole;
  };
  const DataType a = WithNull(call.type(0), false), b = WithNull(call.type(1), false);
  const DataType place = Simple(TypeRoot::BigInt);
  if (call.size() == 3) {
    return Ordinary(call, {a, b, place}, result, RowKernel([overlay](Text t, Text by, int64_t start) {
                      return overlay(t, by, start, CountCharacters(by));
                    }));
  }
  return Ordinary(
      call, {a, b, place, place}, result,
      RowKernel([overlay](Text t, Text by, int64_t start, int64_t count) { return overlay(t, by, start, count); }));
}

Resolved ResolveAscii(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return Ordinary(call, {StringType()}, IntType(),
                  RowKernel([](Text text) -> int32_t { return text.empty() ? 0 : static_cast<signed char>(text[0]); }));
}

Resolved ResolveChr(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireInteger(0);
  return {{Simple(TypeRoot::BigInt)}, WithNull(StringType(), true), RowKernel([](int64_t code) -> std::string {
            return code < 0 ? std::string() : Character(static_cast<uint32_t>(code % 256));
          })};
}

Resolved ResolveElt(const Call& call) {
  call.RequireCount(2, 1000);
  call.RequireInteger(0);
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

}  // namespace tarn::function
