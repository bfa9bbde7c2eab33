// Base64, hexadecimal digits, charsets.
#include "base/base64.h"
#include "base/error.h"
#include "base/utf8.h"
#include "function/cast.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

std::string TextOfBase64(Text text) {
  const auto bytes = FromBase64(text);
  if (!bytes) throw Error(ErrorCode::InvalidInput, "'" + std::string(Characters(text, 60)) + "' is no Base64");
  return DecodeUtf8(*bytes);
}

}  // namespace

Resolved ResolveToBase64(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return Ordinary(call, {StringType()}, StringType(),
                  RowKernel([](Text text) -> std::string { return ToBase64(text); }));
}

Resolved ResolveFromBase64(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  Resolved resolved = Ordinary(call, {StringType()}, StringType(),
                               RowKernel([](Text text) -> std::string { return TextOfBase64(text); }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveUnhex(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return {{StringType()}, WithNull(BytesType(), true), RowKernel([](Text text) -> std::optional<std::string> {
            std::string bytes;
            const auto digit = [](char c) {
              if (c >= '0' && c <= '9') return c - '0';
              const char lower = static_cast<char>(c | 32);
              return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
            };
            // An odd number of digits begins with half a byte.
            for (size_t i = 0; i < text.size(); i++) {
              const int value = digit(text[i]);
              if (value < 0) return std::nullopt;
              if ((text.size() - i) % 2 == 0 || i == 0) {
                bytes.push_back(static_cast<char>(value));
              } else {
                bytes.back() = static_cast<char>(static_cast<unsigned char>(bytes.back()) << 4 | value);
              }
            }
            return bytes;
          })};
}

namespace {

enum class Charset { Ascii, Latin1, Utf8, Utf16, Utf16Be, Utf16Le };

std::optional<Charset> CharsetNamed(Text name) {
  std::string upper;
  for (char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  if (upper == "US-ASCII") return Charset::Ascii;
  if (upper == "ISO-8859-1") return Charset::Latin1;
  if (upper == "UTF-8") return Charset::Utf8;
  if (upper == "UTF-16") return Charset::Utf16;
  if (upper == "UTF-16BE") return Charset::Utf16Be;
  if (upper == "UTF-16LE") return Charset::Utf16Le;
  return std::nullopt;
}

Charset RequireCharset(Text name) {
  const auto charset = CharsetNamed(name);
  if (charset) return *charset;
  throw Error(ErrorCode::InvalidInput, "'" + std::string(name) +
                                           "' is no charset; there are US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE "
                                           "and UTF-16LE");
}

std::string EncodeText(Text text, Charset charset) {
  if (charset == Charset::Utf8) return std::string(text);
  std::string bytes = charset == Charset::Utf16 && !text.empty() ? "\xFE\xFF" : "";
  const auto unit = [&](uint32_t value) {
    const char high = static_cast<char>(value >> 8), low = static_cast<char>(value & 0xFF);
    bytes.push_back(charset == Charset::Utf16Le ? low : high);
    bytes.push_back(charset == Charset::Utf16Le ? high : low);
  };
  for (size_t at = 0; at < text.size();) {
    const uint32_t code = TakeCodePoint(text, at);
    if (charset == Charset::Ascii || charset == Charset::Latin1) {
      bytes.push_back(static_cast<char>(code < (charset == Charset::Ascii ? 0x80U : 0x100U) ? code : '?'));
    } else if (code < 0x10000) {
      unit(code);
    } else {
      unit(0xD800 + ((code - 0x10000) >> 10));
      unit(0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  return bytes;
}

std::string DecodeText(Text bytes, Charset charset) {
  constexpr uint32_t kReplacement = 0xFFFD;
  std::string text;
  if (charset == Charset::Ascii || charset == Charset::Latin1) {
    for (const char c : bytes) {
      const auto code = static_cast<unsigned char>(c);
      AppendUtf8(text, charset == Charset::Ascii && code > 0x7F ? kReplacement : code);
    }
    return text;
  }
  bool little = charset == Charset::Utf16Le;
  size_t at = 0;
  if (charset == Charset::Utf16 && bytes.size() >= 2 &&
      (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))) {
    little = bytes[0] == '\xFF';
    at = 2;
  }
  const auto unit = [&](size_t i) -> uint32_t {
    const auto a = static_cast<unsigned char>(bytes[i]), b = static_cast<unsigned char>(bytes[i + 1]);
    return little ? static_cast<uint32_t>(b << 8 | a) : static_cast<uint32_t>(a << 8 | b);
  };
  for (; at + 1 < bytes.size(); at += 2) {
    uint32_t code = unit(at);
    if (code >= 0xD800 && code < 0xDC00 && at + 3 < bytes.size() && unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(at + 2) - 0xDC00);
      at += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = kReplacement;
    }
    AppendUtf8(text, code);
  }
  if (at < bytes.size()) AppendUtf8(text, kReplacement);
  return text;
}

}  // namespace

Resolved ResolveEncode(const Call& call) {
  call.RequireCount(2, 2);
  call.RequireText(0);
  call.RequireText(1);
  Resolved resolved = Ordinary(
      call, {StringType(), StringType()}, BytesType(),
      RowKernel([](Text text, Text charset) -> std::string { return EncodeText(text, RequireCharset(charset)); }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveDecode(const Call& call) {
  call.RequireCount(2, 2);
  if (!IsBinary(call.type(0))) call.Refuse("bytes and the name of a charset");
  call.RequireText(1);
  Resolved resolved =
      Ordinary(call, {BytesType(), StringType()}, StringType(), RowKernel([](Text bytes, Text name) -> std::string {
                 const Charset charset = RequireCharset(name);
                 if (charset == Charset::Utf8) return DecodeUtf8(bytes);
                 return DecodeText(bytes, charset);
               }));
  resolved.can_fail = true;
  return resolved;
}

}  // namespace tarn::function
