// FROM: tables, joins, subqueries, UNNEST, versions.
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/parsed_expression_iterator.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/joinref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include "sql/names.h"
#include "sql/parse/parser_impl.h"
#include "sql/table_refs.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::JoinType;
using duckdb::make_uniq;

namespace {

bool HasColumn(const duckdb::ParsedExpression& expression) {
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF) return true;
  bool found = false;
  duckdb::ParsedExpressionIterator::EnumerateChildren(
      expression, [&](const duckdb::ParsedExpression& child) { found = found || HasColumn(child); });
  return found;
}

}  // namespace

Table Parser::ParseFrom() {
  size_t links = 0;
  From from = ParseJoins();
  while (IsSymbol(",")) {
    CountLink(links);
    const Token& token = Take();
    From right = ParseJoins();
    from.table = Join(std::move(from.table), std::move(right), JoinType::INNER, nullptr, token);
  }
  return std::move(from.table);
}

Table Parser::Join(Table left, From right, JoinType type, Tree condition, const Token& at) {
  if (right.as_of) {
    Trees arguments;
    arguments.push_back(std::move(right.as_of));
    Tree marker = MakeCall("__as_of", std::move(arguments), right.as_of_span);
    if (condition) {
      condition = make_uniq<duckdb::ConjunctionExpression>(ExpressionType::CONJUNCTION_AND, std::move(condition),
                                                           std::move(marker));
    } else {
      condition = std::move(marker);
    }
  }
  auto join = make_uniq<duckdb::JoinRef>(condition ? duckdb::JoinRefType::REGULAR : duckdb::JoinRefType::CROSS);
  join->query_location = at.span.offset;
  join->type = type;
  join->left = std::move(left);
  join->right = std::move(right.table);
  join->condition = std::move(condition);
  return join;
}

Parser::From Parser::ParseJoins() {
  const Depth depth(*this);
  From left = ParseTablePrimary();
  if (left.as_of) {
    Fail(left.as_of_span, "the version of a table that stands first cannot depend on a column",
         "join it: .. JOIN t FOR SYSTEM_TIME AS OF a.time ON ..", ErrorStage::Validation);
  }
  size_t links = 0;
  while (IsAnyWord({"JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL"})) {
    CountLink(links);
    const Token& token = Peek();
    const bool natural = Accept("NATURAL");
    JoinType type = JoinType::INNER;
    const bool cross = Accept("CROSS");
    if (!cross && !Accept("INNER")) {
      if (Accept("LEFT"))
        type = JoinType::LEFT;
      else if (Accept("RIGHT"))
        type = JoinType::RIGHT;
      else if (Accept("FULL"))
        type = JoinType::OUTER;
      if (type != JoinType::INNER) Accept("OUTER");
      if (IsAnyWord({"SEMI", "ANTI"})) {
        Fail(Peek().span, "there is no " + Peek().upper + " JOIN", "write WHERE [NOT] EXISTS (..) or [NOT] IN (..)");
      }
    }
    Expect("JOIN");
    From right = ParseTablePrimary();
    Tree condition;
    std::vector<std::string> using_columns;
    if (!cross && !natural) {
      if (Accept("ON")) {
        condition = ParseTree();
      } else if (Accept("USING")) {
        for (const auto& column : ParseNameList("a column name")) using_columns.push_back(EncodeName(column.text));
      } else {
        Fail(token.span, "an INNER, LEFT, RIGHT or FULL JOIN needs a condition",
             "ON .. or USING (..); CROSS JOIN pairs every row with every other", ErrorStage::Validation);
      }
    } else if (IsAnyWord({"ON", "USING"}) && !IsWord("CONFLICT", 1)) {
      Fail(Peek().span, std::string("a ") + (cross ? "CROSS" : "NATURAL") + " JOIN takes no condition",
           cross ? "JOIN .. ON .., or WHERE" : "JOIN .. ON ..", ErrorStage::Validation);
    }
    left.table = Join(std::move(left.table), std::move(right), type, std::move(condition), token);
    auto& join = left.table->Cast<duckdb::JoinRef>();
    if (natural) join.ref_type = duckdb::JoinRefType::NATURAL;
    if (!using_columns.empty()) {
      join.ref_type = duckdb::JoinRefType::REGULAR;
      join.using_columns.assign(using_columns.begin(), using_columns.end());
    }
  }
  return left;
}

void Parser::ParseAlias(duckdb::TableRef& table) {
  if (!Accept("AS") && !IsName()) return;
  table.alias = EncodeName(ParseName("a table alias").text);
  if (IsSymbol("(")) {
    for (const auto& column : ParseNameList("a column name"))
      table.column_name_alias.push_back(EncodeName(column.text));
  }
}

Parser::From Parser::ParseTablePrimary() {
  const Depth depth(*this);
  const Token& token = Peek();
  From from;
  if (IsWord("LATERAL")) return ParseLateral();
  if (IsWord("UNNEST") && IsSymbol("(", 1)) return ParseUnnest();
  if (IsWord("TABLE") && IsSymbol("(", 1)) return ParseTableFunctionCall();
  if (token.kind == TokenKind::String) {
    // Ours, in batch: a file as a table.
    auto file = make_uniq<duckdb::BaseTableRef>();
    file->schema_name = kFileSchema;
    file->table_name = Take().text;
    file->query_location = token.span.offset;
    from.table = std::move(file);
    ParseAlias(*from.table);
    return from;
  }
  if (IsSymbol("(")) {
    if (IsBracketedQuery()) {
      Take();
      auto subquery = make_uniq<duckdb::SubqueryRef>(Wrap(ParseQueryNode()));
      ExpectSymbol(")");
      subquery->query_location = token.span.offset;
      from.table = std::move(subquery);
      if (IsWord("MATCH_RECOGNIZE")) from.table = ParseMatchRecognize(std::move(from.table));
      ParseAlias(*from.table);
      return from;
    }
    Take();
    from.table = ParseFrom();
    if (from.table->type != duckdb::TableReferenceType::JOIN) {
      Fail(token.span, "brackets in FROM hold a query or a join", "leave them out");
    }
    ExpectSymbol(")");
    if (IsName() || IsWord("AS")) Fail(Peek().span, "joined tables in brackets take no alias", "name each table");
    return from;
  }
  // f(..): a table function without TABLE(..).
  size_t ahead = 1;
  while (IsSymbol(".", ahead) && IsName(ahead + 1)) ahead += 2;
  const bool call = IsSymbol("(", ahead) && (IsName() || IsAnyWord({"UNNEST"}));
  if (call && IsName()) return ParseTableFunctionCall();
  return ParseNamedTable();
}

Parser::From Parser::ParseNamedTable() {
  From from;
  const ObjectName name = ParseObjectName("a table name");
  auto table = make_uniq<duckdb::BaseTableRef>();
  table->query_location = name.span().offset;
  const auto& parts = name.parts;
  table->table_name = EncodeName(parts.back().text);
  if (parts.size() > 1) table->schema_name = EncodeName(parts[parts.size() - 2].text);
  if (parts.size() > 2) table->catalog_name = EncodeName(parts[0].text);

  Trees clauses;
  const auto clause = [&](const char* which, Tree value) {
    value->SetAlias(which);
    clauses.push_back(std::move(value));
  };
  const OptionList options = ParseTableHint();
  if (!options.empty()) {
    Trees pairs;
    for (const auto& option : options) {
      pairs.push_back(MakeConstant(option.key.value, option.key.span));
      pairs.push_back(MakeConstant(option.value.value, option.value.span));
    }
    clause("options", MakeCall("map", std::move(pairs), options.front().key.span));
  }
  const Token& version = Peek();
  if (Accept("FOR", "SYSTEM_TIME", "AS", "OF") || Accept("FOR", "TIMESTAMP", "AS", "OF")) {
    Tree time = ParseTree();
    if (HasColumn(*time)) {
      from.as_of = std::move(time);
      from.as_of_span = version.span;
    } else {
      clause("timestamp", std::move(time));
    }
  } else if (Accept("FOR", "VERSION", "AS", "OF") || Accept("VERSION", "AS", "OF")) {
    // Paimon's, as in Spark: a snapshot id or a tag.
    clause("version", ParseTree());
  } else if (IsWord("FOR")) {
    Take();
    Unexpected("SYSTEM_TIME AS OF");
  }
  if (!clauses.empty()) {
    table->at_clause =
        make_uniq<duckdb::AtClause>("tarn", make_uniq<duckdb::FunctionExpression>("struct_pack", std::move(clauses)));
  }
  from.table = std::move(table);
  if (IsWord("MATCH_RECOGNIZE")) from.table = ParseMatchRecognize(std::move(from.table));
  ParseAlias(*from.table);
  if (Peek().kind == TokenKind::HintBegin) {
    Fail(Peek().span, "a table's hint stands before its alias", "t /*+ OPTIONS(..) */ AS alias");
  }
  if (IsWord("TABLESAMPLE"))
    Unsupported(Peek().span, "TABLESAMPLE is not supported", "WHERE RAND() < 0.1 keeps about a tenth of the rows");
  if (IsWord("FOR") && IsAnyWord({"SYSTEM_TIME", "VERSION", "TIMESTAMP"}, 1)) {
    Fail(Peek().span, "the version of a table stands before its alias", "t FOR SYSTEM_TIME AS OF time AS alias");
  }
  if (IsWord("PIVOT") || IsWord("UNPIVOT")) Unsupported(Peek().span, Peek().upper + " is not supported");
  return from;
}

Parser::From Parser::ParseLateral() {
  const Token& token = Expect("LATERAL");
  if (IsWord("TABLE") && IsSymbol("(", 1)) return ParseTableFunctionCall();
  if (IsWord("UNNEST")) return ParseUnnest();
  if (!IsBracketedQuery()) return ParseTableFunctionCall();
  From from;
  Take();
  auto subquery = make_uniq<duckdb::SubqueryRef>(Wrap(ParseQueryNode()));
  ExpectSymbol(")");
  subquery->query_location = token.span.offset;
  MarkLateral(*subquery);
  from.table = std::move(subquery);
  ParseAlias(*from.table);
  return from;
}

Parser::From Parser::ParseUnnest() {
  const Token& token = Take();
  ExpectSymbol("(");
  Trees arguments;
  do {
    arguments.push_back(ParseTree());
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  auto unnest = make_uniq<duckdb::TableFunctionRef>();
  unnest->query_location = token.span.offset;
  unnest->function = MakeCall("unnest", std::move(arguments), token.span);
  if (Accept("WITH", "ORDINALITY")) unnest->with_ordinality = duckdb::OrdinalityType::WITH_ORDINALITY;
  From from;
  from.table = std::move(unnest);
  ParseAlias(*from.table);
  return from;
}

}  // namespace tarn::sql
