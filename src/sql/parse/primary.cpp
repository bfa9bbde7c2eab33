// What stands between operators: literals, names, calls, constructors, CASE, CAST, subqueries.
#include <duckdb/parser/expression/case_expression.hpp>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>

#include "sql/names.h"
#include "sql/parse/keywords.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;

Tree Parser::ParsePrimary() {
  const Depth depth(*this);
  const Token& token = Peek();
  if (IsLiteral()) return ParseLiteral();
  if (IsSymbol("(")) return ParseBracketed();
  if (token.kind == TokenKind::Quoted) return ParseNamePath();
  if (token.kind == TokenKind::Symbol && token.text == "?") {
    Fail(token.span, "a statement takes no parameters", "write the value itself", ErrorStage::Validation);
  }
  if (token.kind != TokenKind::Word) Unexpected("an expression");

  if (token.upper == "CASE") return ParseCase();
  if (token.upper == "CAST" || (token.upper == "TRY_CAST" && IsSymbol("(", 1))) {
    return ParseCast(token.upper == "TRY_CAST");
  }
  if (token.upper == "EXISTS") return ParseExists();
  if (token.upper == "ARRAY") return ParseArray();
  if (token.upper == "MAP" && IsSymbol("[", 1)) return ParseMap();
  if (token.upper == "MULTISET")
    Unsupported(token.span, "a MULTISET constructor is not supported", "collect the values with COLLECT");
  if (token.upper == "ROW" && IsSymbol("(", 1)) {
    Take();
    Take();
    Trees items;
    do {
      items.push_back(ParseTree());
    } while (AcceptSymbol(","));
    ExpectSymbol(")");
    return ParseRow(std::move(items), token.span);
  }
  if (Tree special = ParseSpecialCall(token.upper)) return special;
  if (IsReserved(token.upper)) {
    if (!IsReservedFunction(token.upper) || !IsSymbol("(", 1)) Unexpected("an expression or a column name");
    Take();
    return ParseCall({{token.text, token.span}});
  }
  return ParseNamePath();
}

Tree Parser::ParseBracketed() {
  const Token& open = Peek();
  if (IsBracketedQuery()) {
    Take();
    return SubqueryTree(duckdb::SubqueryType::SCALAR, open.span);
  }
  Take();
  Trees items;
  const bool is_row = [&] {
    do {
      items.push_back(ParseTree());
    } while (AcceptSymbol(","));
    return items.size() > 1;
  }();
  ExpectSymbol(")");
  if (is_row) return ParseRow(std::move(items), open.span);
  // (a - b) DAY: the time between two points as an interval.
  if (IsIntervalUnit() && items[0]->GetExpressionClass() == duckdb::ExpressionClass::FUNCTION) {
    auto& minus = items[0]->Cast<duckdb::FunctionExpression>();
    if (minus.is_operator && minus.function_name == "-" && minus.children.size() == 2) {
      const Span span = Peek().span;
      const IntervalQualifier type = ParseIntervalQualifier();
      Trees arguments;
      static constexpr const char* kUnits[] = {"YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"};
      arguments.push_back(MakeConstant(kUnits[static_cast<int>(type.first)], span));
      arguments.push_back(std::move(minus.children[0]));
      arguments.push_back(std::move(minus.children[1]));
      return MakeCall("timestampminus", std::move(arguments), span);
    }
  }
  return std::move(items[0]);
}

Tree Parser::ParseRow(Trees items, Span span) { return MakeCall("row", std::move(items), span); }

Tree Parser::SubqueryTree(duckdb::SubqueryType type, Span span) {
  auto subquery = make_uniq<duckdb::SubqueryExpression>();
  subquery->subquery_type = type;
  subquery->subquery = Wrap(ParseQueryNode());
  ExpectSymbol(")");
  subquery->SetQueryLocation(span.offset);
  return subquery;
}

Tree Parser::ParseExists() {
  const Token& token = Expect("EXISTS");
  ExpectSymbol("(");
  if (!IsQuery()) Unexpected("a query");
  return SubqueryTree(duckdb::SubqueryType::EXISTS, token.span);
}

Tree Parser::ParseNamePath() {
  std::vector<Name> path;
  const Token& first = Peek();
  do {
    path.push_back(ParseName("a column name"));
    if (IsSymbol(".") && !IsName(1)) {
      const Token& after = Peek(1);
      // f.`g`.LEFT(..) and the like do not exist; a reserved field name must be quoted.
      at_++;
      if (after.kind == TokenKind::Symbol && after.text == "*") {
        Fail(after.span, "'*' stands only alone in a select list", "");
      }
      Unexpected("a column name");
    }
  } while (AcceptSymbol("."));
  if (IsSymbol("(")) return ParseCall(path);
  duckdb::vector<duckdb::string> names;
  for (const auto& name : path) names.push_back(EncodeName(name.text));
  auto column = make_uniq<duckdb::ColumnRefExpression>(std::move(names));
  column->SetQueryLocation(first.span.offset);
  return column;
}

Tree Parser::ParseCase() {
  const Token& token = Expect("CASE");
  Tree value;
  if (!IsWord("WHEN")) value = ParseTree();
  auto result = make_uniq<duckdb::CaseExpression>();
  result->SetQueryLocation(token.span.offset);
  while (Accept("WHEN")) {
    const Token& when = Last();
    duckdb::CaseCheck check;
    if (!value) {
      check.when_expr = ParseTree();
    } else {
      auto any = make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_OR);
      do {
        Tree equal = make_uniq<duckdb::ComparisonExpression>(ExpressionType::COMPARE_EQUAL, value->Copy(), ParseTree());
        equal->SetQueryLocation(when.span.offset);
        any->children.push_back(std::move(equal));
      } while (AcceptSymbol(","));
      check.when_expr = any->children.size() == 1 ? std::move(any->children[0]) : std::move(any);
    }
    Expect("THEN");
    check.then_expr = ParseTree();
    result->case_checks.push_back(std::move(check));
  }
  if (result->case_checks.empty()) Unexpected("WHEN");
  if (Accept("ELSE")) {
    result->else_expr = ParseTree();
  } else {
    result->else_expr = make_uniq<duckdb::ConstantExpression>(duckdb::Value());
  }
  Expect("END");
  return result;
}

Tree Parser::ParseCast(bool try_cast) {
  const Token& token = Take();
  ExpectSymbol("(");
  Tree child = ParseTree();
  Expect("AS");
  if (IsWord("INTERVAL") && try_cast)
    Unsupported(Peek().span, "TRY_CAST to an INTERVAL is not supported", "CAST fails where it cannot convert");
  if (Accept("INTERVAL")) {
    // A count of units, or an interval already: the analyzer knows.
    Trees arguments;
    arguments.push_back(std::move(child));
    arguments.push_back(OneUnit(ParseIntervalQualifier()));
    ExpectSymbol(")");
    return MakeCall("__interval", std::move(arguments), token.span);
  }
  duckdb::LogicalType target = ParseCastTarget();
  ExpectSymbol(")");
  auto cast = make_uniq<duckdb::CastExpression>(std::move(target), std::move(child), try_cast);
  cast->SetQueryLocation(token.span.offset);
  return cast;
}

Tree Parser::ParseArray() {
  const Token& token = Expect("ARRAY");
  Trees items;
  if (AcceptSymbol("(")) {
    // ARRAY(SELECT ..): the rows of a query as one array.
    if (!IsQuery()) Unexpected("a query", "ARRAY[a, b] makes an array of values");
    Unsupported(token.span, "ARRAY over a query is not supported", "use ARRAY_AGG in a subquery");
  }
  ExpectSymbol("[");
  if (!IsSymbol("]")) {
    do {
      items.push_back(ParseTree());
    } while (AcceptSymbol(","));
  }
  ExpectSymbol("]");
  if (items.empty()) {
    Fail(token.span, "an array needs at least one element", "an empty one: CAST(ARRAY[] ..) does not exist in Flink",
         ErrorStage::Validation);
  }
  return MakeCall("array", std::move(items), token.span);
}

Tree Parser::ParseMap() {
  const Token& token = Expect("MAP");
  ExpectSymbol("[");
  Trees keys;
  Trees values;
  if (!IsSymbol("]")) {
    do {
      keys.push_back(ParseTree());
      if (!AcceptSymbol(",")) {
        Fail(token.span, "a map needs a value for every key", "MAP['key', value, ..]", ErrorStage::Validation);
      }
      values.push_back(ParseTree());
    } while (AcceptSymbol(","));
  }
  ExpectSymbol("]");
  if (keys.empty()) Fail(token.span, "a map needs at least one entry", "MAP['key', value, ..]", ErrorStage::Validation);
  Trees arguments;
  arguments.push_back(MakeCall("array", std::move(keys), token.span));
  arguments.push_back(MakeCall("array", std::move(values), token.span));
  return MakeCall("map", std::move(arguments), token.span);
}

}  // namespace tarn::sql
