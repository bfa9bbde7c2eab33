#include "function/java_url.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace tarn::function {
namespace {

using Text = std::string_view;

bool EqualsWithoutCase(Text text, Text lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

/// Cuts `text` at the first `mark`; what is behind it, if it is there.
std::optional<Text> CutAt(Text& text, char mark) {
  const size_t at = text.find(mark);
  if (at == Text::npos) return std::nullopt;
  const Text behind = text.substr(at + 1);
  text = text.substr(0, at);
  return behind;
}

/// Four numbers up to 255, between full stops.
bool IsIpv4(Text text) {
  if (text.size() > 15) return false;
  for (int part = 0; part < 4; part++) {
    const Text number = text.substr(0, text.find('.'));
    uint8_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size()) return false;
    text.remove_prefix(number.size());
    if (text.empty() != (part == 3)) return false;
    if (!text.empty()) text.remove_prefix(1);
  }
  return true;
}

/// An address of IPv6 without its brackets, perhaps with the name of a network interface behind a %.
bool IsIpv6(Text text) {
  if (const auto scope = CutAt(text, '%'); scope && scope->empty()) return false;
  constexpr size_t kGroups = 8;
  size_t groups = 0;
  bool gap = text.starts_with("::");  // it stands for one group at least
  if (gap) text.remove_prefix(2);
  while (!text.empty()) {
    const Text group = text.substr(0, text.find(':'));
    if (group.find('.') != Text::npos) {
      if (group.size() < text.size() || !IsIpv4(group)) return false;
      groups += 2;
      break;
    }
    uint16_t value = 0;
    const auto [end, error] = std::from_chars(group.data(), group.data() + group.size(), value, 16);
    if (error != std::errc() || end != group.data() + group.size()) return false;
    groups++;
    text.remove_prefix(group.size());
    if (text.starts_with("::")) {
      if (gap) return false;
      gap = true;
      text.remove_prefix(2);
    } else if (!text.empty()) {
      text.remove_prefix(1);
      if (text.empty()) return false;
    }
  }
  return gap ? groups < kGroups : groups == kGroups;
}

/// As Integer.parseInt; -1 stands for none.
bool IsPort(Text text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  int32_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port >= -1;
}

/// What stands between // and the path. False: it is none.
bool ReadAuthority(Text authority, JavaUrl& url) {
  url.authority = authority;
  Text host = authority;
  if (const size_t at = host.find('@'); at != Text::npos) {
    if (at != host.rfind('@')) return true;  // no server's; it has no host
    url.user_info = host.substr(0, at);
    host = host.substr(at + 1);
  }
  std::optional<Text> port;
  if (host.starts_with('[')) {
    const size_t end = host.find(']');
    if (end == Text::npos || !IsIpv6(host.substr(1, end - 1))) return false;
    const Text behind = host.substr(end + 1);
    if (!behind.empty() && behind[0] != ':') return false;
    if (!behind.empty()) port = behind.substr(1);
    host = host.substr(0, end + 1);
  } else {
    port = CutAt(host, ':');
  }
  url.host = host;
  return !port || port->empty() || IsPort(*port);
}

bool ReadServerUrl(Text text, JavaUrl& url) {
  url.query = CutAt(text, '?');
  // Four slashes begin the path of a file on another machine.
  if (text.starts_with("//") && !text.starts_with("////")) {
    text.remove_prefix(2);
    const Text authority = text.substr(0, text.find('/'));
    if (!ReadAuthority(authority, url)) return false;
    text.remove_prefix(authority.size());
  }
  url.path = text;
  return true;
}

/// The path of a URL without a server, and its query behind the last question mark.
void ReadOpaque(Text text, JavaUrl& url) {
  const size_t mark = text.rfind('?');
  url.path = text.substr(0, mark);
  if (mark != Text::npos) url.query = text.substr(mark + 1);
}

bool ReadMailUrl(Text text, JavaUrl& url) {
  const auto blank = [](char c) { return (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= ' '); };
  if (std::all_of(text.begin(), text.end(), blank)) return false;
  url.ref.reset();
  ReadOpaque(text, url);
  return true;
}

struct Protocol {
  Text name;
  bool (*read)(Text text, JavaUrl& url);
};

/// The protocol, which is taken from the text with the blanks around it; nullptr: it has none that is known.
const Protocol* TakeProtocol(Text& text);

/// jar:URL!/entry
bool ReadJarUrl(Text text, JavaUrl& url) {
  const size_t bang = text.rfind("!/");
  if (bang == Text::npos) return false;
  Text jar = text.substr(0, bang);
  const Protocol* protocol = TakeProtocol(jar);
  JavaUrl file;
  if (!protocol || protocol->read == ReadJarUrl || !protocol->read(jar, file)) return false;
  ReadOpaque(text, url);
  return true;
}

constexpr Protocol kProtocols[] = {{"http", ReadServerUrl}, {"https", ReadServerUrl}, {"file", ReadServerUrl},
                                   {"ftp", ReadServerUrl},  {"jar", ReadJarUrl},      {"mailto", ReadMailUrl},
                                   {"jrt", ReadServerUrl},  {"jmod", ReadServerUrl}};

const Protocol* TakeProtocol(Text& text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  if (EqualsWithoutCase(text.substr(0, 4), "url:")) text.remove_prefix(4);
  const size_t colon = text.find(':');
  if (colon == Text::npos) return nullptr;
  const Text name = text.substr(0, colon);
  text.remove_prefix(colon + 1);
  for (const Protocol& protocol : kProtocols) {
    if (EqualsWithoutCase(name, protocol.name)) return &protocol;
  }
  return nullptr;
}

}  // namespace

std::optional<JavaUrl> ReadJavaUrl(Text text) {
  const Protocol* protocol = TakeProtocol(text);
  if (!protocol) return std::nullopt;
  JavaUrl url;
  url.protocol = protocol->name;
  url.ref = CutAt(text, '#');
  if (!protocol->read(text, url)) return std::nullopt;
  return url;
}

}  // namespace tarn::function
