// Queries in expressions: scalar ones, EXISTS, IN and = ANY.
//
// Rows that are written out, (a, b) = (1, 2), (a, b) IN ((1, 2), (3, 4)) and (a, b) IN (SELECT x, y ..), go column by
// column: all are written anew as conditions that say the same, NULLs included.
#include <utility>

#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::WithNull;

namespace {

/// A row among the fields is a value: NULL equals NULL in there.
Tree AllEqual(const Trees& left, const Trees& right) {
  Trees equal;
  for (size_t i = 0; i < left.size(); i++) {
    const auto op = AreRowsOfOneLength(*left[i], *right[i]) ? ExpressionType::COMPARE_NOT_DISTINCT_FROM
                                                            : ExpressionType::COMPARE_EQUAL;
    equal.push_back(make_uniq<duckdb::ComparisonExpression>(op, left[i]->Copy(), right[i]->Copy()));
    equal.back()->SetQueryLocation(left[i]->GetQueryLocation());
  }
  if (equal.size() == 1) return std::move(equal[0]);
  return make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_AND, std::move(equal));
}

/// The call that stands for a value which is analyzed already.
constexpr const char* kOuterValue = "^ outer value";

Tree BooleanConstant(duckdb::Value value) { return make_uniq<duckdb::ConstantExpression>(std::move(value)); }

/// EXISTS (SELECT 1 FROM (query) AS t(columns) WHERE condition); no name of a user's looks like these.
Tree Exists(const duckdb::QueryNode& query, const duckdb::vector<std::string>& columns, Tree condition) {
  auto inner = make_uniq<duckdb::SelectStatement>();
  inner->node = query.Copy();
  auto from = make_uniq<duckdb::SubqueryRef>(std::move(inner), "^ in");
  from->column_name_alias = columns;
  auto select = make_uniq<duckdb::SelectNode>();
  select->select_list.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::INTEGER(1)));
  select->from_table = std::move(from);
  select->where_clause = std::move(condition);
  auto exists = make_uniq<duckdb::SubqueryExpression>();
  exists->subquery_type = duckdb::SubqueryType::EXISTS;
  exists->subquery = make_uniq<duckdb::SelectStatement>();
  exists->subquery->node = std::move(select);
  return exists;
}

}  // namespace

bool IsOuterValue(const duckdb::FunctionExpression& call) { return call.function_name == kOuterValue; }

bool AreRowsOfOneLength(const duckdb::ParsedExpression& a, const duckdb::ParsedExpression& b) {
  const auto fields = [](const duckdb::ParsedExpression& tree) -> size_t {
    if (tree.GetExpressionClass() != ExpressionClass::FUNCTION) return 0;
    const auto& call = tree.Cast<duckdb::FunctionExpression>();
    return call.function_name == "row" ? call.children.size() : 0;
  };
  return fields(a) > 0 && fields(a) == fields(b);
}

bool IsRowCall(const duckdb::ParsedExpression& tree) {
  if (tree.GetExpressionClass() != ExpressionClass::FUNCTION) return false;
  const auto& call = tree.Cast<duckdb::FunctionExpression>();
  return call.function_name == "row" && call.children.size() > 1;
}

Tree Analyzer::OuterValue(Tree value, const Typed& typed) {
  const auto location = value->GetQueryLocation();
  Trees index;
  index.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value::UBIGINT(outer_values_.size())));
  outer_values_.emplace_back(std::move(value), typed);
  Tree call = MakeFunction(kOuterValue, std::move(index));
  call->SetQueryLocation(location);
  return call;
}

Typed Analyzer::VisitOuterValue(Tree& tree) {
  const auto& index = tree->Cast<duckdb::FunctionExpression>().children[0];
  const auto& [value, typed] = outer_values_[index->Cast<duckdb::ConstantExpression>().value.GetValue<uint64_t>()];
  tree = value->Copy();
  return typed;
}

Typed Analyzer::Subquery(Tree& tree, Place& place) {
  auto& subquery = tree->Cast<duckdb::SubqueryExpression>();
  const Span span = SpanOf(*tree);
  if (subquery.subquery_type == duckdb::SubqueryType::ANY && IsRowCall(*subquery.child)) return RowInQuery(tree, place);
  Output output = Query(subquery.subquery->node, place.scope);
  switch (subquery.subquery_type) {
    case duckdb::SubqueryType::EXISTS:
      return Boolean(false);
    case duckdb::SubqueryType::SCALAR:
      if (output.size() != 1) Fail(span, "a query in an expression must have one column");
      return {WithNull(output[0].typed.type, true)};
    default:
      break;
  }
  Trees lefts;
  std::vector<Typed> types;
  Typed child;
  if (output.size() != 1) Fail(span, "the query of IN must have one column");
  child = Visit(subquery.child, place);
  // Both sides get their common type.
  Tree probe = make_uniq<duckdb::ColumnRefExpression>("probe");
  Typed inner = output[0].typed;
  Tree left = std::move(subquery.child);
  Unify(left, child, probe, inner, subquery.comparison_type, place, span);
  subquery.child = std::move(left);
  CastOutput(subquery.subquery->node, output, {inner.type});
  if (subquery.comparison_type == ExpressionType::COMPARE_EQUAL && function::IsApproximate(inner.type)) {
    // NaN is in no set; DuckDB finds it in one that has it.
    Tree number = Plain(ExpressionType::COMPARE_LESSTHANOREQUALTO, subquery.child->Copy(), Infinity(inner.type));
    tree = Both(ExpressionType::CONJUNCTION_AND, std::move(tree), std::move(number));
    tree->SetQueryLocation(span.offset);
  }
  return Boolean(child.type.nullable || inner.type.nullable, child.can_fail || inner.can_fail);
}

// A field that is NULL leaves the answer open, unless another field differs. Rows that are values, r = s, are another
// matter: there NULL equals NULL, in Flink as in DuckDB.
Typed Analyzer::RowEqual(Tree& tree, Place& place) {
  const auto& comparison = tree->Cast<duckdb::ComparisonExpression>();
  const auto location = tree->GetQueryLocation();
  tree = AllEqual(comparison.left->Cast<duckdb::FunctionExpression>().children,
                  comparison.right->Cast<duckdb::FunctionExpression>().children);
  tree->SetQueryLocation(location);
  return Visit(tree, place);
}

Typed Analyzer::RowIn(Tree& tree, Place& place) {
  auto& op = tree->Cast<duckdb::OperatorExpression>();
  const bool negated = op.GetExpressionType() == ExpressionType::COMPARE_NOT_IN;
  const auto location = tree->GetQueryLocation();
  const auto& left = op.children[0]->Cast<duckdb::FunctionExpression>().children;
  Trees any;
  for (size_t i = 1; i < op.children.size(); i++) {
    const auto& item = *op.children[i];
    if (!IsRowCall(item) || item.Cast<duckdb::FunctionExpression>().children.size() != left.size()) {
      Fail(SpanOf(item), "every item of this IN needs " + std::to_string(left.size()) + " values", "(.., ..)");
    }
    any.push_back(AllEqual(left, item.Cast<duckdb::FunctionExpression>().children));
  }
  Tree condition = any.size() == 1
                       ? std::move(any[0])
                       : make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_OR, std::move(any));
  if (negated) condition = make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, std::move(condition));
  condition->SetQueryLocation(location);
  tree = std::move(condition);
  return Visit(tree, place);
}

Typed Analyzer::RowInQuery(Tree& tree, Place& place) {
  auto& subquery = tree->Cast<duckdb::SubqueryExpression>();
  const auto location = tree->GetQueryLocation();
  Trees left = std::move(subquery.child->Cast<duckdb::FunctionExpression>().children);
  const Node query = std::move(subquery.subquery->node);
  // Looked at once for its columns, and for whether the answer can be unknown.
  Node first = query->Copy();
  const Output output = Query(first, place.scope);
  if (output.size() != left.size()) {
    Fail(SpanOf(*tree), "the query of this IN must have " + std::to_string(left.size()) + " columns and has " +
                            std::to_string(output.size()));
  }
  bool unknown = false;
  duckdb::vector<std::string> names;
  Trees right;
  const bool in_subquery = std::exchange(place.in_subquery, true);
  for (size_t i = 0; i < left.size(); i++) {
    if (ContainsWindow(*left[i])) {
      Fail(SpanOf(*left[i]), "a function with OVER cannot stand among the values of this IN",
           "compute it in a subquery of FROM");
    }
    // Outside of the query they have the meaning of where they stand: an aggregate is one of the query around it.
    const Typed typed = Visit(left[i], place);
    unknown = unknown || typed.type.nullable || output[i].typed.type.nullable;
    left[i] = OuterValue(std::move(left[i]), typed);
    names.push_back("^ " + std::to_string(i));
    right.push_back(make_uniq<duckdb::ColumnRefExpression>(names.back()));
  }
  place.in_subquery = in_subquery;
  Tree condition = Exists(*query, names, AllEqual(left, right));
  if (unknown) {
    // TRUE where a row matches, else UNKNOWN where one may.
    auto choice = make_uniq<duckdb::CaseExpression>();
    duckdb::CaseCheck matches, may_match;
    matches.when_expr = std::move(condition);
    matches.then_expr = BooleanConstant(duckdb::Value::BOOLEAN(true));
    may_match.when_expr = Exists(
        *query, names, make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_IS_NULL, AllEqual(left, right)));
    may_match.then_expr = BooleanConstant(duckdb::Value(duckdb::LogicalType::BOOLEAN));
    choice->case_checks.push_back(std::move(matches));
    choice->case_checks.push_back(std::move(may_match));
    choice->else_expr = BooleanConstant(duckdb::Value::BOOLEAN(false));
    condition = std::move(choice);
  }
  condition->SetQueryLocation(location);
  tree = std::move(condition);
  return Visit(tree, place);
}

}  // namespace tarn::sql
