// Which capital sigmas end a word: their small letter has a form of its own.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tarn::function {

/// The byte offsets, ascending. As in Java's toLowerCase: a sigma ends its word where letters with cases come before it
/// in the word and none behind it; dashes, apostrophes and full stops between letters are inside of a word.
std::vector<size_t> FinalSigmas(std::string_view text);

}  // namespace tarn::function
