// Sets of characters that Java's regular expressions know by name. Private to regex*.cpp.
#pragma once

#include <string_view>

#include "function/regex_program.h"

namespace tarn::function {

/// Of \p{NAME}: a class of POSIX's (over ASCII) or a general category; nullptr = not known here.
const CharSet* NamedCharSet(std::string_view name);
/// Of \d \w \s \h \v.
const CharSet& EscapedCharSet(char letter);
/// All characters that are equal to one under (?iu), if there are others.
const std::vector<uint32_t>& SameUnicodeFold(uint32_t code);

}  // namespace tarn::function
