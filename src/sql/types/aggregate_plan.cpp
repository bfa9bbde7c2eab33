#include "sql/types/aggregate_plan.h"

#include <algorithm>
#include <duckdb/parser/parsed_expression_iterator.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "sql/types/flink_types.h"
#include "sql/types/tree_parts.h"

namespace tarn::sql {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::make_uniq;
using function::IsNumeric;
using function::WithNull;
using paimon::DataType;
using paimon::TypeRoot;

namespace {

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

bool ContainsColumn(const duckdb::ParsedExpression& tree) {
  bool found = tree.GetExpressionClass() == ExpressionClass::COLUMN_REF;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      tree, [&](const duckdb::ParsedExpression& child) { found = found || ContainsColumn(child); });
  return found;
}

}  // namespace

AggregatePlan PlanAggregate(const std::string& name, Trees arguments, const std::vector<Typed>& types, bool distinct) {
  function::Call call;
  call.name = name;
  for (const auto& typed : types) call.arguments.push_back({typed.type, std::nullopt});
  AggregatePlan plan;
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
      if (!function::IsCharacter(typed.type)) call.Refuse("strings");
    }
    plan.name = "string_agg";
    if (plan.arguments.size() == 2 && plan.arguments[1]->GetExpressionClass() != ExpressionClass::CONSTANT) {
      throw Error(ErrorCode::InvalidInput, "the separator of LISTAGG must be a literal");
    }
    if (plan.arguments.size() == 1) {
      plan.arguments.push_back(MakeConstantTree(duckdb::Value(","), function::StringType()));
    }
    // Flink's type says VARCHAR(n) too, and the text may be longer; and NOT NULL, and of no rows it is NULL.
    plan.type = types[0].type;
    plan.null_as_argument = true;
    if (ToLogicalType(plan.type) != ToLogicalType(function::StringType())) {
      plan.finish = "LABEL";
      plan.finish_arguments.push_back(MakeConstantTree(duckdb::Value(ToLogicalType(plan.type)), plan.type));
    }
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
    function::Call checked;
    checked.name = name;
    for (size_t i = 1; i < types.size(); i++) checked.arguments.push_back({types[i].type, std::nullopt});
    function::InternalFunction("JSON_PART").resolve(checked);  // refuses what has no form in JSON
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

Tree Finished(Tree call, AggregatePlan& plan) {
  if (plan.finish.empty()) return call;
  const auto location = call->GetQueryLocation();
  Trees arguments = std::move(plan.finish_arguments);
  arguments.insert(arguments.begin(), std::move(call));
  Tree finished = MakeFunction(InternalName(plan.finish), std::move(arguments));
  finished->SetQueryLocation(location);
  return finished;
}

void BelongTo(const Scope& scope, AggregatePlan& plan) {
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

}  // namespace tarn::sql
