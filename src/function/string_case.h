// Java's toUpperCase and toLowerCase without a language: one character may become several, a sigma at the end of a word
// has a form of its own.
#pragma once

#include <string>
#include <string_view>

namespace tarn::function {

std::string UpperCase(std::string_view text);
std::string LowerCase(std::string_view text);

}  // namespace tarn::function
