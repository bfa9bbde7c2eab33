// URLs as java.net.URL reads them: only protocols that Java has a handler for.
#pragma once

#include <optional>
#include <string_view>

namespace tarn::function {

/// Views into the text, and the protocol in small letters.
struct JavaUrl {
  std::string_view protocol, host, path;
  std::optional<std::string_view> authority, user_info, query, ref;
};

/// nullopt where Java throws MalformedURLException.
std::optional<JavaUrl> ReadJavaUrl(std::string_view text);

}  // namespace tarn::function
