#include <algorithm>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <duckdb/planner/expression_iterator.hpp>
#include <duckdb/planner/operator/logical_filter.hpp>

#include "sql/lower/lowering.h"

namespace tarn::sql {
namespace {

// Rows of one key pass or fail together.
bool ReadsOnly(const duckdb::Expression& condition, const std::vector<size_t>& columns) {
  if (condition.IsVolatile()) return false;
  bool only = true;
  auto copy = condition.Copy();
  duckdb::ExpressionIterator::VisitExpression<duckdb::BoundReferenceExpression>(
      *copy, [&](const duckdb::BoundReferenceExpression& reference) {
        only &= std::find(columns.begin(), columns.end(), reference.index) != columns.end();
      });
  return only;
}

}  // namespace

size_t LowerFilter(Lowering& lowering, duckdb::LogicalFilter& op) {
  const auto input = lowering.Lower(*op.children[0]);
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
    node.mode = lowering.node(input).mode;
    node.key = lowering.node(input).key;
    stream::FilterNode what{lowering.Translate(*condition, node.columns), false};
    what.failing_are_deletes = node.mode == stream::ChangelogMode::Upsert && !ReadsOnly(*condition, node.key);
    node.what = std::move(what);
    filtered = lowering.Add(std::move(node));
  }
  if (op.projection_map.empty()) return filtered;
  return lowering.Pick(filtered, {op.projection_map.begin(), op.projection_map.end()});
}

}  // namespace tarn::sql
