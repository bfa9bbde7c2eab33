// JSON as Jackson takes it, where simdjson takes more or less.
#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

namespace tarn::connector {

/// What is wrong with a document, as a sentence.
const char* WhyNoJson(simdjson::error_code code);

/// The text of a number, a word or a string, without the blanks behind it.
std::string_view Token(simdjson::ondemand::value& value);

/// Throws simdjson_error unless the token is a number (no leading zeros, digits around the point), true, false or null.
void CheckScalar(std::string_view token);
/// Throws simdjson_error where a value that nobody reads, or what is in it, is no JSON: by itself simdjson looks for
/// the end of such a value only. `depth`: how many arrays and objects are around the value.
void CheckJson(simdjson::ondemand::value value, int depth = 1);

/// A number with fraction or exponent; too large is infinite, too small is zero.
double JsonDouble(std::string_view token);

/// Appends the value as JsonNode.toString of Java shows it: without blanks, each name once, fractions as doubles.
/// Throws as CheckJson does.
void AppendJson(simdjson::ondemand::value value, std::string& out, int depth = 1);

/// The same document for simdjson, which takes no control characters in strings (they become \u00..) and no surrogates
/// that stand alone (they become '?', as in Java's UTF-8).
std::string ForSimdjson(std::string_view document);

}  // namespace tarn::connector
