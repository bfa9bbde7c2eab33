// Calls: the functions of the list, and the forms that become CASE, constructors or constants.
#include "base/civil_time.h"
#include "base/error.h"
#include "function/cast.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"
#include "sql/types/not_yet.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::CommonType;
using function::Mixing;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

Tree Choice(Tree condition, Tree then, Tree otherwise) {
  auto choice = make_uniq<duckdb::CaseExpression>();
  duckdb::CaseCheck check;
  check.when_expr = std::move(condition);
  check.then_expr = std::move(then);
  choice->case_checks.push_back(std::move(check));
  choice->else_expr = std::move(otherwise);
  return choice;
}

// Flink makes no program of such a call; a cast would wrap around.
void RefuseNarrowing(const std::string& function, size_t index, Span span, const DataType& from, const DataType& to) {
  if (from.root != TypeRoot::BigInt || to.root != TypeRoot::Int) return;
  throw SqlError(ErrorStage::Plan, span,
                 "argument " + std::to_string(index + 1) + " of " + function + " is an INT, and this is a BIGINT",
                 "CAST(.. AS INT), where its values are those of an INT");
}

}  // namespace

void Analyzer::RefusePath(const std::string& catalog, const std::string& database, const std::string& name,
                          Span span) const {
  if (database.empty()) return;
  const std::string path = (catalog.empty() ? "" : DecodeName(catalog) + ".") + DecodeName(database) + "." + name;
  Fail(span, "no function matches " + path,
       function::FindFunction(name) != nullptr || function::FindSpecial(name) != nullptr
           ? "the functions that come with Tarn are in no catalog: " + Upper(name) + "(..)"
           : "");
}

Typed Analyzer::Call(Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  if (IsOuterValue(call)) return VisitOuterValue(tree);
  const std::string name = Upper(call.function_name);
  const Span span = SpanOf(*tree);
  RefusePath(call.catalog, call.schema, call.function_name, span);
  if (const auto* special = function::FindSpecial(name)) {
    if (special->kind == function::Special::Kind::Aggregate) return Aggregate(tree, place);
    if (special->kind == function::Special::Kind::Window) Fail(span, name + " needs OVER (..)");
    bool found = false;
    Typed typed = Form(name, tree, place, found);
    if (found) return typed;
  }
  if (name == "__INTERVAL") return IntervalCast(tree, place);
  if (name == "__JSON") return Scalar(function::InternalFunction("JSON"), "JSON", tree, place);
  const function::Function* entry = function::FindFunction(name);
  if (entry == nullptr) {
    if (const auto known = NotRunYet(name)) {
      throw SqlError(ErrorStage::Plan, span, "not supported yet: " + *known, "", ErrorCode::Unsupported);
    }
    Fail(span, "no function matches " + name, SuggestName(name, function::FunctionNames()));
  }
  if (call.distinct || call.filter || (call.order_bys && !call.order_bys->orders.empty())) {
    Fail(span, name + " is no aggregate: DISTINCT, FILTER and ORDER BY have no meaning");
  }
  return Scalar(*entry, name, tree, place);
}

// CAST(x AS INTERVAL unit), as the parser writes it: (x, one unit).
Typed Analyzer::IntervalCast(Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*tree);
  Trees arguments = std::move(call.children);
  std::vector<Typed> types;
  for (auto& argument : arguments) types.push_back(Visit(argument, place));
  const DataType &from = types[0].type, &to = types[1].type;
  if (types[0].IsNullLiteral() || from.root == to.root) {
    Typed typed{WithNull(to, from.nullable || types[0].IsNullLiteral()), TimeAttribute::None, types[0].can_fail};
    Cast(arguments[0], from, typed.type);
    tree = std::move(arguments[0]);
    return typed;
  }
  if (!function::IsInteger(from)) {
    Fail(span, "CAST cannot convert " + function::MessageName(from) + " to " + function::MessageName(to), "",
         function::IsCharacter(from) ? ErrorStage::Plan : ErrorStage::Validation);
  }
  return Emit(*function::FindFunction("*"), "*", tree, std::move(arguments), std::move(types), span);
}

Typed Analyzer::Scalar(const function::Function& entry, const std::string& shown, Tree& tree, Place& place) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*tree);
  Trees arguments = std::move(call.children);
  std::vector<Typed> types;
  for (auto& argument : arguments) {
    const Span at = SpanOf(*argument);
    types.push_back(Visit(argument, place));
    if (!types.back().IsNullLiteral()) continue;
    // The parser writes NULL for a default that JSON_VALUE was not given.
    if (shown != "JSON_VALUE") {
      // Flink notices only when it plans these two.
      const bool late = shown == "GREATEST" || shown == "LEAST";
      Fail(at, "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)",
           late ? ErrorStage::Plan : ErrorStage::Validation);
    }
    Cast(argument, types.back().type, function::StringType());
    types.back().type = WithNull(function::StringType(), true);
  }
  return Emit(entry, shown, tree, std::move(arguments), std::move(types), span);
}

Typed Analyzer::Emit(const function::Function& entry, const std::string& shown, Tree& tree, Trees arguments,
                     std::vector<Typed> types, Span span) {
  function::Call call;
  call.name = shown;
  bool can_fail = false;
  for (size_t i = 0; i < arguments.size(); i++) {
    function::Argument argument{types[i].type, std::nullopt};
    if (arguments[i]->GetExpressionClass() == ExpressionClass::CONSTANT) {
      argument.literal = arguments[i]->Cast<duckdb::ConstantExpression>().value;
    }
    call.arguments.push_back(std::move(argument));
    can_fail = can_fail || types[i].can_fail;
  }
  if (entry.uses_zone) {
    duckdb::Value zone(context_.time_zone);
    call.arguments.push_back({function::StringType(), zone});
    arguments.push_back(MakeConstantTree(zone, function::StringType()));
    types.push_back({function::StringType()});
  }
  function::Resolved resolved;
  try {
    resolved = entry.resolve(call);
  } catch (const Error& error) {
    Fail(span, error.what(), "", error.code() == ErrorCode::Unsupported ? ErrorStage::Plan : ErrorStage::Validation);
  }
  // DuckDB's binder runs the rule again over the converted types; it must come out the same.
  function::Call converted = call;
  for (size_t i = 0; i < converted.arguments.size() && i < resolved.parameters.size(); i++) {
    converted.arguments[i].type = WithNull(resolved.parameters[i], converted.arguments[i].type.nullable);
  }
  if (!function::SameForm(entry.resolve(converted).result, resolved.result)) {
    throw Error(ErrorCode::Internal, std::string("the rule of ") + entry.name + " is not stable");
  }
  for (size_t i = 0; i < arguments.size() && i < resolved.parameters.size(); i++) {
    const Span at = arguments[i]->GetQueryLocation().IsValid() ? SpanOf(*arguments[i]) : span;
    RefuseNarrowing(shown, i, at, types[i].type, resolved.parameters[i]);
    if (function::CastCanFail(types[i].type, resolved.parameters[i])) can_fail = true;
    Cast(arguments[i], types[i].type, WithNull(resolved.parameters[i], types[i].type.nullable));
  }
  // A literal with a sign is a literal.
  const bool negated_literal = shown == "-" && arguments.size() == 1 &&
                               arguments[0]->GetExpressionClass() == ExpressionClass::CONSTANT &&
                               !call.arguments[0].literal->IsNull();
  if (negated_literal) {
    duckdb::DataChunk chunk;
    chunk.data.emplace_back(*call.arguments[0].literal);
    chunk.SetCardinality(1);
    duckdb::Vector result(ToLogicalType(resolved.result));
    resolved.kernel(chunk, result);
    duckdb::Value value = result.GetValue(0);
    // -0e0 is 0: literals are exact numbers until they are typed.
    if (function::IsApproximate(resolved.result) && value.GetValue<double>() == 0) value = *call.arguments[0].literal;
    value.Reinterpret(ToLogicalType(resolved.result));
    tree = make_uniq<duckdb::ConstantExpression>(std::move(value));
  } else {
    tree = MakeFunction(InternalName(entry.name), std::move(arguments));
  }
  tree->SetQueryLocation(span.offset);
  return {resolved.result, TimeAttribute::None, can_fail || resolved.can_fail};
}

Typed Analyzer::Form(const std::string& name, Tree& tree, Place& place, bool& found) {
  auto& call = tree->Cast<duckdb::FunctionExpression>();
  const Span span = SpanOf(*tree);
  found = true;
  const auto require = [&](size_t least, size_t most) {
    if (call.children.size() >= least && call.children.size() <= most) return;
    Fail(span, "invalid number of arguments to function '" + name + "'");
  };
  const auto constant = [&](duckdb::Value value, const DataType& type) -> Typed {
    tree = MakeConstantTree(std::move(value), type);
    tree->SetQueryLocation(span.offset);
    return {type};
  };
  const auto local_now = [&] { return Zone().ToLocal(context_.now_us) / 1000 * 1000; };

  if (name == "IF") {
    require(3, 3);
    for (const auto& child : call.children) {
      if (IsConstant(child) && ValueOf(child).type().id() == duckdb::LogicalTypeId::SQLNULL) {
        Fail(SpanOf(*child), "illegal use of NULL: its type is unknown", "CAST(NULL AS ..)");
      }
    }
    const Typed condition = RequireBoolean(call.children[0], place, "the condition of IF");
    Tree a = std::move(call.children[1]), b = std::move(call.children[2]);
    const Typed x = Visit(a, place), y = Visit(b, place);
    const auto common = CommonType({x.type, y.type});
    if (!common || common->root == TypeRoot::Null) Fail(span, "illegal mixing of types in IF");
    Cast(a, x.type, *common);
    Cast(b, y.type, *common);
    tree = Choice(std::move(call.children[0]), std::move(a), std::move(b));
    return {WithNull(*common, common->nullable || condition.type.nullable), TimeAttribute::None,
            condition.can_fail || x.can_fail || y.can_fail};
  }
  if (name == "IFNULL" || name == "COALESCE") {
    require(name == "IFNULL" ? 2 : 1, name == "IFNULL" ? 2 : 10000);
    Trees arguments = std::move(call.children);
    std::vector<Typed> types;
    bool nullable = true;
    for (auto& argument : arguments) {
      types.push_back(Visit(argument, place));
      nullable = nullable && (types.back().type.nullable || types.back().IsNullLiteral());
    }
    Typed typed = Choose(tree, std::move(arguments), std::move(types), span, Mixing::Widest, name.c_str());
    typed.type.nullable = nullable;
    return typed;
  }
  if (name == "NULLIF") {
    require(2, 2);
    Tree a = std::move(call.children[0]), b = std::move(call.children[1]);
    Typed x = Visit(a, place), y = Visit(b, place);
    Tree left = a->Copy();
    Typed compared = x;
    Unify(left, compared, b, y, ExpressionType::COMPARE_EQUAL, place, span);
    Tree equal = Compare(ExpressionType::COMPARE_EQUAL, std::move(left), std::move(b), compared.type);
    tree = Choice(std::move(equal), make_uniq<duckdb::ConstantExpression>(duckdb::Value(ToLogicalType(x.type))),
                  std::move(a));
    return {WithNull(x.type, true), TimeAttribute::None, x.can_fail || y.can_fail};
  }
  if (name == "ROW" || name == "ARRAY" || name == "MAP") return Construct(name, tree, place);
  if (name == "TYPEOF") {
    require(1, 2);
    const Typed typed = Visit(call.children[0], place);
    return {WithNull(constant(duckdb::Value(paimon::ToSql(typed.type)), function::StringType()).type, true)};
  }
  // A batch query has one instant, its own; in a stream "now" is asked for each row anew.
  const auto now = [&](const DataType& type) -> std::optional<Typed> {
    if (!context_.streaming) return std::nullopt;
    require(0, 0);
    tree = MakeFunction(InternalName("ROW_TIMESTAMP"), {});
    Cast(tree, function::TimestampLtzType(3), type);
    tree->SetQueryLocation(span.offset);
    return Typed{type};
  };
  if (name == "CURRENT_TIMESTAMP" || name == "NOW" || name == "CURRENT_ROW_TIMESTAMP" || name == "PROCTIME") {
    require(0, 0);
    const auto type = function::TimestampLtzType(3);
    auto typed = now(type);
    if (!typed)
      typed = constant(duckdb::Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(context_.now_us / 1000 * 1000)), type);
    if (name == "PROCTIME") typed->time = TimeAttribute::Proctime;
    return *typed;
  }
  if (name == "LOCALTIMESTAMP") {
    require(0, 0);
    const auto type = function::TimestampType(3);
    if (auto typed = now(type)) return *typed;
    return constant(duckdb::Value::TIMESTAMP(duckdb::timestamp_t(local_now())), type);
  }
  if (name == "CURRENT_DATE") {
    require(0, 0);
    const auto type = function::Simple(TypeRoot::Date);
    if (auto typed = now(type)) return *typed;
    return constant(duckdb::Value::DATE(duckdb::date_t(static_cast<int32_t>(FloorDiv(local_now(), kMicrosPerDay)))),
                    type);
  }
  if (name == "LOCALTIME" || name == "CURRENT_TIME") {
    require(0, 0);
    const auto type = function::Simple(TypeRoot::Time);
    if (auto typed = now(type)) return *typed;
    const int64_t of_day = FloorMod(local_now(), kMicrosPerDay) / kMicrosPerSecond * kMicrosPerSecond;
    return constant(duckdb::Value::TIME(duckdb::dtime_t(of_day)), type);
  }
  if (name == "CURRENT_DATABASE") {
    require(0, 0);
    if (context_.database.empty()) Fail(span, "a table's own expression cannot ask for CURRENT_DATABASE()");
    return constant(duckdb::Value(context_.database), function::StringType());
  }
  if (name == "GROUP_ID") {
    require(0, 0);
    if (!place.grouped) Fail(span, "GROUP_ID may only occur in an aggregate query");
    if (place.repeats_sets) {
      Fail(span, "GROUP_ID over a grouping set that comes twice is not supported", "", ErrorStage::Plan);
    }
    return constant(duckdb::Value::BIGINT(0), function::Simple(TypeRoot::BigInt));
  }
  if (name == "GROUPING" || name == "GROUPING_ID") {
    if (!place.has_group_by) Fail(span, name + " needs GROUP BY");
    require(1, 64);
    Trees arguments = std::move(call.children);
    for (auto& argument : arguments) {
      Place inside = place;
      inside.inside_aggregate = true;
      Visit(argument, inside);
    }
    tree = make_uniq<duckdb::OperatorExpression>(ExpressionType::GROUPING_FUNCTION, std::move(arguments));
    tree->SetQueryLocation(span.offset);
    return {function::Simple(TypeRoot::BigInt)};
  }
  if (name == "UNIX_TIMESTAMP" && call.children.empty()) {
    if (context_.streaming) {
      Trees arguments;
      arguments.push_back(MakeConstantTree(duckdb::Value("EPOCH"), function::StringType()));
      arguments.push_back(MakeFunction(InternalName("ROW_TIMESTAMP"), {}));
      arguments.push_back(MakeConstantTree(duckdb::Value(context_.time_zone), function::StringType()));
      tree = MakeFunction(InternalName("EXTRACT"), std::move(arguments));
      tree->SetQueryLocation(span.offset);
      return {function::Simple(TypeRoot::BigInt)};
    }
    return constant(duckdb::Value::BIGINT(FloorDiv(context_.now_us, kMicrosPerSecond)),
                    function::Simple(TypeRoot::BigInt));
  }
  if (name == "CARDINALITY") {
    require(1, 1);
    Tree argument = std::move(call.children[0]);
    const Typed typed = Visit(argument, place);
    const bool map = typed.type.root == TypeRoot::Map;
    if (!map && typed.type.root != TypeRoot::Array) {
      Fail(span, "CARDINALITY takes an array or a map and not " + function::MessageName(typed.type), "",
           typed.type.root == TypeRoot::Multiset ? ErrorStage::Plan : ErrorStage::Validation);
    }
    Trees arguments;
    arguments.push_back(std::move(argument));
    Tree size = MakeFunction(map ? "cardinality" : "len", std::move(arguments));
    tree = make_uniq<duckdb::CastExpression>(duckdb::LogicalType::INTEGER, std::move(size));
    tree->SetQueryLocation(span.offset);
    return {WithNull(function::Simple(TypeRoot::Int), typed.type.nullable), TimeAttribute::None, typed.can_fail};
  }
  if (name == "JSON_OBJECT" || name == "JSON_ARRAY") return ConstructJson(name, tree, place);
  if (name == "JSON") {
    Fail(span, "JSON is the whole of a value in JSON_OBJECT or JSON_ARRAY only", "JSON_OBJECT('a' VALUE JSON('{}'))");
  }
  found = false;
  return {};
}

}  // namespace tarn::sql
