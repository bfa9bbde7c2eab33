// Parts of URLs, and text as a part of one.
#include "base/error.h"
#include "base/utf8.h"
#include "function/cast.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

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
  return DecodeUtf8(decoded);
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

Resolved ResolveUrlEncode(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return {{StringType()}, WithNull(StringType(), true), RowKernel([](Text text) -> std::string {
            return UrlEncode(text);
          })};
}

Resolved ResolveUrlDecode(const Call& call) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  return {{StringType()}, WithNull(StringType(), true), RowKernel([](Text text) { return UrlDecode(text); })};
}

Resolved ResolveParseUrl(const Call& call) {
  call.RequireCount(2, 3);
  for (size_t i = 0; i < call.size(); i++) call.RequireText(i);
  std::vector<DataType> parameters(call.size(), StringType());
  const DataType result = WithNull(StringType(), true);
  if (call.size() == 2) {
    return {parameters, result, RowKernel([](Text url, Text part) { return UrlPart(url, part, std::nullopt); })};
  }
  return {parameters, result, RowKernel([](Text url, Text part, Text key) { return UrlPart(url, part, key); })};
}

}  // namespace tarn::function
