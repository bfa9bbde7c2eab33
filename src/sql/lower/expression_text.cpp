#include "sql/lower/expression_text.h"

#include <algorithm>
#include <cmath>
#include <duckdb/planner/expression/bound_between_expression.hpp>
#include <duckdb/planner/expression/bound_case_expression.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>

#include "base/hex.h"
#include "function/function.h"
#include "sql/names.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using paimon::TypeRoot;

// How tightly an operator binds; a weaker one inside a stronger one needs parentheses.
enum Level { kOr = 1, kAnd, kNot, kCompare, kAdd, kMultiply, kSign, kTerm };

struct Shown {
  std::string text;
  Level level = kTerm;
};

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += c;
    out += c;
  }
  return out + "'";
}

std::string IntervalText(const duckdb::interval_t& value, bool months) {
  if (months) {
    if (value.months % 12 == 0 && value.months != 0) return "INTERVAL '" + std::to_string(value.months / 12) + "' YEAR";
    return "INTERVAL '" + std::to_string(value.months) + "' MONTH";
  }
  const int64_t micros = value.micros + int64_t{value.days} * 86'400'000'000;
  static constexpr std::pair<int64_t, const char*> kUnits[] = {
      {86'400'000'000, "DAY"}, {3'600'000'000, "HOUR"}, {60'000'000, "MINUTE"}, {1'000'000, "SECOND"}};
  for (const auto& [unit, name] : kUnits)
    if (micros % unit == 0 && (micros != 0 || unit == 1'000'000))
      return "INTERVAL '" + std::to_string(micros / unit) + "' " + name;
  auto fraction = std::to_string(std::llabs(micros) % 1'000'000);
  fraction = std::string(6 - fraction.size(), '0') + fraction;
  while (fraction.ends_with('0')) fraction.pop_back();
  return std::string("INTERVAL '") + (micros < 0 ? "-" : "") + std::to_string(std::llabs(micros) / 1'000'000) + "." +
         fraction + "' SECOND";
}

std::string ConstantText(const duckdb::Value& value) {
  if (value.IsNull()) return "NULL";
  switch (ToDataType(value.type()).root) {
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return Quoted(duckdb::StringValue::Get(value));
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      return "X'" + ToHex(duckdb::StringValue::Get(value)) + "'";
    case TypeRoot::Boolean:
      return value.GetValueUnsafe<bool>() ? "TRUE" : "FALSE";
    case TypeRoot::Date:
      return "DATE '" + value.ToString() + "'";
    case TypeRoot::Time:
      return "TIME '" + value.ToString() + "'";
    case TypeRoot::Timestamp:
      return "TIMESTAMP '" + value.ToString() + "'";
    case TypeRoot::TimestampLtz:
      return "TIMESTAMP_LTZ '" + value.ToString() + "'";
    case TypeRoot::IntervalMonth:
      return IntervalText(value.GetValueUnsafe<duckdb::interval_t>(), true);
    case TypeRoot::IntervalSecond:
      return IntervalText(value.GetValueUnsafe<duckdb::interval_t>(), false);
    default:
      return value.ToString();
  }
}

class Writer {
 public:
  explicit Writer(const stream::Columns& input) : input_(input) {}

  std::string Plain(const duckdb::Expression& expression) const { return Write(expression).text; }

 private:
  // As an operand: in parentheses if it binds more weakly than `level`.
  std::string Operand(const duckdb::Expression& expression, Level level) const {
    auto text = Write(expression);
    return text.level < level ? "(" + text.text + ")" : text.text;
  }

  template <class Children>
  std::string List(const Children& children, size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; i++) text += (i > begin ? ", " : "") + Plain(*children[i]);
    return text;
  }

  Shown Write(const duckdb::Expression& expression) const {
    switch (expression.GetExpressionClass()) {
      case ExpressionClass::BOUND_REF:
        return {input_[expression.Cast<duckdb::BoundReferenceExpression>().index].name};
      case ExpressionClass::BOUND_CONSTANT:
        return {ConstantText(expression.Cast<duckdb::BoundConstantExpression>().value)};
      case ExpressionClass::BOUND_CAST: {
        const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
        return Cast(*cast.child, cast.return_type, cast.try_cast);
      }
      case ExpressionClass::BOUND_COMPARISON: {
        const auto& comparison = expression.Cast<duckdb::BoundComparisonExpression>();
        return {Compared(*comparison.left) + Comparison(comparison.GetExpressionType()) + Compared(*comparison.right),
                kCompare};
      }
      case ExpressionClass::BOUND_BETWEEN: {
        const auto& between = expression.Cast<duckdb::BoundBetweenExpression>();
        const auto input = Compared(*between.input), lower = Compared(*between.lower);
        const auto above = input + (between.lower_inclusive ? " >= " : " > ") + lower;
        if (Infinite(*between.upper)) return {above, kCompare};  // as OnlyForNaN says
        if (!between.lower_inclusive || !between.upper_inclusive)
          return {above + " AND " + input + (between.upper_inclusive ? " <= " : " < ") + Compared(*between.upper),
                  kAnd};
        return {Compared(*between.input) + " BETWEEN " + Compared(*between.lower) + " AND " + Compared(*between.upper),
                kCompare};
      }
      case ExpressionClass::BOUND_CONJUNCTION:
        return Conjunction(expression.Cast<duckdb::BoundConjunctionExpression>());
      case ExpressionClass::BOUND_CASE: {
        const auto& choice = expression.Cast<duckdb::BoundCaseExpression>();
        std::string text = "CASE";
        for (const auto& check : choice.case_checks)
          text += " WHEN " + Plain(*check.when_expr) + " THEN " + Plain(*check.then_expr);
        return {text + " ELSE " + Plain(*choice.else_expr) + " END"};
      }
      case ExpressionClass::BOUND_OPERATOR:
        return Operator(expression.Cast<duckdb::BoundOperatorExpression>());
      case ExpressionClass::BOUND_FUNCTION:
        return Call(expression.Cast<duckdb::BoundFunctionExpression>());
      default:
        return {DecodeText(expression.ToString())};
    }
  }

  // Conversions of literals are nothing that anybody wrote. Others decide about the result, whoever asked for them.
  Shown Cast(const duckdb::Expression& child, const duckdb::LogicalType& target, bool try_cast) const {
    if (child.GetExpressionClass() == ExpressionClass::BOUND_CONSTANT && !try_cast) return Write(child);
    if (IsCardinality(child) && target.id() == duckdb::LogicalTypeId::INTEGER) return Write(child);
    return {std::string(try_cast ? "TRY_CAST(" : "CAST(") + Plain(child) + " AS " + paimon::ToSql(ToDataType(target)) +
            ")"};
  }

  // The function that CARDINALITY is built with gives a BIGINT.
  static bool IsCardinality(const duckdb::Expression& expression) {
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) return false;
    const auto& name = expression.Cast<duckdb::BoundFunctionExpression>().function.name;
    return name == "len" || name == "cardinality";
  }

  // As an operand of a comparison, which is the same over a whole number as over a type that holds it exactly.
  std::string Compared(const duckdb::Expression& expression) const {
    const duckdb::Expression* child = nullptr;
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
      const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
      if (!cast.try_cast) child = cast.child.get();
    } else if (expression.GetExpressionClass() == ExpressionClass::BOUND_FUNCTION) {
      const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
      if (call.function.name == "f:cast") child = call.children[0].get();
    }
    return Operand(child && Widens(child->return_type, expression.return_type) ? *child : expression, kAdd);
  }

  static bool Widens(const duckdb::LogicalType& from, const duckdb::LogicalType& to) {
    if (!from.IsIntegral()) return false;
    const auto bytes = [](const duckdb::LogicalType& type) { return duckdb::GetTypeIdSize(type.InternalType()); };
    // Not every whole number of 32 bits is a FLOAT, and not every one of 64 a DOUBLE.
    if (to.IsFloating()) return bytes(from) * 2 <= bytes(to);
    return to.IsIntegral() && bytes(to) >= bytes(from);
  }

  static const char* Comparison(ExpressionType type) {
    switch (type) {
      case ExpressionType::COMPARE_EQUAL:
        return " = ";
      case ExpressionType::COMPARE_NOTEQUAL:
        return " <> ";
      case ExpressionType::COMPARE_LESSTHAN:
        return " < ";
      case ExpressionType::COMPARE_LESSTHANOREQUALTO:
        return " <= ";
      case ExpressionType::COMPARE_GREATERTHAN:
        return " > ";
      case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
        return " >= ";
      case ExpressionType::COMPARE_DISTINCT_FROM:
        return " IS DISTINCT FROM ";
      default:
        return " IS NOT DISTINCT FROM ";
    }
  }

  // `x <= Infinity`, or that `OR y IS NULL`, stands beside comparisons of floats because NaN is not greater than
  // anything in Flink.
  static bool OnlyForNaN(const duckdb::Expression& expression) {
    if (expression.GetExpressionType() == ExpressionType::CONJUNCTION_OR) {
      const auto& either = expression.Cast<duckdb::BoundConjunctionExpression>().children;
      const auto of_null = [&](size_t i) { return either[i]->GetExpressionType() == ExpressionType::OPERATOR_IS_NULL; };
      if (either.size() != 2) return false;
      return (OnlyForNaN(*either[0]) && of_null(1)) || (of_null(0) && OnlyForNaN(*either[1]));
    }
    if (expression.GetExpressionType() != ExpressionType::COMPARE_LESSTHANOREQUALTO) return false;
    return Infinite(*expression.Cast<duckdb::BoundComparisonExpression>().right);
  }
  static bool Infinite(const duckdb::Expression& expression) {
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT || !expression.return_type.IsFloating())
      return false;
    const auto& value = expression.Cast<duckdb::BoundConstantExpression>().value;
    return !value.IsNull() && std::isinf(value.GetValue<double>());
  }

  Shown Conjunction(const duckdb::BoundConjunctionExpression& conjunction) const {
    const bool all = conjunction.GetExpressionType() == ExpressionType::CONJUNCTION_AND;
    std::vector<const duckdb::Expression*> parts;
    for (const auto& child : conjunction.children)
      if (!all || !OnlyForNaN(*child)) parts.push_back(child.get());
    if (parts.size() == 1) return Write(*parts[0]);
    std::string text;
    for (const auto* part : parts)
      text += (text.empty() ? "" : all ? " AND " : " OR ") + Operand(*part, all ? kAnd : kOr);
    return {text, all ? kAnd : kOr};
  }

  Shown Operator(const duckdb::BoundOperatorExpression& op) const {
    const auto& children = op.children;
    switch (op.GetExpressionType()) {
      case ExpressionType::OPERATOR_NOT:
        return {"NOT " + Operand(*children[0], kNot), kNot};
      case ExpressionType::OPERATOR_IS_NULL:
        return {Compared(*children[0]) + " IS NULL", kCompare};
      case ExpressionType::OPERATOR_IS_NOT_NULL:
        return {Compared(*children[0]) + " IS NOT NULL", kCompare};
      case ExpressionType::COMPARE_IN:
      case ExpressionType::COMPARE_NOT_IN:
        return {Compared(*children[0]) +
                    (op.GetExpressionType() == ExpressionType::COMPARE_IN ? " IN (" : " NOT IN (") +
                    List(children, 1, children.size()) + ")",
                kCompare};
      case ExpressionType::OPERATOR_COALESCE:
        return {"COALESCE(" + List(children, 0, children.size()) + ")"};
      default:
        return {DecodeText(op.ToString())};
    }
  }

  Shown Call(const duckdb::BoundFunctionExpression& call) const {
    const auto& children = call.children;
    const auto& name = call.function.name;
    static constexpr std::string_view kPrefix = "f:";
    if (!name.starts_with(kPrefix)) return Constructor(call);
    std::string shown = name.substr(kPrefix.size());
    std::transform(shown.begin(), shown.end(), shown.begin(), [](unsigned char c) { return std::toupper(c); });
    if (shown == "CAST" || shown == "TRY_CAST") return Cast(*children[0], call.return_type, shown == "TRY_CAST");
    const auto* function = function::FindFunction(shown);
    const auto count = children.size() - (function && function->uses_zone && !children.empty() ? 1 : 0);
    const auto unquoted = [&](size_t i) {
      const auto text = Plain(*children[i]);
      return text.size() > 2 && text.front() == '\'' ? text.substr(1, text.size() - 2) : text;
    };
    if (shown == "ROW_TIMESTAMP") return {"CURRENT_TIMESTAMP"};
    if (shown == "EXTRACT" && count == 2) return {"EXTRACT(" + unquoted(0) + " FROM " + Plain(*children[1]) + ")"};
    if ((shown == "FLOOR" || shown == "CEIL") && count == 2)
      return {shown + "(" + Plain(*children[0]) + " TO " + unquoted(1) + ")"};
    if ((shown == "TIMESTAMPDIFF" || shown == "TIMESTAMPADD") && count == 3)
      return {shown + "(" + unquoted(0) + ", " + List(children, 1, 3) + ")"};
    if (shown == "POSITION" && count == 2)
      return {"POSITION(" + Plain(*children[0]) + " IN " + Plain(*children[1]) + ")"};
    if ((shown == "LIKE" || shown == "SIMILAR TO") && count == 2)
      return {Operand(*children[0], kAdd) + " " + shown + " " + Operand(*children[1], kAdd), kCompare};
    const bool letters = !shown.empty() && (std::isalpha(static_cast<unsigned char>(shown[0])) || shown[0] == '_');
    if (!letters && count == 1) return {shown + Operand(*children[0], kSign), kSign};
    if (!letters && count == 2) {
      const auto level = shown == "*" || shown == "/" || shown == "%" ? kMultiply : kAdd;
      return {Operand(*children[0], level) + " " + shown + " " + Operand(*children[1], static_cast<Level>(level + 1)),
              level};
    }
    return {shown + "(" + List(children, 0, count) + ")"};
  }

  // DuckDB's own functions that the analyzer builds with.
  Shown Constructor(const duckdb::BoundFunctionExpression& call) const {
    const auto& children = call.children;
    const auto& name = call.function.name;
    const auto all = [&] { return List(children, 0, children.size()); };
    if (name == "list_value") return {"ARRAY[" + all() + "]"};
    if (name == "struct_pack" || name == "row") return {"ROW(" + all() + ")"};
    if (name == "len" || name == "cardinality") return {"CARDINALITY(" + all() + ")"};
    if ((name == "list_extract" || name == "map_extract_value") && children.size() == 2)
      return {Operand(*children[0], kTerm) + "[" + Plain(*children[1]) + "]"};
    if (name == "struct_extract_at" && children.size() == 2 &&
        children[1]->GetExpressionClass() == ExpressionClass::BOUND_CONSTANT) {
      const auto at = children[1]->Cast<duckdb::BoundConstantExpression>().value.GetValue<int64_t>();
      const auto type = ToDataType(children[0]->return_type);
      if (at >= 1 && static_cast<size_t>(at) <= type.fields.size())
        return {Operand(*children[0], kTerm) + "." + type.fields[static_cast<size_t>(at - 1)].name};
    }
    return {DecodeName(name) + "(" + all() + ")"};
  }

  const stream::Columns& input_;
};

}  // namespace

std::string ExpressionText(const duckdb::Expression& expression, const stream::Columns& input) {
  return Writer(input).Plain(expression);
}

}  // namespace tarn::sql
