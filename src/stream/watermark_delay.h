// WATERMARK clauses of the everyday kind: the time column less a fixed interval. Such a watermark is a subtraction, and
// need not be evaluated as an expression for every row.
#pragma once

#include <cstdint>
#include <optional>

#include "stream/plan.h"

namespace tarn::stream {

/// Microseconds by which the clause stays behind the column `time` of `type`; absent where it is anything else than
/// that column less a constant (months have no fixed length).
std::optional<int64_t> WatermarkDelay(const Expression& clause, size_t time, const paimon::DataType& type);

}  // namespace tarn::stream
