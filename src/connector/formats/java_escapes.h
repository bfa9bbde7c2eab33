// Escapes of Java in an option's text, as commons-text's unescapeJava reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn::connector {

/// \t \n \r \b \f, \u0001 (any number of u, then an optional +), octal \1 to \377; before any other character the
/// backslash falls away. nullopt: \u without four hex digits, or half a surrogate pair.
std::optional<std::string> UnescapeJava(std::string_view text);

}  // namespace tarn::connector
