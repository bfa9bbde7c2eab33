// Comparisons: which types meet in one, and Java's rules for FLOAT and DOUBLE; IN and BETWEEN are made of them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "function/cast.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::CommonType;
using function::IsCharacter;
using function::IsNumeric;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

bool IsFiniteLiteral(const Tree& tree) {
  if (!IsConstant(tree) || ValueOf(tree).IsNull()) return false;
  return !std::isnan(ValueOf(tree).GetValue<double>());
}

const char* OperatorText(ExpressionType op) {
  switch (op) {
    case ExpressionType::COMPARE_EQUAL:
      return "=";
    case ExpressionType::COMPARE_NOTEQUAL:
      return "<>";
    case ExpressionType::COMPARE_LESSTHAN:
      return "<";
    case ExpressionType::COMPARE_GREATERTHAN:
      return ">";
    case ExpressionType::COMPARE_LESSTHANOREQUALTO:
      return "<=";
    case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
      return ">=";
    case ExpressionType::COMPARE_DISTINCT_FROM:
      return "IS DISTINCT FROM";
    default:
      return "IS NOT DISTINCT FROM";
  }
}

bool IsEquality(ExpressionType op) {
  return op == ExpressionType::COMPARE_EQUAL || op == ExpressionType::COMPARE_NOTEQUAL ||
         op == ExpressionType::COMPARE_DISTINCT_FROM || op == ExpressionType::COMPARE_NOT_DISTINCT_FROM;
}

/// Whether a value or, in a row, a field may be NULL: so has Flink the type of a comparison.
bool HasNull(const DataType& type) {
  return type.nullable ||
         std::any_of(type.fields.begin(), type.fields.end(), [](const auto& field) { return HasNull(field.type); });
}

}  // namespace

bool Analyzer::Unify(Tree& left, Typed& a, Tree& right, Typed& b, ExpressionType op, const Place& place, Span span) {
  const auto refuse = [&]() {
    Fail(span,
         std::string("cannot apply '") + OperatorText(op) + "' to <" + function::MessageName(a.type) + "> and <" +
             function::MessageName(b.type) + ">",
         "CAST one side to the type of the other");
  };
  const auto cast = [&](Tree& tree, Typed& typed, const DataType& to) {
    if (function::CastCanFail(typed.type, to)) typed.can_fail = true;
    Cast(tree, typed.type, to);
    typed.type = WithNull(to, typed.type.nullable || typed.IsNullLiteral());
  };
  if (a.IsNullLiteral() && b.IsNullLiteral()) {
    cast(left, a, function::Simple(TypeRoot::Boolean));
    cast(right, b, function::Simple(TypeRoot::Boolean));
    return true;
  }
  if (a.IsNullLiteral()) {
    cast(left, a, b.type);
    return true;
  }
  if (b.IsNullLiteral()) {
    cast(right, b, a.type);
    return true;
  }
  // A literal that the other side's type holds exactly takes that type, so that the column stays bare.
  const auto literal_fits = [&](Tree& literal, Typed& typed, const DataType& to) {
    if (!IsConstant(literal) || ValueOf(literal).IsNull()) return false;
    const auto there = Convert(ValueOf(literal), typed.type, to, function::OnFailure::Fail, Zone());
    if (!there || there->IsNull()) return false;
    const auto back = Convert(*there, to, typed.type, function::OnFailure::Fail, Zone());
    if (!back || back->IsNull() || *back != ValueOf(literal)) return false;
    literal = make_uniq<duckdb::ConstantExpression>(*there);
    typed.type = WithNull(to, false);
    return true;
  };
  const DataType x = a.type, y = b.type;
  if (IsNumeric(x) && IsNumeric(y)) {
    if (!function::SameForm(x, y) && !function::IsApproximate(x) && !function::IsApproximate(y)) {
      if (!IsConstant(left) && literal_fits(right, b, x)) return true;
      if (!IsConstant(right) && literal_fits(left, a, y)) return true;
    }
    auto common = CommonType({x, y});
    if (common->root == TypeRoot::Decimal) {
      // A comparison keeps digits of both fractions where 38 do not hold all.
      const DataType p = function::AsDecimal(x), q = function::AsDecimal(y);
      const int32_t integer = std::max(p.precision - p.scale, q.precision - q.scale);
      const int32_t scale = std::max(p.scale, q.scale);
      if (integer + scale > 38) common = function::DecimalType(38, std::max(38 - integer, std::min(scale, 6)));
    }
    cast(left, a, *common);
    cast(right, b, *common);
    return true;
  }
  if ((IsCharacter(x) && IsCharacter(y)) || (function::IsBinary(x) && function::IsBinary(y))) {
    // No padding and no cutting: only the label changes, that of a literal if there is one.
    const auto relabel = [&](Tree& tree, Typed& typed, const DataType& to) {
      if (ToLogicalType(typed.type) == ToLogicalType(to)) return;
      if (IsConstant(tree)) {
        duckdb::Value value = ValueOf(tree);
        value.Reinterpret(ToLogicalType(to));
        tree = make_uniq<duckdb::ConstantExpression>(std::move(value));
      } else {
        const DataType open = IsCharacter(to) ? function::StringType() : function::BytesType();
        Cast(tree, typed.type, open);
      }
      typed.type = WithNull(to, typed.type.nullable);
    };
    if (IsConstant(right)) {
      relabel(right, b, x);
    } else if (IsConstant(left)) {
      relabel(left, a, y);
    } else if (ToLogicalType(x) != ToLogicalType(y)) {
      const DataType open = IsCharacter(x) ? function::StringType() : function::BytesType();
      relabel(left, a, open);
      relabel(right, b, open);
    }
    return true;
  }
  if ((IsCharacter(x) && IsNumeric(y)) || (IsNumeric(x) && IsCharacter(y))) {
    if (IsEquality(op)) {
      Fail(span,
           "implicit type conversion between " + function::MessageName(x) + " and " + function::MessageName(y) +
               " is not supported",
           "CAST one side to the type of the other", place.join_condition ? ErrorStage::Plan : ErrorStage::Validation);
    }
    if (IsCharacter(x)) cast(left, a, y);
    if (IsCharacter(y)) cast(right, b, x);
    return true;
  }
  if (IsCharacter(x) && (function::IsDateTime(y) || y.root == TypeRoot::Boolean)) {
    cast(left, a, y);
    return true;
  }
  if ((function::IsDateTime(x) || x.root == TypeRoot::Boolean) && IsCharacter(y)) {
    cast(right, b, x);
    return true;
  }
  if (function::IsTimestamp(x) && function::IsTimestamp(y) && x.root != y.root) {
    const DataType common = function::TimestampLtzType(std::max(x.precision, y.precision));
    cast(left, a, common);
    cast(right, b, common);
    return true;
  }
  if (function::IsInterval(x) && x.root == y.root) {
    // As counts of months or milliseconds.
    cast(left, a, function::Simple(TypeRoot::BigInt));
    cast(right, b, function::Simple(TypeRoot::BigInt));
    return true;
  }
  const auto common = CommonType({x, y});
  if (!common) refuse();
  if (function::IsNested(*common) && !IsEquality(op)) {
    Fail(span, "values of " + function::MessageName(x) + " are equal or not; they have no order", "", ErrorStage::Plan);
  }
  if (common->root == TypeRoot::Multiset) refuse();
  cast(left, a, *common);
  cast(right, b, *common);
  return true;
}

// Java's comparisons of FLOAT and DOUBLE: nothing equals NaN, nothing is greater than it or less. DuckDB sorts NaN last
// and equals it to itself, so what it says about NaN is taken back by a bound that only numbers pass. Beside a NULL the
// comparison says NULL, whatever the bound does.
Tree Analyzer::Compare(ExpressionType op, Tree left, Tree right, const DataType& type) {
  if (!function::IsApproximate(type) || left->Equals(*right)) return Plain(op, std::move(left), std::move(right));
  const bool left_number = IsFiniteLiteral(left), right_number = IsFiniteLiteral(right);
  const auto bounded = [&](const Tree& tree, const Tree& other, bool other_is_number) {
    Tree bound = Plain(ExpressionType::COMPARE_LESSTHANOREQUALTO, tree->Copy(), Infinity(type));
    if (other_is_number) return bound;
    return Both(ExpressionType::CONJUNCTION_OR, std::move(bound),
                make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_IS_NULL, other->Copy()));
  };
  Tree guard;
  switch (op) {
    case ExpressionType::COMPARE_EQUAL:
      if (!left_number && !right_number) guard = bounded(left, right, false);
      break;
    case ExpressionType::COMPARE_LESSTHAN:
    case ExpressionType::COMPARE_LESSTHANOREQUALTO:
      if (!right_number) guard = bounded(right, left, left_number);
      break;
    case ExpressionType::COMPARE_GREATERTHAN:
    case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
      if (!left_number) guard = bounded(left, right, right_number);
      break;
    case ExpressionType::COMPARE_NOTEQUAL:
      if (!left_number && !right_number) {
        Tree both = Both(ExpressionType::CONJUNCTION_AND,
                         Plain(ExpressionType::COMPARE_GREATERTHAN, left->Copy(), Infinity(type)),
                         Plain(ExpressionType::COMPARE_GREATERTHAN, right->Copy(), Infinity(type)));
        return Both(ExpressionType::CONJUNCTION_OR, Plain(op, std::move(left), std::move(right)), std::move(both));
      }
      break;
    default:
      break;
  }
  Tree plain = Plain(op, std::move(left), std::move(right));
  return guard ? Both(ExpressionType::CONJUNCTION_AND, std::move(plain), std::move(guard)) : std::move(plain);
}

Typed Analyzer::Comparison(Tree& tree, Place& place) {
  auto& comparison = tree->Cast<duckdb::ComparisonExpression>();
  const auto op = comparison.GetExpressionType();
  const Span span = SpanOf(*tree);
  if (op == ExpressionType::COMPARE_EQUAL && AreRowsOfOneLength(*comparison.left, *comparison.right)) {
    return RowEqual(tree, place);
  }
  Tree left = std::move(comparison.left), right = std::move(comparison.right);
  const bool conjunct = std::exchange(place.conjunct, false);
  Typed a = Visit(left, place), b = Visit(right, place);
  place.conjunct = conjunct;
  Unify(left, a, right, b, op, place, span);
  const bool distinct = op == ExpressionType::COMPARE_DISTINCT_FROM || op == ExpressionType::COMPARE_NOT_DISTINCT_FROM;
  Typed typed = Boolean(!distinct && (HasNull(a.type) || HasNull(b.type)), a.can_fail || b.can_fail);
  if (conjunct && op == ExpressionType::COMPARE_EQUAL && function::IsApproximate(a.type) && !IsFiniteLiteral(left) &&
      !IsFiniteLiteral(right)) {
    // A join by hash takes an equation of the two sides and nothing beside it: NaN becomes a NULL, which meets nothing.
    tree = Plain(op, NumberOrNull(std::move(left), a.type), std::move(right));
  } else {
    tree = Compare(op, std::move(left), std::move(right), a.type);
  }
  tree->SetQueryLocation(span.offset);
  return typed;
}

Typed Analyzer::In(Tree& tree, Place& place) {
  auto& op = tree->Cast<duckdb::OperatorExpression>();
  const bool negated = op.GetExpressionType() == ExpressionType::COMPARE_NOT_IN;
  const Span span = SpanOf(*tree);
  if (IsRowCall(*op.children[0])) return RowIn(tree, place);
  Trees items = std::move(op.children);
  std::vector<Typed> types;
  for (auto& item : items) types.push_back(Visit(item, place));
  // All numbers, or all times, or ..: one comparison over one type. A text beside numbers or times is cast to them.
  std::vector<DataType> strong, all;
  for (const auto& typed : types) {
    all.push_back(typed.type);
    if (!IsCharacter(typed.type) && !typed.IsNullLiteral()) strong.push_back(typed.type);
  }
  const auto common = strong.empty() ? CommonType(all) : CommonType(strong);
  const bool listed_agree = CommonType(std::vector<DataType>(all.begin() + 1, all.end())).has_value();
  if (!common || common->root == TypeRoot::Null || !listed_agree) {
    Fail(span, "values passed to IN must have compatible types", "CAST them to one type");
  }
  // Literals that the left side's type holds exactly leave the left side bare.
  bool exact = !IsConstant(items[0]) && !types[0].IsNullLiteral() && !IsCharacter(types[0].type);
  Trees converted;
  for (size_t i = 1; exact && i < items.size(); i++) {
    exact = IsConstant(items[i]);
    if (!exact) break;
    if (types[i].IsNullLiteral() || ValueOf(items[i]).IsNull()) {
      converted.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value(ToLogicalType(types[0].type))));
      continue;
    }
    const auto there = Convert(ValueOf(items[i]), types[i].type, types[0].type, function::OnFailure::Fail, Zone());
    const auto back = there && !there->IsNull()
                          ? Convert(*there, types[0].type, types[i].type, function::OnFailure::Fail, Zone())
                          : std::nullopt;
    exact = back && !back->IsNull() && *back == ValueOf(items[i]);
    if (exact) converted.push_back(make_uniq<duckdb::ConstantExpression>(*there));
  }
  bool nullable = false, can_fail = false;
  for (size_t i = 0; i < items.size(); i++) {
    nullable = nullable || types[i].type.nullable || types[i].IsNullLiteral();
    can_fail = can_fail || types[i].can_fail;
    if (exact) {
      if (i > 0) items[i] = std::move(converted[i - 1]);
      continue;
    }
    const DataType to = IsCharacter(*common) ? function::StringType() : *common;
    can_fail = can_fail || (!types[i].IsNullLiteral() && function::CastCanFail(types[i].type, to));
    Cast(items[i], types[i].type, to);
  }
  // NaN equals nothing; DuckDB finds it among the items.
  const auto only_numbers = [&] {
    return IsFiniteLiteral(items[0]) || std::all_of(items.begin() + 1, items.end(), IsFiniteLiteral);
  };
  if (!exact && function::IsApproximate(*common) && !only_numbers()) {
    Tree any;
    for (size_t i = 1; i < items.size(); i++) {
      Tree equal = Compare(ExpressionType::COMPARE_EQUAL, items[0]->Copy(), std::move(items[i]), *common);
      any = any ? Both(ExpressionType::CONJUNCTION_OR, std::move(any), std::move(equal)) : std::move(equal);
    }
    tree =
        negated ? make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_NOT, std::move(any)) : std::move(any);
  } else {
    tree = make_uniq<duckdb::OperatorExpression>(negated ? ExpressionType::COMPARE_NOT_IN : ExpressionType::COMPARE_IN,
                                                 std::move(items));
  }
  tree->SetQueryLocation(span.offset);
  return Boolean(nullable, can_fail);
}

Typed Analyzer::Between(Tree& tree, Place& place) {
  auto& between = tree->Cast<duckdb::BetweenExpression>();
  const Span span = SpanOf(*tree);
  Tree input = std::move(between.input), lower = std::move(between.lower), upper = std::move(between.upper);
  Typed x = Visit(input, place), a = Visit(lower, place), b = Visit(upper, place);
  Tree first = input->Copy(), second = input->Copy();
  Typed x1 = x, x2 = x;
  Unify(first, x1, lower, a, ExpressionType::COMPARE_GREATERTHANOREQUALTO, place, span);
  Unify(second, x2, upper, b, ExpressionType::COMPARE_LESSTHANOREQUALTO, place, span);
  Typed typed = Boolean(x.type.nullable || a.type.nullable || b.type.nullable,
                        x1.can_fail || x2.can_fail || a.can_fail || b.can_fail);
  if (first->Equals(*second) && !function::IsApproximate(x1.type)) {
    tree = make_uniq<duckdb::BetweenExpression>(std::move(first), std::move(lower), std::move(upper));
  } else {
    Tree from = Compare(ExpressionType::COMPARE_GREATERTHANOREQUALTO, std::move(first), std::move(lower), x1.type);
    Tree to = Compare(ExpressionType::COMPARE_LESSTHANOREQUALTO, std::move(second), std::move(upper), x2.type);
    tree = Both(ExpressionType::CONJUNCTION_AND, std::move(from), std::move(to));
  }
  tree->SetQueryLocation(span.offset);
  return typed;
}

}  // namespace tarn::sql
