// What the Tab key may make of the word before the cursor: names within reach, functions and keywords; inside quotes,
// options.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::app {

struct Completion {
  size_t begin = 0;                // where the word begins in the text
  std::vector<std::string> words;  // sorted; each replaces the word
};

/// `text`: the statement up to the cursor. `names`: catalogs, databases, tables, columns, as they are called; asked
/// for only where a name can stand.
Completion CompleteWord(std::string_view text, const std::function<std::vector<std::string>()>& names);

}  // namespace tarn::app
