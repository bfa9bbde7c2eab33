// The rules of the arithmetic operators; entries of functions.cpp.
#pragma once

#include "function/function.h"

namespace tarn::function {

Resolved ResolveAdd(const Call& call);  // also unary
Resolved ResolveSubtract(const Call& call);
Resolved ResolveMultiply(const Call& call);
Resolved ResolveDivide(const Call& call);
Resolved ResolveModulo(const Call& call);

/// Days plus months; the day is clamped to the month's end.
int64_t AddMonths(int64_t days, int64_t months);

}  // namespace tarn::function
