#include "sql/plan/sort_keys.h"

#include <algorithm>
#include <duckdb/common/type_visitor.hpp>
#include <duckdb/function/cast/default_casts.hpp>
#include <duckdb/main/config.hpp>
#include <duckdb/optimizer/optimizer.hpp>
#include <duckdb/optimizer/optimizer_extension.hpp>
#include <duckdb/planner/binder.hpp>
#include <duckdb/planner/expression/bound_aggregate_expression.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_columnref_expression.hpp>
#include <duckdb/planner/expression/bound_window_expression.hpp>
#include <duckdb/planner/operator/logical_comparison_join.hpp>
#include <duckdb/planner/operator/logical_order.hpp>
#include <duckdb/planner/operator/logical_projection.hpp>
#include <duckdb/planner/operator/logical_set_operation.hpp>
#include <utility>

namespace tarn::sql {
namespace {

using duckdb::Expression;
using duckdb::LogicalType;
using Plan = duckdb::unique_ptr<duckdb::LogicalOperator>;

bool HasName(const LogicalType& type) {
  return duckdb::TypeVisitor::Contains(type, [](const LogicalType& part) { return part.HasAlias(); });
}

LogicalType Stored(const LogicalType& type) {
  return duckdb::TypeVisitor::VisitReplace(type, [](const LogicalType& part) {
    LogicalType bare = part.DeepCopy();
    bare.SetAlias("");
    return bare;
  });
}

duckdb::unique_ptr<Expression> As(const LogicalType& type, duckdb::unique_ptr<Expression> expression) {
  if (expression->return_type == type) return expression;
  return duckdb::make_uniq<duckdb::BoundCastExpression>(std::move(expression), type,
                                                        duckdb::BoundCastInfo(duckdb::DefaultCasts::ReinterpretCast));
}

void StorePlainly(duckdb::unique_ptr<Expression>& key) {
  const LogicalType type = key->return_type;
  if (HasName(type)) key = As(Stored(type), std::move(key));
}

void StorePlainly(duckdb::vector<duckdb::BoundOrderByNode>& orders) {
  for (auto& order : orders) StorePlainly(order.expression);
}

void OfExpression(Expression& expression) {
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_AGGREGATE) {
    auto& aggregate = expression.Cast<duckdb::BoundAggregateExpression>();
    if (aggregate.order_bys) StorePlainly(aggregate.order_bys->orders);
  } else if (expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_WINDOW) {
    auto& window = expression.Cast<duckdb::BoundWindowExpression>();
    for (auto& key : window.partitions) StorePlainly(key);
    StorePlainly(window.orders);
    StorePlainly(window.arg_orders);
  }
}

Plan Project(duckdb::idx_t index, Plan child, const duckdb::vector<LogicalType>& types) {
  duckdb::vector<duckdb::unique_ptr<Expression>> columns;
  child->ResolveOperatorTypes();
  const auto bindings = child->GetColumnBindings();
  for (size_t i = 0; i < types.size(); i++)
    columns.push_back(As(types[i], duckdb::make_uniq<duckdb::BoundColumnRefExpression>(child->types[i], bindings[i])));
  auto projection = duckdb::make_uniq<duckdb::LogicalProjection>(index, std::move(columns));
  projection->children.push_back(std::move(child));
  return projection;
}

// EXCEPT ALL and INTERSECT ALL become windows over all columns only later on: the sides go in as stored, and what comes
// out gets its names back.
void OfSetOperation(duckdb::Binder& binder, Plan& plan) {
  auto& operation = plan->Cast<duckdb::LogicalSetOperation>();
  plan->ResolveOperatorTypes();
  const auto types = plan->types;
  if (!operation.setop_all || std::none_of(types.begin(), types.end(), HasName)) return;
  duckdb::vector<LogicalType> stored;
  for (const auto& type : types) stored.push_back(Stored(type));
  for (auto& child : plan->children) child = Project(binder.GenerateTableIndex(), std::move(child), stored);
  const auto index = std::exchange(operation.table_index, binder.GenerateTableIndex());
  plan = Project(index, std::move(plan), types);
}

void OfOperator(duckdb::Binder& binder, Plan& plan) {
  for (auto& child : plan->children) OfOperator(binder, child);
  auto& op = *plan;
  for (auto& expression : op.expressions) OfExpression(*expression);
  switch (op.type) {
    case duckdb::LogicalOperatorType::LOGICAL_ORDER_BY:
      return StorePlainly(op.Cast<duckdb::LogicalOrder>().orders);
    case duckdb::LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case duckdb::LogicalOperatorType::LOGICAL_DELIM_JOIN:
      for (auto& condition : op.Cast<duckdb::LogicalComparisonJoin>().conditions) {
        StorePlainly(condition.left);
        StorePlainly(condition.right);
      }
      return;
    case duckdb::LogicalOperatorType::LOGICAL_EXCEPT:
    case duckdb::LogicalOperatorType::LOGICAL_INTERSECT:
      return OfSetOperation(binder, plan);
    default:
      return;
  }
}

}  // namespace

void RegisterSortKeys(duckdb::DatabaseInstance& database) {
  duckdb::OptimizerExtension extension;
  extension.optimize_function = [](duckdb::OptimizerExtensionInput& input, Plan& plan) {
    OfOperator(input.optimizer.binder, plan);
  };
  duckdb::DBConfig::GetConfig(database).optimizer_extensions.push_back(extension);
}

}  // namespace tarn::sql
