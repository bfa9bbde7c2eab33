// Runs the statements of one case in a fresh session and gives the answer of the last one.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "corpus/case_file.h"

namespace tarn::corpus {

struct Outcome {
  Answer answer;
  bool ordered = false;  // the last statement gives its rows an order
};

Outcome Run(const Case& recorded);

/// The class of an error, as the corpora name them, and its message. `executing`: rows were already being asked for.
std::pair<std::string, std::string> ClassOf(const std::exception& error, bool executing);
std::string Replaced(std::string text, const std::string& from, const std::string& to);
/// An empty directory of this process for the files of one case.
std::filesystem::path FreshDirectory();

}  // namespace tarn::corpus
