#include "sql/plan/optimize.h"

#include <duckdb/execution/column_binding_resolver.hpp>
#include <duckdb/main/client_context.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/optimizer/cte_inlining.hpp>
#include <duckdb/optimizer/deliminator.hpp>
#include <duckdb/optimizer/filter_pullup.hpp>
#include <duckdb/optimizer/filter_pushdown.hpp>
#include <duckdb/optimizer/optimizer.hpp>
#include <duckdb/optimizer/remove_unused_columns.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref/expressionlistref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/planner/planner.hpp>

#include "base/error.h"
#include "sql/defined_expression.h"
#include "sql/duckdb_errors.h"
#include "sql/names.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

BoundPlan Plan(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query, bool optimize) {
  auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(query);
  BoundPlan bound;
  try {
    auto& context = *connection.context;
    context.RunFunctionInTransaction([&] {
      duckdb::Planner planner(context);
      planner.CreatePlan(std::move(statement));
      auto plan = std::move(planner.plan);
      if (optimize) {
        duckdb::Optimizer optimizer(*planner.binder, context);
        plan = duckdb::CTEInlining(optimizer).Optimize(std::move(plan));
        plan = duckdb::FilterPullup().Rewrite(std::move(plan));
        duckdb::FilterPushdown pushdown(optimizer);
        duckdb::unordered_set<duckdb::idx_t> top_bindings;
        pushdown.CheckMarkToSemi(*plan, top_bindings);
        plan = pushdown.Rewrite(std::move(plan));
        plan = duckdb::Deliminator().Optimize(std::move(plan));
        duckdb::RemoveUnusedColumns(*planner.binder, context, true).VisitOperator(*plan);
      }
      plan->ResolveOperatorTypes();
      duckdb::ColumnBindingResolver().VisitOperator(*plan);
      plan->ResolveOperatorTypes();
      bound.root = std::move(plan);
      bound.names.assign(planner.names.begin(), planner.names.end());
    });
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    ThrowBindError(duckdb::ErrorData(e));
  }
  return bound;
}

}  // namespace

BoundPlan PlanContinuous(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query) {
  return Plan(connection, std::move(query), true);
}

std::vector<duckdb::unique_ptr<duckdb::Expression>> BindOverRow(duckdb::Connection& connection,
                                                                const std::vector<std::string>& texts,
                                                                const std::vector<TypedColumn>& columns,
                                                                const AnalyzeContext& context) {
  // SELECT text, .. FROM (VALUES (NULL, ..)) AS row(columns): the projection's expressions are what we are after.
  auto values = duckdb::make_uniq<duckdb::ExpressionListRef>();
  duckdb::vector<duckdb::unique_ptr<duckdb::ParsedExpression>> row;
  for (const auto& column : columns) {
    const auto type = ToLogicalType(column.type);
    row.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value(type)));
    values->expected_types.push_back(type);
    values->expected_names.push_back(EncodeName(column.name));
  }
  values->values.push_back(std::move(row));
  values->alias = "^ row";
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  for (const auto& text : texts) {
    auto expression = ParseDefined(text);
    AnalyzeExpression(expression, columns, context);
    select->select_list.push_back(std::move(expression));
  }
  select->from_table = std::move(values);
  auto plan = Plan(connection, std::move(select), false);
  if (plan.root->type != duckdb::LogicalOperatorType::LOGICAL_PROJECTION) {
    throw Error(ErrorCode::Internal, "a row's expressions did not become a projection");
  }
  std::vector<duckdb::unique_ptr<duckdb::Expression>> expressions;
  for (auto& expression : plan.root->expressions) expressions.push_back(std::move(expression));
  return expressions;
}

}  // namespace tarn::sql
