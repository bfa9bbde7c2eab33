// Digests, Base64, URLs.
#include "base/error.h"
#include "function/cast.h"
#include "function/digest.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

void RequireText(const Call& call, size_t index) {
  if (!IsCharacter(call.type(index))) call.Refuse("strings");
}

std::string Hex(const std::string& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex;
}

template <typename F>
Resolved Digest(const Call& call, int32_t characters, F function) {
  call.RequireCount(1, 1);
  const bool bytes = IsBinary(call.type(0));
  if (!bytes) RequireText(call, 0);
  return Ordinary(call, {bytes ? BytesType() : StringType()}, CharType(characters),
                  RowKernel([function](Text text) -> std::string { return Hex(function(text)); }));
}

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string ToBase64(Text bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; k++) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; k++) {
      text += i + k <= bytes.size() ? kBase64[(group >> (18 - 6 * k)) & 63] : '=';
    }
  }
  return text;
}

std::string FromBase64(Text text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    const auto* at = c == '\0' ? nullptr : std::char_traits<char>::find(kBase64, 64, c);
    if (at == nullptr) throw Error(ErrorCode::InvalidInput, "'" + std::string(text) + "' is no Base64");
    bits = bits << 6 | static_cast<uint32_t>(at - kBase64);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count);
    }
  }
  return bytes;
}

std::string UrlEncode(Text text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                       c == '-' || c == '*' || c == '_';
    if (plain) {
      encoded += c;
    } else if (c == ' ') {
      encoded += '+';
    } else {
      encoded += '%';
      encoded += kDigits[static_cast<unsigned char>(c) >> 4];
      encoded += kDigits[static_cast<unsigned char>(c) & 15];
    }
  }
  return encoded;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> UrlDecode(Text text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] == '+') {
      decoded += ' ';
    } else if (text[i] == '%') {
      if (i + 2 >= text.size() || HexDigit(text[i + 1]) < 0 || HexDigit(text[i + 2]) < 0) return std::nullopt;
      decoded += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

/// The parts as java.net.URL names them; nullopt where a part is missing or the text is no URL.
std::optional<std::string> UrlPart(Text url, Text part, std::optional<Text> key) {
  const size_t colon = url.find("://");
  if (colon == Text::npos || colon == 0) return std::nullopt;
  const Text protocol = url.substr(0, colon);
  Text rest = url.substr(colon + 3);
  std::optional<Text> ref, query;
  if (const size_t hash = rest.find('#'); hash != Text::npos) {
    ref = rest.substr(hash + 1);
    rest = rest.substr(0, hash);
  }
  if (const size_t mark = rest.find('?'); mark != Text::npos) {
    query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }
  const size_t slash = rest.find('/');
  const Text authority = rest.substr(0, slash);
  const Text path = slash == Text::npos ? Text() : rest.substr(slash);
  const size_t at = authority.rfind('@');
  Text host = at == Text::npos ? authority : authority.substr(at + 1);
  host = host.substr(0, host.rfind(':') == Text::npos ? Text::npos : host.rfind(':'));
  const auto text = [](Text value) { return std::string(value); };
  if (key) {
    if (part != "QUERY" || !query) return std::nullopt;
    for (Text all = *query; !all.empty();) {
      const size_t end = all.find('&');
      const Text pair = all.substr(0, end);
      all = end == Text::npos ? Text() : all.substr(end + 1);
      const size_t equals = pair.find('=');
      if (equals != Text::npos && pair.substr(0, equals) == *key) return text(pair.substr(equals + 1));
    }
    return std::nullopt;
  }
  if (part == "HOST") return text(host);
  if (part == "PATH") return text(path);
  if (part == "QUERY" && query) return text(*query);
  if (part == "REF" && ref) return text(*ref);
  if (part == "PROTOCOL") return text(protocol);
  if (part == "AUTHORITY") return text(authority);
  if (part == "USERINFO" && at != Text::npos) return text(authority.substr(0, at));
  if (part == "FILE") return text(path) + (query ? "?" + text(*query) : "");
  return std::nullopt;
}

}  // namespace

Resolved ResolveMd5(const Call& call) { return Digest(call, 32, Md5); }
Resolved ResolveSha1(const Call& call) { return Digest(call, 40, Sha1); }
Resolved ResolveSha224(const Call& call) {
  return Digest(call, 56, [](Text t) { return Sha2(t, 224); });
}
Resolved ResolveSha256(const Call& call) {
  return Digest(call, 64, [](Text t) { return Sha2(t, 256); });
}
Resolved ResolveSha384(const Call& call) {
  return Digest(call, 96, [](Text t) { return Sha2(t, 384); });
}
Resolved ResolveSha512(const Call& call) {
  return Digest(call, 128, [](Text t) { return Sha2(t, 512); });
}
Resolved ResolveSha2(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  if (!IsInteger(call.type(1))) call.Refuse("a string and 224, 256, 384 or 512");
  Resolved resolved = Ordinary(call, {StringType(), Simple(TypeRoot::Int)}, VarCharType(128),
                               RowKernel([](Text text, int32_t bits) -> std::string {
                                 if (bits != 224 && bits != 256 && bits != 384 && bits != 512) {
                                   throw Error(ErrorCode::InvalidInput,
                                               "SHA2 takes 224, 256, 384 or 512 bits and not " + std::to_string(bits));
                                 }
                                 return Hex(Sha2(text, bits));
                               }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveToBase64(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return Ordinary(call, {StringType()}, StringType(),
                  RowKernel([](Text text) -> std::string { return ToBase64(text); }));
}

Resolved ResolveFromBase64(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  Resolved resolved = Ordinary(call, {StringType()}, StringType(),
                               RowKernel([](Text text) -> std::string { return FromBase64(text); }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveUrlEncode(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return {{StringType()}, WithNull(StringType(), true), RowKernel([](Text text) -> std::string {
            return UrlEncode(text);
          })};
}

Resolved ResolveUrlDecode(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
  return {{StringType()}, WithNull(StringType(), true), RowKernel([](Text text) { return UrlDecode(text); })};
}

Resolved ResolveParseUrl(const Call& call) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) RequireText(call, i);
  std::vector<DataType> parameters(call.size(), StringType());
  const DataType result = WithNull(StringType(), true);
  if (call.size() == 2) {
    return {parameters, result, RowKernel([](Text url, Text part) { return UrlPart(url, part, std::nullopt); })};
  }
  return {parameters, result, RowKernel([](Text url, Text part, Text key) { return UrlPart(url, part, key); })};
}

Resolved ResolveUnhex(const Call& call) {
  call.RequireCount(1, 1);
  RequireText(call, 0);
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

uint32_t CodePoint(Text utf8, size_t& at) {
  const auto byte = [&](size_t i) { return at + i < utf8.size() ? static_cast<unsigned char>(utf8[at + i]) : 0U; };
  const uint32_t first = byte(0);
  const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  uint32_t code = length == 1 ? first : first & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; i++) code = code << 6 | (byte(i) & 0x3F);
  at += length;
  return code;
}

void AppendUtf8(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    text.push_back(static_cast<char>(0xC0 | code >> 6));
    text.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    text.push_back(static_cast<char>(0xE0 | code >> 12));
    text.push_back(static_cast<char>(0x80 | (code >> 6 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else {
    text.push_back(static_cast<char>(0xF0 | code >> 18));
    text.push_back(static_cast<char>(0x80 | (code >> 12 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (code >> 6 & 0x3F)));
    text.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  }
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
    const uint32_t code = CodePoint(text, at);
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
  RequireText(call, 0);
  RequireText(call, 1);
  Resolved resolved = Ordinary(
      call, {StringType(), StringType()}, BytesType(),
      RowKernel([](Text text, Text charset) -> std::string { return EncodeText(text, RequireCharset(charset)); }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveDecode(const Call& call) {
  call.RequireCount(2, 2);
  if (!IsBinary(call.type(0))) call.Refuse("bytes and the name of a charset");
  RequireText(call, 1);
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
