// Parts of URLs, and text as a part of one.
#include "base/error.h"
#include "base/hex.h"
#include "base/utf8.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/java_url.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

std::string UrlEncode(Text text) {
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
      AppendHex(encoded, c);
    }
  }
  return encoded;
}

std::optional<std::string> UrlDecode(Text text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] == '+') {
      decoded += ' ';
    } else if (text[i] == '%') {
      const int byte = HexByte(text.substr(i + 1));
      if (byte < 0) return std::nullopt;
      decoded += static_cast<char>(byte);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return DecodeUtf8(decoded);
}

/// nullopt where the part is missing or the text is no URL.
std::optional<std::string> UrlPart(Text text, Text part) {
  const auto url = ReadJavaUrl(text);
  if (!url) return std::nullopt;
  if (part == "HOST") return std::string(url->host);
  if (part == "PATH") return std::string(url->path);
  if (part == "QUERY" && url->query) return std::string(*url->query);
  if (part == "REF" && url->ref) return std::string(*url->ref);
  if (part == "PROTOCOL") return std::string(url->protocol);
  if (part == "AUTHORITY" && url->authority) return std::string(*url->authority);
  if (part == "USERINFO" && url->user_info) return std::string(*url->user_info);
  if (part == "FILE") return std::string(url->path) + (url->query ? "?" + std::string(*url->query) : "");
  return std::nullopt;
}

/// The value of the first `key=value` between the query's ampersands.
std::optional<std::string> UrlParameter(Text text, Text part, Text key) {
  if (part != "QUERY") return std::nullopt;
  const auto url = ReadJavaUrl(text);
  if (!url || !url->query) return std::nullopt;
  for (Text query = *url->query;;) {
    if (query.starts_with(key) && query.substr(key.size()).starts_with('=')) {
      const Text value = query.substr(key.size() + 1);
      return std::string(value.substr(0, value.find('&')));
    }
    const size_t end = query.find('&');
    if (end == Text::npos) return std::nullopt;
    query.remove_prefix(end + 1);
  }
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
    return {parameters, result, RowKernel([](Text url, Text part) { return UrlPart(url, part); })};
  }
  return {parameters, result, RowKernel([](Text url, Text part, Text key) { return UrlParameter(url, part, key); })};
}

}  // namespace tarn::function
