// Aggregates and window functions. What has Flink's own meaning (sums that wrap, averages of integers, variances) is an
// aggregate of ours (aggregate_functions.cpp); the rest is DuckDB's under Flink's name and type.
#include <duckdb/common/enum_util.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::IsCharacter;
using function::IsNumeric;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

std::string Upper(const std::string& name) {
  std::string upper;
  for (char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return upper;
}

bool IsMoment(const std::string& name) {
  return name == "STDDEV_POP" || name == "STDDEV_SAMP" || name == "STDDEV" || name == "VAR_POP" || name == "VAR_SAMP" ||
         name == "VARIANCE";
}

std::string MomentName(const std::string& name) {
  if (name == "STDDEV") return "STDDEV_SAMP";
  if (name == "VARIANCE") return "VAR_SAMP";
  return name;
}

Tree NotNull(const Tree& tree) {
  return make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_IS_NOT_NULL, tree->Copy());
}

Tree And(Tree a, Tree b) {
  if (!a) return b;
  return make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_AND, std::move(a), std::move(b));
}

/// What an aggregate call becomes: the name and arguments for DuckDB, an extra filter, and the type of its result.
struct Plan {
  std::string name;
  Trees arguments;
  Tree filter;              // beside the user's
  DataType type;            // nullability aside
  bool never_null = false;  // COUNT
  std::string finish;       // a function of ours over the result: an empty map instead of NULL ..
  Trees finish_arguments;   // behind the result
};

/// The call of the aggregate, then what finishes it.
Tree Finished(Tree call, Plan& plan) {
  if (plan.finish.empty()) return call;
  const auto location = call->GetQueryLocation();
  Trees arguments = std::move(plan.finish_arguments);
  arguments.insert(arguments.begin(), std::move(call));
  Tree finished = MakeFunction(InternalName(plan.finish), std::move(arguments));
  finished->SetQueryLocation(location);
  return finished;
}

}  // namespace

bool Analyzer::IsAggregateName(const std::string& name) const {
  const auto* special = function::FindSpecial(name);
  return special != nullptr && special->kind == function::Special::Kind::Aggregate;
}

bool ContainsAggregate(const duckdb::ParsedExpression& tree) {
  if (tree.GetExpressionClass() == ExpressionClass::SUBQUERY) return false;
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

namespace {

/// `types` are those of the visited `arguments`. Throws Error; Unsupported = Flink plans no such call.
Plan PlanAggregate(const std::string& name, Trees arguments, const std::vector<Typed>& types, bool distinct) {
  function::Call call;
  call.name = name;
  for (const auto& typed : types) call.arguments.push_back({typed.type, std::nullopt});
  Plan plan;
  plan.arguments = std::move(arguments);
  const auto refuse_nested = [&] {
    const auto root = types[0].type.root;
    if (function::IsNested(types[0].type) || root == TypeRoot::Variant) {
      throw Error(ErrorCode::Unsupported, name + " does not take " + function::MessageName(types[0].type));
    }
  };
  if (name == "COUNT_STAR") {
    plan.name = "count_star";
    plan.arguments.clear();
    plan.type = function::Simple(TypeRoot::BigInt);
    plan.never_null = true;
    return plan;
  }
  if (name == "COUNT") {
    call.RequireCount(1, 100);
    if (distinct && types.size() > 1) {
      throw Error(ErrorCode::Unsupported, "COUNT(DISTINCT ..) takes one column");
    }
    plan.name = "count";
    for (size_t i = 1; i < plan.arguments.size(); i++) {
      plan.filter = And(std::move(plan.filter), NotNull(plan.arguments[i]));
    }
    plan.arguments.resize(1);
    plan.type = function::Simple(TypeRoot::BigInt);
    plan.never_null = true;
    return plan;
  }
  if (name == "SUM" || name == "AVG" || IsMoment(name)) {
    call.RequireCount(1, 1);
    const DataType& x = types[0].type;
    if (!IsNumeric(x) && !(name != "SUM" ? false : function::IsInterval(x))) call.Refuse("a number");
    plan.name = InternalName(MomentName(name));
    plan.type = x;
    if (x.root == TypeRoot::Decimal) {
      plan.type = function::DecimalType(38, name == "SUM" ? x.scale : std::max(6, x.scale));
    }
    return plan;
  }
  if (name == "MIN" || name == "MAX") {
    call.RequireCount(1, 1);
    refuse_nested();
    plan.type = types[0].type;
    // With NaN among the values the order of arrival decides, as in Java.
    plan.name = function::IsApproximate(types[0].type) ? InternalName(name) : name == "MIN" ? "min" : "max";
    return plan;
  }
  if (name == "FIRST_VALUE" || name == "LAST_VALUE") {
    call.RequireCount(1, 1);
    plan.name = name == "FIRST_VALUE" ? "first" : "last";
    plan.filter = NotNull(plan.arguments[0]);
    plan.type = types[0].type;
    return plan;
  }
  if (name == "LISTAGG") {
    call.RequireCount(1, 2);
    for (const auto& typed : types) {
      if (!IsCharacter(typed.type)) call.Refuse("strings");
    }
    plan.name = "string_agg";
    if (plan.arguments.size() == 1) {
      plan.arguments.push_back(MakeConstantTree(duckdb::Value(","), function::StringType()));
    }
    plan.type = function::StringType();
    return plan;
  }
  if (name == "ARRAY_AGG") {
    call.RequireCount(1, 1);
    plan.name = "list";
    plan.type = function::ArrayType(types[0].type);
    return plan;
  }
  if (name == "COLLECT") {
    call.RequireCount(1, 1);
    plan.name = "histogram";
    plan.filter = NotNull(plan.arguments[0]);
    plan.type = function::Simple(TypeRoot::Multiset);
    plan.type.children.push_back(types[0].type);
    plan.never_null = true;
    plan.finish = "TO_MULTISET";
    return plan;
  }
  if (name == "APPROX_COUNT_DISTINCT") {
    call.RequireCount(1, 1);
    plan.name = "approx_count_distinct";
    plan.type = function::Simple(TypeRoot::BigInt);
    plan.never_null = true;
    return plan;
  }
  if (name == "PERCENTILE") {
    call.RequireCount(2, 2);
    if (!IsNumeric(types[0].type)) call.Refuse("a number and a fraction, or an array of them");
    plan.name = "quantile_cont";
    const bool many = types[1].type.root == TypeRoot::Array;
    plan.type = function::Simple(TypeRoot::Double);
    if (many) plan.type = function::ArrayType(WithNull(plan.type, true));
    return plan;
  }
  if (name == "JSON_OBJECTAGG" || name == "JSON_ARRAYAGG") {
    // ('NULL' | 'ABSENT', [key,] value)
    const bool object = name == "JSON_OBJECTAGG";
    call.RequireCount(object ? 3 : 2, object ? 3 : 2);
    const bool absent = plan.arguments[0]->Cast<duckdb::ConstantExpression>().value.ToString() == "ABSENT";
    if (absent) plan.filter = NotNull(plan.arguments.back());
    for (const auto& entry : function::InternalFunctions()) {
      if (std::string_view(entry.name) != "JSON_PART") continue;
      function::Call part;
      part.name = name;
      for (size_t i = 1; i < types.size(); i++) part.arguments.push_back({types[i].type, std::nullopt});
      entry.resolve(part);  // refuses what has no form in JSON
    }
    Trees part;
    for (size_t i = 1; i < plan.arguments.size(); i++) part.push_back(std::move(plan.arguments[i]));
    Trees joined;
    joined.push_back(MakeFunction(InternalName("JSON_PART"), std::move(part)));
    joined.push_back(MakeConstantTree(duckdb::Value(","), function::StringType()));
    plan.name = "string_agg";
    plan.arguments = std::move(joined);
    plan.finish = "JSON_ENCLOSE";
    plan.finish_arguments.push_back(MakeConstantTree(duckdb::Value(object ? "{}" : "[]"), function::StringType()));
    plan.type = function::VarCharType(2000);
    plan.never_null = true;
    return plan;
  }
  throw Error(ErrorCode::Unsupported, "the aggregate " + name + " is not supported yet");
}

}  // namespace

Typed Analyzer::Aggregate(Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const std::string name = Upper(call.function_name);
  const Span span = SpanOf(*tree);
  if (place.inside_aggregate) Fail(span, "aggregates cannot be nested");
  if (!place.aggregates_allowed) Fail(span, "an aggregate is illegal in " + std::string(place.clause));
  if (context_.streaming && name == "APPROX_COUNT_DISTINCT") {
    Fail(span, name + " is not supported in streaming mode", "use COUNT(DISTINCT ..)", ErrorStage::Plan);
  }
  if (name == "LISTAGG" && call.order_bys && !call.order_bys->orders.empty()) {
    Fail(span, "LISTAGG takes no WITHIN GROUP clause");
  }
  Place inside = place;
  inside.inside_aggregate = true;
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
  Plan plan;
  try {
    plan = PlanAggregate(name, std::move(arguments), types, call.distinct);
  } catch (const Error& error) {
    Fail(span, error.what(), "", error.code() == ErrorCode::Unsupported ? ErrorStage::Plan : ErrorStage::Validation);
  }
  const bool filtered = call.filter != nullptr;
  if (call.filter) RequireBoolean(call.filter, inside, "the condition of FILTER");
  Tree filter = std::move(plan.filter);
  if (call.filter) filter = And(std::move(filter), std::move(call.filter));
  const bool distinct = call.distinct && name != "MIN" && name != "MAX";
  auto aggregate =
      make_uniq<duckdb::FunctionExpression>(plan.name, std::move(plan.arguments), std::move(filter), nullptr, distinct);
  aggregate->SetQueryLocation(span.offset);
  tree = std::move(aggregate);
  tree = Finished(std::move(tree), plan);
  plan.type.nullable = !plan.never_null && (nullable || filtered || !place.has_group_by);
  return {plan.type};
}

Typed Analyzer::Window(Tree& tree, Place& place) {
  auto& window = tree->Cast<duckdb::WindowExpression>();
  const Span span = SpanOf(*tree);
  const std::string name = Upper(window.function_name);
  if (!place.windows_allowed) Fail(span, "a function with OVER is illegal in " + std::string(place.clause));
  Place inside = place;
  inside.windows_allowed = false;
  std::vector<Typed> types;
  for (auto& child : window.children) types.push_back(Visit(child, inside));
  for (auto& partition : window.partitions) Visit(partition, inside);
  for (auto& order : window.orders) {
    Visit(order.expression, inside);
    if (order.type == duckdb::OrderType::ORDER_DEFAULT) order.type = duckdb::OrderType::ASCENDING;
    if (order.null_order == duckdb::OrderByNullType::ORDER_DEFAULT) {
      order.null_order = order.type == duckdb::OrderType::ASCENDING ? duckdb::OrderByNullType::NULLS_FIRST
                                                                    : duckdb::OrderByNullType::NULLS_LAST;
    }
  }
  for (auto* part : {&window.start_expr, &window.end_expr, &window.offset_expr}) {
    if (*part) Visit(*part, inside);
  }
  place.ungrouped = inside.ungrouped;
  const DataType big = function::Simple(TypeRoot::BigInt);
  switch (window.GetExpressionType()) {
    case ExpressionType::WINDOW_ROW_NUMBER:
    case ExpressionType::WINDOW_RANK:
    case ExpressionType::WINDOW_RANK_DENSE:
    case ExpressionType::WINDOW_NTILE:
      if (window.orders.empty() && name != "ROW_NUMBER") Fail(span, name + " needs ORDER BY in OVER (..)");
      for (size_t i = 0; i < types.size(); i++) Cast(window.children[i], types[i].type, big);
      return {big};
    case ExpressionType::WINDOW_PERCENT_RANK:
    case ExpressionType::WINDOW_CUME_DIST:
      return {function::Simple(TypeRoot::Double)};
    case ExpressionType::WINDOW_LAG:
    case ExpressionType::WINDOW_LEAD: {
      DataType type = WithNull(types.at(0).type, true);
      if (window.default_expr) {
        Typed fallback = Visit(window.default_expr, inside);
        Cast(window.default_expr, fallback.type, type);
        type.nullable = types[0].type.nullable || fallback.type.nullable || fallback.IsNullLiteral();
      }
      return {type};
    }
    case ExpressionType::WINDOW_FIRST_VALUE:
    case ExpressionType::WINDOW_LAST_VALUE:
      window.ignore_nulls = true;
      return {types.at(0).type};
    default:
      break;
  }
  if (!IsAggregateName(name)) {
    const auto* entry = function::FindFunction(name);
    Fail(span, entry != nullptr ? name + " is no aggregate and takes no OVER (..)" : "no function matches " + name,
         entry != nullptr ? "" : SuggestName(name, function::FunctionNames()));
  }
  Plan plan;
  bool nullable = false;
  for (const auto& typed : types) nullable = nullable || typed.type.nullable;
  if (name == "LISTAGG" && window.children.size() == 2 && IsCharacter(types[1].type)) {
    Cast(window.children[1], types[1].type, function::StringType());
  }
  try {
    plan = PlanAggregate(name, std::move(window.children), types, window.distinct);
  } catch (const Error& error) {
    Fail(span, error.what(), "", error.code() == ErrorCode::Unsupported ? ErrorStage::Plan : ErrorStage::Validation);
  }
  if (window.filter_expr) RequireBoolean(window.filter_expr, inside, "the condition of FILTER");
  nullable = nullable || window.filter_expr;
  window.children = std::move(plan.arguments);
  window.function_name = plan.name;
  window.catalog.clear();
  window.schema.clear();
  if (plan.filter) {
    window.filter_expr =
        window.filter_expr ? And(std::move(plan.filter), std::move(window.filter_expr)) : std::move(plan.filter);
  }
  tree = Finished(std::move(tree), plan);
  plan.type.nullable = !plan.never_null && nullable;
  return {plan.type};
}

}  // namespace tarn::sql
