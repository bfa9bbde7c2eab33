// Base64, in its usual alphabet.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn {

std::string ToBase64(std::string_view bytes);

/// As java.util.Base64's decoder: at the end the text may be filled up with '=' or not; nullopt: it is no Base64.
std::optional<std::string> FromBase64(std::string_view text);

}  // namespace tarn
