#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/operator/logical_filter.hpp>

#include "sql/lower/lowering.h"

namespace tarn::sql {

size_t LowerFilter(Lowering& lowering, duckdb::LogicalFilter& op) {
  const auto input = lowering.Lower(*op.children[0]);
  lowering.RequireInsertOnly(input, "a filter");
  duckdb::unique_ptr<duckdb::Expression> condition;
  for (auto& expression : op.expressions) {
    if (!condition) {
      condition = expression->Copy();
    } else {
      condition = duckdb::make_uniq<duckdb::BoundConjunctionExpression>(duckdb::ExpressionType::CONJUNCTION_AND,
                                                                        std::move(condition), expression->Copy());
    }
  }
  size_t filtered = input;
  if (condition) {
    stream::Node node;
    node.inputs = {input};
    node.columns = lowering.node(input).columns;
    node.time = lowering.node(input).time;
    node.what = stream::FilterNode{lowering.Translate(*condition, node.columns)};
    filtered = lowering.Add(std::move(node));
  }
  if (op.projection_map.empty()) return filtered;
  return lowering.Pick(filtered, {op.projection_map.begin(), op.projection_map.end()});
}

}  // namespace tarn::sql
