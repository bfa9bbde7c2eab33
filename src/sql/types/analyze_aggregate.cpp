// Aggregates without OVER: where they may stand, their arguments, FILTER and ORDER BY. What a call becomes says
// aggregate_plan.h.
#include <duckdb/parser/parsed_expression_iterator.hpp>

#include "base/error.h"
#include "sql/types/aggregate_plan.h"
#include "sql/types/analyzer.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::make_uniq;
using function::IsCharacter;
using paimon::DataType;
using paimon::TypeRoot;

bool Analyzer::IsAggregateName(const std::string& name) const {
  const auto* special = function::FindSpecial(name);
  return special != nullptr && special->kind == function::Special::Kind::Aggregate;
}

bool ContainsAggregate(const duckdb::ParsedExpression& tree) {
  if (tree.GetExpressionClass() == ExpressionClass::FUNCTION) {
    const auto* special = function::FindSpecial(tree.Cast<duckdb::FunctionExpression>().function_name);
    if (special != nullptr && special->kind == function::Special::Kind::Aggregate) return true;
    const std::string name = Upper(tree.Cast<duckdb::FunctionExpression>().function_name);
    if (name == "GROUPING" || name == "GROUPING_ID") return true;
  }
  bool found = false;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      tree, [&](const duckdb::ParsedExpression& child) { found = found || ContainsAggregate(child); });
  return found;
}

Typed Analyzer::Aggregate(Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const std::string name = Upper(call.function_name);
  const Span span = SpanOf(*tree);
  if (place.inside_aggregate) Fail(span, "aggregates cannot be nested");
  if (!place.aggregates_allowed) Fail(span, "an aggregate is illegal in " + std::string(place.clause));
  if (context_.streaming && name == "APPROX_COUNT_DISTINCT") {
    Fail(span, name + " is not supported in streaming mode", "use COUNT(DISTINCT ..)", ErrorStage::Plan);
  }
  Place inside = place;
  inside.inside_aggregate = true;
  if (inside.columns_first) inside.outputs = nullptr;
  duckdb::unique_ptr<duckdb::OrderModifier> order = std::move(call.order_bys);
  if (order) OrderInside(name, order->orders, inside, span);
  Trees arguments = std::move(call.children);
  std::vector<Typed> types;
  bool nullable = false;
  for (auto& argument : arguments) {
    types.push_back(Visit(argument, inside));
    if (types.back().IsNullLiteral()) Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
    nullable = nullable || types.back().type.nullable;
  }
  if (name == "LISTAGG" && arguments.size() == 2 && IsCharacter(types[1].type)) {
    Cast(arguments[1], types[1].type, function::StringType());
  }
  AggregatePlan plan;
  try {
    plan = PlanAggregate(name, std::move(arguments), types, call.distinct);
  } catch (const Error& error) {
    Fail(span, error.what(), "", error.code() == ErrorCode::Unsupported ? ErrorStage::Plan : ErrorStage::Validation);
  }
  if (place.in_subquery) BelongTo(*place.scope, plan);
  const bool filtered = call.filter != nullptr;
  if (call.filter) RequireBoolean(call.filter, inside, "the condition of FILTER");
  Tree filter = std::move(plan.filter);
  if (call.filter) filter = And(std::move(filter), std::move(call.filter));
  const bool distinct = call.distinct && name != "MIN" && name != "MAX";
  if (distinct && order) RequireSelected(order->orders, plan.arguments[0]);
  auto aggregate = make_uniq<duckdb::FunctionExpression>(plan.name, std::move(plan.arguments), std::move(filter),
                                                         std::move(order), distinct);
  aggregate->SetQueryLocation(span.offset);
  tree = std::move(aggregate);
  tree = Finished(std::move(tree), plan);
  if (!plan.null_as_argument) {
    plan.type.nullable = !plan.never_null && (nullable || filtered || !place.has_group_by);
  }
  return {plan.type};
}

// Batch only, where Flink reads the order and ignores it; so a stream ignores it too.
void Analyzer::OrderInside(const std::string& name, duckdb::vector<duckdb::OrderByNode>& orders, Place& inside,
                           Span span) {
  if (orders.empty()) return;
  if (name != "ARRAY_AGG" && name != "LISTAGG")
    Fail(span, name + " takes no ORDER BY", "only ARRAY_AGG and LISTAGG do");
  Orders(orders, inside);
  if (context_.streaming) orders.clear();
}

void Analyzer::RequireSelected(const duckdb::vector<duckdb::OrderByNode>& orders, const Tree& argument) {
  for (const auto& order : orders) {
    if (!order.expression->Equals(*argument)) {
      Fail(SpanOf(*order.expression), "ORDER BY in an aggregate over DISTINCT takes its argument only");
    }
  }
}

void Analyzer::RequireOrder(const DataType& type, Span span) const {
  if (type.root != TypeRoot::Map && type.root != TypeRoot::Multiset) return;
  Fail(span, "a " + function::MessageName(type) + " has no order", "", ErrorStage::Plan);
}

std::vector<Typed> Analyzer::Orders(duckdb::vector<duckdb::OrderByNode>& orders, Place& place) {
  std::vector<Typed> types;
  for (auto& order : orders) {
    const Span span = SpanOf(*order.expression);
    types.push_back(Visit(order.expression, place));
    RequireOrder(types.back().type, span);
  }
  return types;
}

}  // namespace tarn::sql
