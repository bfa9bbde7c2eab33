// A continuous query as a user reads it: a tree from the sink down to the sources, what each node gives, and notes.
#pragma once

#include <string>

#include "stream/plan.h"

namespace tarn::stream {

/// Ends with a newline.
std::string Explain(const StreamPlan& plan);

}  // namespace tarn::stream
