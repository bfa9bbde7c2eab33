// Runs the statements of one case in a fresh session and gives the answer of the last one.
#pragma once

#include <string>

#include "corpus/case_file.h"

namespace tarn::corpus {

struct Outcome {
  Answer answer;
  bool ordered = false;  // the last statement gives its rows an order
};

Outcome Run(const Case& recorded);

}  // namespace tarn::corpus
