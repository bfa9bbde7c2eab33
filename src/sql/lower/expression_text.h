// A bound expression as a user would write it, with Flink's names and operators. Conversions are shown where they can
// matter to the result: jobs tell by this text whether their plan has changed.
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
