// MATCH_RECOGNIZE. It becomes a table function call whose named arguments hold the clauses:
//   match_recognize(SELECT * FROM input, partition_by => descriptor('k' ..), order_by => row(rt ..),
//                   measures => row(e AS name ..), rows => 'ONE' | 'ALL', skip => 'PAST LAST ROW' ..,
//                   pattern => 'A B+ C', within => interval, define => row(condition AS variable ..))
#include <duckdb/parser/expression/star_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::make_uniq;

Table Parser::ParseMatchRecognize(Table input) {
  const Token& token = Expect("MATCH_RECOGNIZE");
  auto subquery = make_uniq<duckdb::SubqueryExpression>();
  auto node = make_uniq<duckdb::SelectNode>();
  node->select_list.push_back(make_uniq<duckdb::StarExpression>());
  node->from_table = std::move(input);
  subquery->subquery = Wrap(std::move(node));
  subquery->subquery_type = duckdb::SubqueryType::SCALAR;
  Trees arguments;
  arguments.push_back(std::move(subquery));
  const auto argument = [&](const char* name, Tree value) {
    value->SetAlias(name);
    arguments.push_back(std::move(value));
  };
  ExpectSymbol("(");
  if (Accept("PARTITION", "BY")) {
    Trees columns;
    do {
      const Name column = ParseName("a column name");
      columns.push_back(MakeConstant(EncodeName(column.text), column.span));
    } while (AcceptSymbol(","));
    argument("partition_by", MakeCall("descriptor", std::move(columns), token.span));
  }
  if (Accept("ORDER", "BY")) {
    Trees items;
    for (auto& item : ParseOrderItems()) {
      if (item.type != duckdb::OrderType::ASCENDING && items.empty()) {
        Fail(token.span, "MATCH_RECOGNIZE takes its rows in ascending order of time", "", ErrorStage::Plan);
      }
      items.push_back(std::move(item.expression));
    }
    argument("order_by", MakeCall("row", std::move(items), token.span));
  }
  if (Accept("MEASURES")) {
    Trees measures;
    do {
      if (IsAnyWord({"FINAL", "RUNNING"}) && !IsSymbol(".", 1) && !IsWord("AS", 1)) Take();
      Tree measure = ParseTree();
      Expect("AS");
      measure->SetAlias(EncodeName(ParseName("a column name").text));
      measures.push_back(std::move(measure));
    } while (AcceptSymbol(","));
    argument("measures", MakeCall("row", std::move(measures), token.span));
  }
  if (Accept("ONE", "ROW", "PER", "MATCH")) {
    argument("rows", MakeConstant("ONE", token.span));
  } else if (Accept("ALL", "ROWS", "PER", "MATCH")) {
    argument("rows", MakeConstant("ALL", token.span));
  }
  if (Accept("AFTER", "MATCH")) {
    Expect("SKIP");
    std::string skip;
    if (Accept("PAST", "LAST", "ROW")) {
      skip = "PAST LAST ROW";
    } else {
      Expect("TO");
      if (Accept("NEXT", "ROW")) {
        skip = "NEXT ROW";
      } else {
        skip = IsAnyWord({"FIRST", "LAST"}) ? Take().upper : "LAST";
        skip += " " + ParseName("a pattern variable").text;
      }
    }
    argument("skip", MakeConstant(skip, token.span));
  }
  Expect("PATTERN");
  ExpectSymbol("(");
  std::string pattern;
  for (size_t open = 1;;) {
    const Token& part = Peek();
    if (part.kind == TokenKind::End) Unexpected("the end of the pattern");
    if (IsSymbol("(")) open++;
    if (IsSymbol(")") && --open == 0) break;
    const bool quantifier = part.kind == TokenKind::Symbol && !IsSymbol("(") && !IsSymbol("|");
    if (!pattern.empty() && !quantifier && part.kind != TokenKind::Integer) pattern += ' ';
    pattern += Take().text;
  }
  ExpectSymbol(")");
  if (pattern.empty()) Fail(token.span, "the pattern is empty");
  argument("pattern", MakeConstant(pattern, token.span));
  if (Accept("WITHIN")) argument("within", ParseTree());
  if (IsWord("SUBSET")) Unsupported(Peek().span, "SUBSET in MATCH_RECOGNIZE is not supported");
  Expect("DEFINE");
  Trees conditions;
  do {
    const Name variable = ParseName("a pattern variable");
    Expect("AS");
    Tree condition = ParseTree();
    condition->SetAlias(EncodeName(variable.text));
    conditions.push_back(std::move(condition));
  } while (AcceptSymbol(","));
  argument("define", MakeCall("row", std::move(conditions), token.span));
  ExpectSymbol(")");
  auto table = make_uniq<duckdb::TableFunctionRef>();
  table->function = MakeCall("match_recognize", std::move(arguments), token.span);
  table->query_location = token.span.offset;
  return table;
}

}  // namespace tarn::sql
