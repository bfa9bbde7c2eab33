// Functions with OVER: what their frames may be, and what each becomes. An aggregate becomes what it does without OVER.
#include <algorithm>
#include <duckdb/parser/parsed_expression_iterator.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "sql/names.h"
#include "sql/types/aggregate_plan.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

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

/// Of an integer literal; NULL is less than any.
bool IsLess(const duckdb::ParsedExpression& tree, int64_t least) {
  if (tree.GetExpressionClass() != ExpressionClass::CONSTANT) return false;
  const auto& value = tree.Cast<duckdb::ConstantExpression>().value;
  return value.IsNull() || value.GetValue<int64_t>() < least;
}

}  // namespace

bool ContainsWindow(const duckdb::ParsedExpression& tree) {
  if (tree.GetExpressionClass() == ExpressionClass::WINDOW) return true;
  bool found = false;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      tree, [&](const duckdb::ParsedExpression& child) { found = found || ContainsWindow(child); });
  return found;
}

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

// What Flink refuses of functions with OVER.
void Analyzer::CheckWindow(const std::string& name, const duckdb::WindowExpression& window, Span span) const {
  const auto type = window.GetExpressionType();
  const bool ranks = type == ExpressionType::WINDOW_ROW_NUMBER || type == ExpressionType::WINDOW_RANK ||
                     type == ExpressionType::WINDOW_RANK_DENSE || type == ExpressionType::WINDOW_PERCENT_RANK ||
                     type == ExpressionType::WINDOW_CUME_DIST;
  const bool ordered = std::any_of(window.orders.begin(), window.orders.end(), [](const duckdb::OrderByNode& order) {
    return order.expression->GetExpressionClass() != ExpressionClass::CONSTANT;
  });
  if (ranks && !ordered) Fail(span, name + " needs ORDER BY in OVER (..), by more than constants");
  const bool framed = window.start != duckdb::WindowBoundary::UNBOUNDED_PRECEDING ||
                      window.end != duckdb::WindowBoundary::CURRENT_ROW_RANGE;
  const bool moves = type == ExpressionType::WINDOW_LAG || type == ExpressionType::WINDOW_LEAD;
  if (framed && (ranks || moves)) Fail(span, name + " looks at no ROWS or RANGE", "leave them out");
  if (window.filter_expr) {
    Fail(span, "FILTER and OVER do not go together", "put the condition into the argument: CASE WHEN .. THEN .. END");
  }
  const bool repeats = name == "MIN" || name == "MAX";  // DISTINCT changes nothing
  if (window.distinct && !repeats && !context_.streaming) Fail(span, "DISTINCT and OVER do not go together");
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
  for (auto& partition : window.partitions) {
    const Span at = SpanOf(*partition);
    const DataType type = Visit(partition, inside).type;
    if (type.root == TypeRoot::Map || type.root == TypeRoot::Multiset) {
      Fail(at, "a " + function::MessageName(type) + " cannot be partitioned by", "", ErrorStage::Plan);
    }
  }
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
  CheckWindow(name, window, span);
  // As Flink sees it: a frame that ends or begins some rows off may hold none.
  const bool can_be_empty = window.start_expr || window.end_expr;
  const DataType big = function::Simple(TypeRoot::BigInt);
  switch (window.GetExpressionType()) {
    case ExpressionType::WINDOW_ROW_NUMBER:
    case ExpressionType::WINDOW_RANK:
    case ExpressionType::WINDOW_RANK_DENSE:
    case ExpressionType::WINDOW_NTILE:
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
      return {WithNull(types.at(0).type, types[0].type.nullable || can_be_empty)};
    default:
      break;
  }
  if (!IsAggregateName(name)) {
    const auto* entry = function::FindFunction(name);
    Fail(span, entry != nullptr ? name + " is no aggregate and takes no OVER (..)" : "no function matches " + name,
         entry != nullptr ? "" : SuggestName(name, function::FunctionNames()));
  }
  AggregatePlan plan;
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
  nullable = nullable || can_be_empty;
  window.children = std::move(plan.arguments);
  window.function_name = plan.name;
  window.catalog.clear();
  window.schema.clear();
  window.filter_expr = std::move(plan.filter);
  tree = Finished(std::move(tree), plan);
  if (!plan.null_as_argument) plan.type.nullable = !plan.never_null && nullable;
  return {plan.type};
}

}  // namespace tarn::sql
