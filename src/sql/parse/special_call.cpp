// Calls whose arguments have a syntax of their own. parser.h lists what becomes of each.
#include <duckdb/parser/expression/case_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/operator_expression.hpp>

#include "base/ascii_case.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;

std::string Parser::ParseTimeUnit() {
  // TIMESTAMPADD and EXTRACT know more units than intervals have, and Calcite's SQL_TSI_.. spellings.
  static const std::vector<std::string> kUnits = {
      "MILLENNIUM", "CENTURY", "DECADE",      "YEAR",        "QUARTER",    "MONTH",      "WEEK",
      "DAY",        "HOUR",    "MINUTE",      "SECOND",      "EPOCH",      "DOW",        "DOY",
      "ISODOW",     "ISOYEAR", "MILLISECOND", "MICROSECOND", "NANOSECOND", "FRAC_SECOND"};
  const Token& token = Peek();
  if (token.kind == TokenKind::Word) {
    std::string unit = token.upper.starts_with("SQL_TSI_") ? token.upper.substr(8) : token.upper;
    for (const auto& known : kUnits) {
      if (unit == known) {
        Take();
        return known;
      }
    }
  }
  Unexpected("a time unit", "YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND ..");
}

Tree Parser::ParseSpecialCall(const std::string& upper) {
  const Token& token = Peek();
  const Span span = token.span;
  // Without brackets, with empty ones or with a precision.
  if (IsAnyWord({"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "CURRENT_USER",
                 "CURRENT_CATALOG", "SESSION_USER", "SYSTEM_USER"})) {
    Take();
    Trees arguments;
    if (AcceptSymbol("(")) {
      if (!IsSymbol(")")) arguments.push_back(ParseTree());
      ExpectSymbol(")");
    }
    return MakeCall(AsciiLower(upper), std::move(arguments), span);
  }
  if (!IsSymbol("(", 1)) return nullptr;

  const auto open = [&] {
    Take();
    Take();
  };
  const auto close = [&](const std::string& lower, Trees arguments) {
    ExpectSymbol(")");
    return MakeCall(lower, std::move(arguments), span);
  };
  Trees arguments;
  if (upper == "EXTRACT") {
    open();
    const Span unit = Peek().span;
    arguments.push_back(MakeConstant(ParseTimeUnit(), unit));
    Expect("FROM");
    arguments.push_back(ParseTree());
    return close("extract", std::move(arguments));
  }
  if (upper == "FLOOR" || upper == "CEIL" || upper == "CEILING") {
    open();
    arguments.push_back(ParseTree());
    if (Accept("TO")) {
      const Span unit = Peek().span;
      arguments.push_back(MakeConstant(ParseTimeUnit(), unit));
    } else if (AcceptSymbol(",")) {
      arguments.push_back(ParseTree());
    }
    return close(upper == "FLOOR" ? "floor" : "ceil", std::move(arguments));
  }
  if (upper == "TIMESTAMPADD" || upper == "TIMESTAMPDIFF") {
    open();
    const Span unit = Peek().span;
    arguments.push_back(MakeConstant(ParseTimeUnit(), unit));
    for (int i = 0; i < 2; i++) {
      ExpectSymbol(",");
      arguments.push_back(ParseTree());
    }
    return close(AsciiLower(upper), std::move(arguments));
  }
  if (upper == "POSITION") {
    open();
    // IN binds like a comparison, so the needle is read below it.
    arguments.push_back(ParseAdditive());
    Expect("IN");
    arguments.push_back(ParseTree());
    if (Accept("FROM")) arguments.push_back(ParseTree());
    return close("position", std::move(arguments));
  }
  if (upper == "TRIM") {
    open();
    std::string side;
    if (IsAnyWord({"BOTH", "LEADING", "TRAILING"})) side = Take().upper;
    Tree what;
    if (!IsWord("FROM")) what = ParseTree();
    if (Accept("FROM")) {
      arguments.push_back(MakeConstant(side.empty() ? "BOTH" : side, span));
      arguments.push_back(what ? std::move(what) : StringLiteral(" ", span));
      arguments.push_back(ParseTree());
    } else if (!side.empty()) {
      Unexpected("FROM", "TRIM(" + side + " 'x' FROM text)");
    } else {
      arguments.push_back(std::move(what));
    }
    return close("trim", std::move(arguments));
  }
  if (upper == "SUBSTRING") {
    open();
    arguments.push_back(ParseTree());
    if (!Accept("FROM")) ExpectSymbol(",");
    arguments.push_back(ParseTree());
    if (Accept("FOR") || AcceptSymbol(",")) arguments.push_back(ParseTree());
    return close("substring", std::move(arguments));
  }
  if (upper == "OVERLAY") {
    open();
    arguments.push_back(ParseTree());
    Expect("PLACING");
    arguments.push_back(ParseTree());
    Expect("FROM");
    arguments.push_back(ParseTree());
    if (Accept("FOR")) arguments.push_back(ParseTree());
    return close("overlay", std::move(arguments));
  }
  if (upper == "COALESCE") {
    open();
    if (IsSymbol(")")) return close("coalesce", std::move(arguments));
    do {
      arguments.push_back(ParseTree());
    } while (AcceptSymbol(","));
    ExpectSymbol(")");
    auto coalesce = make_uniq<duckdb::OperatorExpression>(ExpressionType::OPERATOR_COALESCE, std::move(arguments));
    coalesce->SetQueryLocation(span.offset);
    return coalesce;
  }
  if (upper == "NULLIF") {
    open();
    Tree value = ParseTree();
    ExpectSymbol(",");
    Tree null_value = ParseTree();
    ExpectSymbol(")");
    auto result = make_uniq<duckdb::CaseExpression>();
    result->SetQueryLocation(span.offset);
    duckdb::CaseCheck check;
    check.when_expr =
        make_uniq<duckdb::ComparisonExpression>(ExpressionType::COMPARE_EQUAL, value->Copy(), std::move(null_value));
    check.when_expr->SetQueryLocation(span.offset);
    check.then_expr = make_uniq<duckdb::ConstantExpression>(duckdb::Value());
    result->case_checks.push_back(std::move(check));
    result->else_expr = std::move(value);
    return result;
  }
  if (upper == "JSON_VALUE" || upper == "JSON_QUERY" || upper == "JSON_EXISTS" || upper == "JSON_OBJECT" ||
      upper == "JSON_OBJECTAGG" || upper == "JSON_ARRAY" || upper == "JSON_ARRAYAGG") {
    open();
    if (upper == "JSON_VALUE") return ParseJsonValue(span);
    if (upper == "JSON_QUERY") return ParseJsonQuery(span);
    if (upper == "JSON_EXISTS") return ParseJsonExists(span);
    if (upper.starts_with("JSON_OBJECT")) return ParseJsonObject(AsciiLower(upper), span);
    return ParseJsonArray(AsciiLower(upper), span);
  }
  return nullptr;
}

}  // namespace tarn::sql
