// Aggregates and window functions. What has Flink's own meaning (sums that wrap, averages of integers, variances) is an
// aggregate of ours (aggregate_functions.cpp); the rest is DuckDB's under Flink's name and type.
#include <algorithm>
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

/// What RANGE measures by an interval.
bool IsTimeKey(const DataType& type) { return function::IsTimestamp(type) || type.root == TypeRoot::Date; }

/// Such a key on UTC's wall: a distance in time is the same everywhere, and the session's zone would repeat hours and
/// leave some out.
Tree InMicros(Tree key, const DataType& type) {
  const auto target = ToLogicalType(function::TimestampType(6));
  if (ToLogicalType(type) == target) return key;
  const auto location = key->GetQueryLocation();
  Trees arguments;
  arguments.push_back(std::move(key));
  arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value(target)));
  if (type.root == TypeRoot::TimestampLtz) {
    arguments.push_back(MakeConstantTree(duckdb::Value("UTC"), function::StringType()));
  }
  Tree micros = MakeFunction(InternalName("CAST"), std::move(arguments));
  micros->SetQueryLocation(location);
  return micros;
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

bool ContainsColumn(const duckdb::ParsedExpression& tree) {
  bool found = tree.GetExpressionClass() == ExpressionClass::COLUMN_REF;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      tree, [&](const duckdb::ParsedExpression& child) { found = found || ContainsColumn(child); });
  return found;
}

/// DuckDB tells by its columns which query an aggregate belongs to: one without any, such as COUNT(*), gets one.
void BelongTo(const Scope& scope, Plan& plan) {
  for (const auto& argument : plan.arguments) {
    if (ContainsColumn(*argument)) return;
  }
  const auto& relations = scope.relations;
  const auto owner = std::find_if(relations.begin(), relations.end(), [](const auto& r) { return !r.columns.empty(); });
  if (owner == relations.end()) return;
  if (plan.name == "count_star") {
    plan.name = "count";
    plan.arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::BOOLEAN(true)));
  }
  auto same = make_uniq<duckdb::CaseExpression>();
  duckdb::CaseCheck check;
  check.when_expr = NotNull(make_uniq<duckdb::ColumnRefExpression>(owner->columns[0].emitted, owner->emitted));
  check.then_expr = plan.arguments[0]->Copy();
  same->case_checks.push_back(std::move(check));
  same->else_expr = std::move(plan.arguments[0]);
  plan.arguments[0] = std::move(same);
}

}  // namespace

bool ContainsWindow(const duckdb::ParsedExpression& tree) {
  if (tree.GetExpressionClass() == ExpressionClass::WINDOW) return true;
  bool found = false;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      tree, [&](const duckdb::ParsedExpression& child) { found = found || ContainsWindow(child); });
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
    if (plan.arguments.size() == 2 && plan.arguments[1]->GetExpressionClass() != ExpressionClass::CONSTANT) {
      throw Error(ErrorCode::InvalidInput, "the separator of LISTAGG must be a literal");
    }
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
    const bool many = types[1].type.root == TypeRoot::Array;
    const DataType& fraction = many ? types[1].type.children[0] : types[1].type;
    if (!IsNumeric(types[0].type) || !IsNumeric(fraction)) call.Refuse("a number and a fraction, or an array of them");
    if (plan.arguments[1]->GetExpressionClass() == ExpressionClass::CONSTANT && !many) {
      const auto& value = plan.arguments[1]->Cast<duckdb::ConstantExpression>().value;
      if (value.IsNull() || !(value.GetValue<double>() >= 0 && value.GetValue<double>() <= 1)) {
        throw Error(ErrorCode::InvalidInput, "the fraction of PERCENTILE lies from 0 to 1");
      }
    }
    plan.name = "quantile_cont";
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
  Plan plan;
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
  plan.type.nullable = !plan.never_null && (nullable || filtered || !place.has_group_by);
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

namespace {

/// Of an integer literal; NULL is less than any.
bool IsLess(const duckdb::ParsedExpression& tree, int64_t least) {
  if (tree.GetExpressionClass() != ExpressionClass::CONSTANT) return false;
  const auto& value = tree.Cast<duckdb::ConstantExpression>().value;
  return value.IsNull() || value.GetValue<int64_t>() < least;
}

}  // namespace

// ROWS counts rows; RANGE measures along the one column of ORDER BY.
void Analyzer::CheckFrame(const duckdb::WindowExpression& window, const std::vector<Typed>& orders,
                          const std::vector<std::pair<const Tree*, Typed>>& distances) {
  using duckdb::WindowBoundary;
  const auto counts = [](WindowBoundary boundary) {
    return boundary == WindowBoundary::EXPR_PRECEDING_ROWS || boundary == WindowBoundary::EXPR_FOLLOWING_ROWS;
  };
  for (const auto& [distance, typed] : distances) {
    const Span span = SpanOf(**distance);
    const bool literal = (*distance)->GetExpressionClass() == ExpressionClass::CONSTANT;
    if (counts(distance == &window.start_expr ? window.start : window.end)) {
      if (!literal || !function::IsInteger(typed.type) || IsLess(**distance, 0)) {
        Fail(span, "ROWS takes a number of rows, 0 or more");
      }
      continue;
    }
    if (orders.size() != 1) Fail(span, "RANGE with a distance needs one column in ORDER BY");
    const DataType& key = orders[0].type;
    if (!IsNumeric(key) && !IsTimeKey(key)) {
      Fail(span, "RANGE with a distance needs ORDER BY of a number or a time and not of " + function::MessageName(key));
    }
    if (function::IsTimestamp(key) && key.precision > 6) {
      Fail(span, "RANGE measures in microseconds, and ORDER BY is by " + function::MessageName(key),
           "CAST it to a precision of 6 or less");
    }
    if (IsTimeKey(key) ? !function::IsInterval(typed.type) || !literal : !IsNumeric(typed.type)) {
      Fail(span, function::MessageName(typed.type) + " is no distance between values of " + function::MessageName(key));
    }
  }
}

void Analyzer::RequireWindowCount(const std::string& name, const duckdb::WindowExpression& window, Span span) const {
  size_t wanted = 0;
  switch (window.GetExpressionType()) {
    case ExpressionType::WINDOW_ROW_NUMBER:
    case ExpressionType::WINDOW_RANK:
    case ExpressionType::WINDOW_RANK_DENSE:
    case ExpressionType::WINDOW_PERCENT_RANK:
    case ExpressionType::WINDOW_CUME_DIST:
      break;
    case ExpressionType::WINDOW_NTILE:
    case ExpressionType::WINDOW_FIRST_VALUE:
    case ExpressionType::WINDOW_LAST_VALUE:
      wanted = 1;
      break;
    default:
      return;
  }
  function::Call call;
  call.name = name;
  call.arguments.resize(window.children.size());
  try {
    call.RequireCount(wanted, wanted);
  } catch (const Error& error) {
    Fail(span, error.what());
  }
}

Typed Analyzer::Window(Tree& tree, Place& place) {
  auto& window = tree->Cast<duckdb::WindowExpression>();
  const Span span = SpanOf(*tree);
  const std::string name = Upper(window.function_name);
  RefusePath(window.catalog, window.schema, window.function_name, span);
  if (!place.windows_allowed) Fail(span, "a function with OVER is illegal in " + std::string(place.clause));
  Place inside = place;
  inside.windows_allowed = false;
  std::vector<Typed> types;
  for (auto& child : window.children) types.push_back(Visit(child, inside));
  for (auto& partition : window.partitions) Visit(partition, inside);
  const auto orders = Orders(window.orders, inside);
  if (!window.arg_orders.empty()) OrderInside(name, window.arg_orders, inside, span);
  std::vector<std::pair<const Tree*, Typed>> distances;
  for (auto* part : {&window.start_expr, &window.end_expr}) {
    if (*part) distances.emplace_back(part, Visit(*part, inside));
  }
  CheckFrame(window, orders, distances);
  bool in_time = false;
  for (auto* part : {&window.start_expr, &window.end_expr}) {
    if (!*part || orders.size() != 1 || !IsTimeKey(orders[0].type)) continue;
    auto& value = (*part)->Cast<duckdb::ConstantExpression>().value;
    if (value.type().InternalType() != duckdb::PhysicalType::INTERVAL) continue;
    // DuckDB adds the interval itself, and knows how only for types without our names.
    value.Reinterpret(duckdb::LogicalType::INTERVAL);
    in_time = true;
  }
  if (in_time) window.orders[0].expression = InMicros(std::move(window.orders[0].expression), orders[0].type);
  if (window.offset_expr) {
    const Span at = SpanOf(*window.offset_expr);
    const Typed offset = Visit(window.offset_expr, inside);
    if (!function::IsInteger(offset.type)) Fail(at, "the offset of " + name + " must be an integer");
  }
  place.ungrouped = inside.ungrouped;
  RequireWindowCount(name, window, span);
  const DataType big = function::Simple(TypeRoot::BigInt);
  switch (window.GetExpressionType()) {
    case ExpressionType::WINDOW_ROW_NUMBER:
    case ExpressionType::WINDOW_RANK:
    case ExpressionType::WINDOW_RANK_DENSE:
    case ExpressionType::WINDOW_NTILE:
      if (window.orders.empty() && name != "ROW_NUMBER") Fail(span, name + " needs ORDER BY in OVER (..)");
      for (size_t i = 0; i < types.size(); i++) {
        if (!function::IsInteger(types[i].type) || IsLess(*window.children[i], 1)) {
          Fail(span, name + " takes an integer of 1 or more");
        }
      }
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
        if (!function::CommonType({types[0].type, fallback.type})) {
          Fail(span, "illegal mixing of types in " + name, "CAST the default to the type of the values");
        }
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
  if (window.distinct && !window.arg_orders.empty()) RequireSelected(window.arg_orders, plan.arguments[0]);
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
