#include "stream/watermark_delay.h"

#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>

namespace tarn::stream {
namespace {

/// The name under which sql/ registers Flink's `-`.
constexpr const char* kMinus = "f:-";

bool IsColumn(const duckdb::Expression& expression, size_t column) {
  return expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_REF &&
         expression.Cast<duckdb::BoundReferenceExpression>().index == column;
}

}  // namespace

std::optional<int64_t> WatermarkDelay(const Expression& clause, size_t time, const paimon::DataType& type) {
  // The digits that are stored are the digits that are declared: nothing is cut off by the subtraction.
  const int64_t unit = type.precision == 3 ? 1000 : type.precision == 6 ? 1 : 0;
  if (unit == 0) return std::nullopt;
  if (IsColumn(*clause.bound, time)) return 0;
  if (clause.bound->GetExpressionClass() != duckdb::ExpressionClass::BOUND_FUNCTION) return std::nullopt;
  const auto& call = clause.bound->Cast<duckdb::BoundFunctionExpression>();
  if (call.function.name != kMinus || call.children.size() != 2 || !IsColumn(*call.children[0], time) ||
      call.children[1]->GetExpressionClass() != duckdb::ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const auto& value = call.children[1]->Cast<duckdb::BoundConstantExpression>().value;
  if (value.IsNull() || value.type().InternalType() != duckdb::PhysicalType::INTERVAL) return std::nullopt;
  const auto interval = value.GetValueUnsafe<duckdb::interval_t>();
  if (interval.months != 0 || interval.days != 0 || interval.micros % unit != 0) return std::nullopt;
  return interval.micros;
}

}  // namespace tarn::stream
