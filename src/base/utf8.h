// UTF-8, a character (code point) at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tarn {

void AppendUtf8(std::string& text, uint32_t code);

/// The character at byte `at`, which is moved behind it. A byte that begins none counts as a character itself.
uint32_t TakeCodePoint(std::string_view text, size_t& at);

/// Offset of the first byte that is no UTF-8 (overlong and surrogate forms included), or npos.
size_t FindBadUtf8(std::string_view text);

/// Java's new String(bytes, UTF_8): each malformed part becomes U+FFFD.
std::string DecodeUtf8(std::string_view bytes);

/// The first `count` characters.
std::string_view Characters(std::string_view text, int64_t count);
int64_t CountCharacters(std::string_view text);

}  // namespace tarn
