// The rules of the arithmetic operators; entries of functions.cpp.
#pragma once

#include "function/function.h"

namespace tarn::function {

Resolved ResolveAdd(const Call& call);  // also unary
Resolved ResolveSubtract(const Call& call);
Resolved ResolveMultiply(const Call& call);
Resolved ResolveDivide(const Call& call);
Resolved ResolveModulo(const Call& call);

/// `a op b` of digits of the types `left` and `right` as digits of `to`, half up; nullopt: they do not fit. `to` is
/// ArithmeticType's. Throws on a zero divisor.
std::optional<Int128> DecimalArithmetic(Arithmetic op, Int128 a, const DataType& left, Int128 b, const DataType& right,
                                        const DataType& to);

/// Days plus months; the day is clamped to the month's end.
int64_t AddMonths(int64_t days, int64_t months);

}  // namespace tarn::function
