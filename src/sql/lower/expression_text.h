// A bound expression as a user would write it: Flink's names and operators, no conversions that nobody asked for.
#pragma once

#include <string>

#include "stream/column.h"

namespace duckdb {
class Expression;
}

namespace tarn::sql {

/// `input`: the columns that BoundReferenceExpressions count. For EXPLAIN and for errors; equal expressions give equal
/// text, but not the reverse.
std::string ExpressionText(const duckdb::Expression& expression, const stream::Columns& input);

}  // namespace tarn::sql
