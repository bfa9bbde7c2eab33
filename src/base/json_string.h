// A text as a JSON string.
#pragma once

#include <string>
#include <string_view>

namespace tarn {

/// Appends `text` in quotes. Quotes, backslashes and control characters are escaped (\u00XX with capitals, as Jackson
/// writes them), all other bytes are kept.
void AppendJsonString(std::string_view text, std::string& out);

}  // namespace tarn
