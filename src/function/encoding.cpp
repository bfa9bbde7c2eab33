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
  RequireText(call, 0);
  return Ordinary(call, {StringType()}, CharType(characters),
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

}  // namespace tarn::function
