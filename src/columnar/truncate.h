// Shortened bounds for statistics: still a lower and an upper bound of what they were cut from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn::columnar {

/// The first `count` code points of UTF-8 text (all of it if it is shorter).
std::string_view TextPrefix(std::string_view text, size_t count);
/// The least text of at most `count` code points that is not below `text`: the prefix with its last code point
/// incremented, moving left where there is none higher. Nullopt if no such text exists.
std::optional<std::string> TextUpperBound(std::string_view text, size_t count);
/// The same for bytes.
std::optional<std::string> BytesUpperBound(std::string_view bytes, size_t count);

}  // namespace tarn::columnar
