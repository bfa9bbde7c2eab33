#include "base/error.h"
#include "function/cast.h"
#include "function/value_text.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::CommonType;
using function::IsNumeric;
using function::Mixing;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

constexpr size_t kMaxDepth = 1000;

bool NeedsZone(const DataType& type) {
  if (type.root == TypeRoot::TimestampLtz) return true;
  for (const auto& child : type.children) {
    if (NeedsZone(child)) return true;
  }
  for (const auto& field : type.fields) {
    if (NeedsZone(field.type)) return true;
  }
  return false;
}

}  // namespace

std::optional<duckdb::Value> Convert(const duckdb::Value& value, const DataType& from, const DataType& to,
                                     function::OnFailure on_failure, const TimeZone& zone) {
  if (from.root == TypeRoot::Float && to.root == TypeRoot::Double && !value.IsNull()) {
    // A literal keeps its digits: CAST(CAST(0.1 AS FLOAT) AS DOUBLE) is 0.1.
    return duckdb::Value::DOUBLE(*function::ParseDouble(function::FloatText(value.GetValue<float>())));
  }
  try {
    duckdb::DataChunk chunk;
    chunk.data.emplace_back(value);
    chunk.SetCardinality(1);
    duckdb::Vector result(ToLogicalType(to));
    function::CastKernel(from, to, on_failure, zone)(chunk, result);
    duckdb::Value converted = result.GetValue(0);
    converted.Reinterpret(ToLogicalType(to));
    return converted;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string InternalName(std::string_view name) {
  std::string internal = "f:";
  for (char c : name) internal += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return internal;
}

Tree MakeFunction(const std::string& name, Trees arguments) {
  return make_uniq<duckdb::FunctionExpression>(name, std::move(arguments));
}

Tree MakeConstantTree(duckdb::Value value, const DataType& type) {
  value.Reinterpret(ToLogicalType(type));
  return make_uniq<duckdb::ConstantExpression>(std::move(value));
}

Span Analyzer::SpanOf(const duckdb::ParsedExpression& tree) {
  const auto location = tree.GetQueryLocation();
  return {location.IsValid() ? location.GetIndex() : 0, 0};
}

Span Analyzer::SpanOf(const duckdb::TableRef& ref) {
  return {ref.query_location.IsValid() ? ref.query_location.GetIndex() : 0, 0};
}

void Analyzer::Fail(Span span, const std::string& message, const std::string& hint, ErrorStage stage) const {
  throw SqlError(stage, span, message, hint,
                 stage == ErrorStage::Plan ? ErrorCode::Unsupported : ErrorCode::InvalidInput);
}

const TimeZone& Analyzer::Zone() {
  if (!zone_) zone_ = TimeZone::Named(context_.time_zone);
  return *zone_;
}

void Analyzer::Cast(Tree& tree, const DataType& from, const DataType& to, bool try_cast) {
  const auto target = ToLogicalType(to);
  if (ToLogicalType(from) == target) return;
  const auto location = tree->GetQueryLocation();
  const std::string alias = tree->GetAlias();
  const bool null_on_failure = try_cast || context_.legacy_cast;
  if (from.root == TypeRoot::Null) {
    tree = make_uniq<duckdb::ConstantExpression>(duckdb::Value(target));
  } else if (IsConstant(tree)) {
    auto value = Convert(ValueOf(tree), from, to,
                         null_on_failure ? function::OnFailure::Null : function::OnFailure::Fail, Zone());
    if (value) tree = make_uniq<duckdb::ConstantExpression>(*value);
  }
  const bool done = IsConstant(tree) && ValueOf(tree).type() == target;
  if (!done && function::IsInteger(from) && (function::IsInteger(to) || to.root == TypeRoot::Double) &&
      function::CanCastImplicitly(from, to)) {
    // Widening is the same everywhere; DuckDB's own cast leaves its optimizer more to see.
    tree = make_uniq<duckdb::CastExpression>(target, std::move(tree), false);
  } else if (!done) {
    Trees arguments;
    arguments.push_back(std::move(tree));
    arguments.push_back(make_uniq<duckdb::ConstantExpression>(duckdb::Value(target)));
    if (NeedsZone(from) || NeedsZone(to)) {
      arguments.push_back(MakeConstantTree(duckdb::Value(context_.time_zone), function::StringType()));
    }
    tree = MakeFunction(InternalName(null_on_failure ? "TRY_CAST" : "CAST"), std::move(arguments));
  }
  tree->SetQueryLocation(location);
  tree->SetAlias(alias);
}

Typed Analyzer::Visit(Tree& tree, Place& place) {
  if (depth_ > kMaxDepth) Fail(SpanOf(*tree), "the expression is nested too deeply", "", ErrorStage::Plan);
  depth_++;
  const std::string alias = tree->GetAlias();
  const auto location = tree->GetQueryLocation();
  const size_t ungrouped = place.ungrouped.size();
  const bool conjunct = place.conjunct;
  place.conjunct = conjunct && (tree->GetExpressionType() == ExpressionType::CONJUNCTION_AND ||
                                tree->GetExpressionType() == ExpressionType::COMPARE_EQUAL);
  Typed typed = VisitNode(tree, place);
  place.conjunct = conjunct;
  tree->SetAlias(alias);
  if (!tree->GetQueryLocation().IsValid()) tree->SetQueryLocation(location);
  if (place.grouped && !place.inside_aggregate && place.group_keys != nullptr) {
    for (size_t i = 0; i < place.group_keys->size(); i++) {
      if (!tree->Equals(*(*place.group_keys)[i])) continue;
      place.ungrouped.resize(std::min(ungrouped, place.ungrouped.size()));
      typed.type.nullable = typed.type.nullable || (*place.group_types)[i].nullable;
      break;
    }
  }
  depth_--;
  return typed;
}

Typed Analyzer::VisitNode(Tree& tree, Place& place) {
  switch (tree->GetExpressionClass()) {
    case ExpressionClass::CONSTANT:
      return Constant(tree, place);
    case ExpressionClass::COLUMN_REF:
      return Column(tree, place);
    case ExpressionClass::COMPARISON:
      return Comparison(tree, place);
    case ExpressionClass::CONJUNCTION:
      return Conjunction(tree, place);
    case ExpressionClass::OPERATOR:
      return Operator(tree, place);
    case ExpressionClass::BETWEEN:
      return Between(tree, place);
    case ExpressionClass::CASE:
      return Case(tree, place);
    case ExpressionClass::CAST:
      return CastTree(tree, place);
    case ExpressionClass::FUNCTION:
      return Call(tree, place);
    case ExpressionClass::SUBQUERY:
      return Subquery(tree, place);
    case ExpressionClass::WINDOW:
      return Window(tree, place);
    default:
      Fail(SpanOf(*tree), "this expression is not supported here: " + DecodeText(tree->ToString()));
  }
}

Typed Analyzer::Constant(Tree& tree, Place&) {
  const auto& value = ValueOf(tree);
  const DataType type = WithNull(ToDataType(value.type()), value.IsNull());
  if (type.root == TypeRoot::Decimal && type.scale == 0 && !value.IsNull()) {
    // "5." is the integer 5.
    const bool small = value >= duckdb::Value::INTEGER(INT32_MIN) && value <= duckdb::Value::INTEGER(INT32_MAX);
    const DataType integer = function::Simple(small ? TypeRoot::Int : TypeRoot::BigInt);
    if (small || type.precision < 19) {
      Cast(tree, type, integer);
      return {integer};
    }
  }
  return {type};
}

Typed Analyzer::Column(Tree& tree, Place& place) {
  auto& reference = tree->Cast<duckdb::ColumnRefExpression>();
  const Span span = SpanOf(*tree);
  const bool outputs_bind = !place.columns_first || !TryResolve(*place.scope, reference.column_names, span);
  if (place.outputs != nullptr && reference.column_names.size() == 1 && outputs_bind) {
    for (const auto& [name, item] : *place.outputs) {
      if (name != reference.column_names[0]) continue;
      tree = item->Copy();
      tree->ClearAlias();
      const auto* outputs = place.outputs;
      place.outputs = nullptr;
      Typed typed = Visit(tree, place);
      place.outputs = outputs;
      return typed;
    }
  }
  const auto path = reference.column_names;
  // PI needs no brackets.
  if (path.size() == 1 && function::FindFunction(DecodeName(path[0])) == function::FindFunction("PI") &&
      !TryResolve(*place.scope, path, span)) {
    tree = make_uniq<duckdb::FunctionExpression>("pi", Trees());
    tree->SetQueryLocation(span.offset);
    return Call(tree, place);
  }
  const ResolvedColumn resolved = Resolve(*place.scope, path, span);
  duckdb::vector<std::string> names;
  for (const auto& part : resolved.reference) names.push_back(part);
  tree = make_uniq<duckdb::ColumnRefExpression>(std::move(names));
  tree->SetQueryLocation(span.offset);
  Typed typed{resolved.column.type, resolved.column.time};
  if (place.grouped && !place.inside_aggregate) {
    bool key = false;
    if (place.group_keys != nullptr) {
      for (const auto& group : *place.group_keys) key = key || tree->Equals(*group);
    }
    // A column of a query around is a constant here.
    bool own = false;
    for (const auto& relation : place.scope->relations) own = own || relation.emitted == resolved.reference[0];
    if (own && !key) place.ungrouped.emplace_back(DecodeName(path.back()), span);
  }
  for (size_t i = resolved.fields_from; i < path.size(); i++) typed = FieldOf(tree, typed, path[i], span);
  return typed;
}

Typed Analyzer::RequireBoolean(Tree& tree, Place& place, const char* what) {
  const Span span = SpanOf(*tree);
  Typed typed = Visit(tree, place);
  if (typed.IsNullLiteral()) {
    Cast(tree, typed.type, function::Simple(TypeRoot::Boolean));
    return Boolean(true);
  }
  if (typed.type.root != TypeRoot::Boolean) {
    Fail(span, std::string(what) + " must be BOOLEAN and is " + function::MessageName(typed.type));
  }
  return typed;
}

// DuckDB evaluates both sides of AND and OR for every row. A right side that can fail on bad data must not see the rows
// that the left side has decided: CASE keeps them away.
Typed Analyzer::Conjunction(Tree& tree, Place& place) {
  auto& conjunction = tree->Cast<duckdb::ConjunctionExpression>();
  const bool is_and = conjunction.GetExpressionType() == ExpressionType::CONJUNCTION_AND;
  Typed typed = Boolean(false);
  Tree result;
  for (auto& child : conjunction.children) {
    if (IsConstant(child) && ValueOf(child).type().id() == duckdb::LogicalTypeId::SQLNULL) {
      Fail(SpanOf(*child), "illegal use of NULL: its type is unknown", "CAST(NULL AS BOOLEAN)");
    }
    const Typed next = RequireBoolean(child, place, is_and ? "an operand of AND" : "an operand of OR");
    typed.type.nullable = typed.type.nullable || next.type.nullable;
    typed.can_fail = typed.can_fail || next.can_fail;
    if (!result) {
      result = std::move(child);
    } else if (next.can_fail) {
      auto choice = make_uniq<duckdb::CaseExpression>();
      duckdb::CaseCheck decided;
      decided.when_expr = Plain(ExpressionType::COMPARE_EQUAL, result->Copy(),
                                MakeConstantTree(duckdb::Value::BOOLEAN(!is_and), typed.type));
      decided.then_expr = MakeConstantTree(duckdb::Value::BOOLEAN(!is_and), typed.type);
      choice->case_checks.push_back(std::move(decided));
      choice->else_expr = Both(conjunction.GetExpressionType(), std::move(result), std::move(child));
      result = std::move(choice);
    } else if (result->GetExpressionType() == conjunction.GetExpressionType()) {
      result->Cast<duckdb::ConjunctionExpression>().AddExpression(std::move(child));
    } else {
      result = Both(conjunction.GetExpressionType(), std::move(result), std::move(child));
    }
  }
  tree = std::move(result);
  return typed;
}

Typed Analyzer::Operator(Tree& tree, Place& place) {
  auto& op = tree->Cast<duckdb::OperatorExpression>();
  const Span span = SpanOf(*tree);
  switch (op.GetExpressionType()) {
    case ExpressionType::OPERATOR_NOT:
      return RequireBoolean(op.children[0], place, "the operand of NOT");
    case ExpressionType::OPERATOR_IS_NULL:
    case ExpressionType::OPERATOR_IS_NOT_NULL: {
      const Typed typed = Visit(op.children[0], place);
      Cast(op.children[0], typed.type, typed.IsNullLiteral() ? function::Simple(TypeRoot::Boolean) : typed.type);
      return Boolean(false, typed.can_fail);
    }
    case ExpressionType::COMPARE_IN:
    case ExpressionType::COMPARE_NOT_IN:
      return In(tree, place);
    case ExpressionType::OPERATOR_COALESCE: {
      Trees arguments = std::move(op.children);
      std::vector<Typed> types;
      for (auto& argument : arguments) types.push_back(Visit(argument, place));
      bool nullable = true;
      for (const auto& typed : types) nullable = nullable && (typed.type.nullable || typed.IsNullLiteral());
      Typed typed = Choose(tree, std::move(arguments), std::move(types), span, Mixing::Widest, "COALESCE");
      typed.type.nullable = nullable;
      return typed;
    }
    case ExpressionType::ARRAY_EXTRACT:
      return Subscript(tree, place);
    case ExpressionType::STRUCT_EXTRACT: {
      const std::string name = ValueOf(op.children[1]).ToString();
      Tree row = std::move(op.children[0]);
      const Typed typed = Visit(row, place);
      tree = std::move(row);
      return FieldOf(tree, typed, name, span);
    }
    default:
      Fail(span, "this operator is not supported: " + DecodeText(tree->ToString()));
  }
}

// A coalescing of values: casts them to their common type and leaves COALESCE(..) in `tree`.
Typed Analyzer::Choose(Tree& tree, Trees arguments, std::vector<Typed> types, Span span, Mixing mixing,
                       const char* what) {
  std::vector<DataType> all;
  bool can_fail = false;
  for (const auto& typed : types) {
    all.push_back(typed.type);
    can_fail = can_fail || typed.can_fail;
  }
  const auto common = CommonType(all, mixing);
  if (!common) Fail(span, std::string("illegal mixing of types in ") + what, "CAST the values to one type");
  if (common->root == TypeRoot::Null) Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
  for (size_t i = 0; i < arguments.size(); i++) Cast(arguments[i], types[i].type, *common);
  tree = make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_COALESCE, std::move(arguments));
  tree->SetQueryLocation(span.offset);
  return {*common, TimeAttribute::None, can_fail};
}

Typed Analyzer::Case(Tree& tree, Place& place) {
  auto& choice = tree->Cast<duckdb::CaseExpression>();
  const Span span = SpanOf(*tree);
  std::vector<DataType> types;
  std::vector<DataType> branches;
  bool can_fail = false;
  for (auto& check : choice.case_checks) {
    can_fail = RequireBoolean(check.when_expr, place, "a condition of CASE").can_fail || can_fail;
    const Typed then = Visit(check.then_expr, place);
    branches.push_back(then.type);
    can_fail = can_fail || then.can_fail;
  }
  const Typed otherwise = Visit(choice.else_expr, place);
  branches.push_back(otherwise.type);
  can_fail = can_fail || otherwise.can_fail;
  const auto common = CommonType(branches, Mixing::Leftmost);
  if (!common) Fail(span, "illegal mixing of types in CASE", "CAST the branches to one type");
  if (common->root == TypeRoot::Null) Fail(span, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
  for (size_t i = 0; i < choice.case_checks.size(); i++) {
    Cast(choice.case_checks[i].then_expr, branches[i], *common);
  }
  Cast(choice.else_expr, branches.back(), *common);
  return {*common, TimeAttribute::None, can_fail};
}

Typed Analyzer::CastTree(Tree& tree, Place& place) {
  auto& cast = tree->Cast<duckdb::CastExpression>();
  const Span span = SpanOf(*tree);
  const bool try_cast = cast.try_cast;
  const DataType to = CastTarget(cast.cast_type);
  Tree child = std::move(cast.child);
  const Typed from = Visit(child, place);
  if (!function::CanCast(from.type, to)) {
    const bool number_to_time = IsNumeric(from.type) && function::IsTimestamp(to);
    Fail(span, "CAST cannot convert " + function::MessageName(from.type) + " to " + function::MessageName(to),
         number_to_time ? "TO_TIMESTAMP_LTZ(seconds, 0) makes a time of a number" : "");
  }
  const bool failing = !from.IsNullLiteral() && function::CastCanFail(from.type, to);
  Cast(child, from.type, to, try_cast);
  tree = std::move(child);
  tree->SetQueryLocation(span.offset);
  const bool nullable = from.type.nullable || from.IsNullLiteral() || try_cast || (context_.legacy_cast && failing);
  return {WithNull(to, nullable), TimeAttribute::None,
          from.can_fail || (failing && !try_cast && !context_.legacy_cast)};
}

}  // namespace tarn::sql
