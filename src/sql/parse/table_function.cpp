// Table functions: the windows (TUMBLE, HOP, CUMULATE, SESSION), process table functions, LATERAL TABLE(f(x)).
#include <algorithm>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/star_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>

#include "base/ascii_case.h"
#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::make_uniq;

namespace {

/// The parameters of the window functions in order, so that named arguments can be put into their places.
std::vector<std::string> WindowParameters(const std::string& lower) {
  if (lower == "tumble") return {"DATA", "TIMECOL", "SIZE", "OFFSET"};
  if (lower == "hop") return {"DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"};
  if (lower == "cumulate") return {"DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"};
  if (lower == "session") return {"DATA", "TIMECOL", "GAP"};
  return {};
}

}  // namespace

Parser::From Parser::ParseTableFunctionCall() {
  From from;
  if (IsWord("TABLE") && IsSymbol("(", 1)) {
    Take();
    Take();
    from.table = ParseTableFunction();
    ExpectSymbol(")");
  } else {
    from.table = ParseTableFunction();
  }
  if (Accept("WITH", "ORDINALITY")) {
    from.table->Cast<duckdb::TableFunctionRef>().with_ordinality = duckdb::OrdinalityType::WITH_ORDINALITY;
  }
  ParseAlias(*from.table);
  return from;
}

Table Parser::ParseTableFunction() {
  const Depth depth(*this);
  const ObjectName name = ParseObjectName("a function name");
  const std::string lower = AsciiLower(name.parts.back().text);
  const std::vector<std::string> parameters =
      name.parts.size() == 1 ? WindowParameters(lower) : std::vector<std::string>();
  ExpectSymbol("(");
  Trees arguments;
  Trees clauses;  // PARTITION BY and ORDER BY of the table arguments
  std::vector<Name> names;
  if (!IsSymbol(")")) {
    do {
      const Token& first = Peek();
      Name argument{"", first.span};
      if ((IsName() || first.kind == TokenKind::Word) && IsSymbol("=>", 1)) {
        if (first.kind == TokenKind::Word && !IsName()) {
          Fail(first.span, "'" + first.text + "' is a reserved word", "quote it: `" + first.text + "` => ..");
        }
        argument = ParseName("an argument name");
        Take();
      }
      const std::string place = argument.text.empty() ? std::to_string(names.size()) : EncodeName(argument.text);
      Tree value;
      const bool table = (IsWord("TABLE") && (IsName(1) || IsSymbol("(", 1))) || IsBracketedQuery();
      if (table) {
        auto subquery = make_uniq<duckdb::SubqueryExpression>();
        subquery->subquery_type = duckdb::SubqueryType::SCALAR;
        subquery->SetQueryLocation(first.span.offset);
        if (IsWord("TABLE") && IsSymbol("(", 1)) {
          // TABLE(TUMBLE(..)) as an argument: a function over a function.
          auto node = make_uniq<duckdb::SelectNode>();
          node->select_list.push_back(make_uniq<duckdb::StarExpression>());
          node->from_table = ParseTableFunctionCall().table;
          subquery->subquery = Wrap(std::move(node));
        } else if (Accept("TABLE")) {
          auto node = make_uniq<duckdb::SelectNode>();
          node->select_list.push_back(make_uniq<duckdb::StarExpression>());
          From from = ParseNamedTable();
          if (from.as_of) Fail(from.as_of_span, "the version of a table argument cannot depend on a column");
          node->from_table = std::move(from.table);
          subquery->subquery = Wrap(std::move(node));
        } else {
          Take();
          subquery->subquery = Wrap(ParseQueryNode());
          ExpectSymbol(")");
        }
        value = std::move(subquery);
        if (Accept("PARTITION", "BY")) {
          const Token& at = Last();
          Trees columns;
          const bool brackets = AcceptSymbol("(");
          do {
            const Name column = ParseName("a column name");
            columns.push_back(MakeConstant(EncodeName(column.text), column.span));
            // Without brackets a comma begins the next argument.
          } while (brackets && AcceptSymbol(","));
          if (brackets) ExpectSymbol(")");
          Tree partition = MakeCall("descriptor", std::move(columns), at.span);
          partition->SetAlias(place + ".partition_by");
          clauses.push_back(std::move(partition));
        }
        if (Accept("ORDER", "BY")) {
          const Token& at = Last();
          Trees columns;
          const bool brackets = AcceptSymbol("(");
          do {
            const Name column = ParseName("a column name");
            columns.push_back(MakeConstant(EncodeName(column.text), column.span));
            std::string direction = Accept("DESC") ? "DESC" : (Accept("ASC"), "ASC");
            if (Accept("NULLS")) direction += Accept("FIRST") ? " NULLS FIRST" : (Expect("LAST"), " NULLS LAST");
            columns.push_back(MakeConstant(direction, column.span));
          } while (brackets && AcceptSymbol(","));
          if (brackets) ExpectSymbol(")");
          Tree order = MakeCall("order_by", std::move(columns), at.span);
          order->SetAlias(place + ".order_by");
          clauses.push_back(std::move(order));
        }
      } else if (IsWord("DESCRIPTOR") && IsSymbol("(", 1)) {
        Take();
        Take();
        Trees columns;
        do {
          const Name column = ParseName("a column name");
          columns.push_back(MakeConstant(EncodeName(column.text), column.span));
          if (IsName()) ParseType();
        } while (AcceptSymbol(","));
        ExpectSymbol(")");
        value = MakeCall("descriptor", std::move(columns), first.span);
      } else if (IsWord("DEFAULT")) {
        // A position that keeps its default: the arguments behind it are found by their places.
        Unsupported(Peek().span, "DEFAULT as an argument is not supported", "name the arguments: argument => value");
      } else {
        value = ParseTree();
      }
      if (!argument.text.empty()) value->SetAlias(EncodeName(argument.text));
      arguments.push_back(std::move(value));
      names.push_back(std::move(argument));
    } while (AcceptSymbol(","));
  }
  ExpectSymbol(")");
  // Named arguments of a window function go to their places.
  if (!parameters.empty() && std::any_of(names.begin(), names.end(), [](const Name& n) { return !n.text.empty(); })) {
    Trees placed(parameters.size());
    size_t filled = 0;
    for (size_t i = 0; i < names.size(); i++) {
      std::string upper = names[i].text;
      for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      const auto position = std::find(parameters.begin(), parameters.end(), upper);
      if (position == parameters.end()) {
        Fail(names[i].span, name.Text() + " has no argument '" + names[i].text + "'", SuggestName(upper, parameters),
             ErrorStage::Validation);
      }
      auto& place = placed[static_cast<size_t>(position - parameters.begin())];
      if (place) Fail(names[i].span, "argument '" + names[i].text + "' is given twice", "", ErrorStage::Validation);
      place = std::move(arguments[i]);
      place->ClearAlias();
      filled++;
    }
    for (size_t i = 0; i < filled; i++) {
      if (!placed[i]) {
        Fail(name.span(), name.Text() + " needs the argument " + parameters[i], "", ErrorStage::Validation);
      }
    }
    placed.resize(filled);
    arguments = std::move(placed);
    for (auto& clause : clauses) {
      const std::string alias = clause->GetAlias();
      clause->SetAlias("0" + alias.substr(alias.find('.')));
    }
  }
  for (auto& clause : clauses) arguments.push_back(std::move(clause));
  auto call = make_uniq<duckdb::FunctionExpression>(lower, std::move(arguments));
  call->SetQueryLocation(name.span().offset);
  if (name.parts.size() > 1) {
    call->function_name = name.parts.back().text;
    call->schema = EncodeName(name.parts[name.parts.size() - 2].text);
    if (name.parts.size() > 2) call->catalog = EncodeName(name.parts[0].text);
  }
  auto table = make_uniq<duckdb::TableFunctionRef>();
  table->function = std::move(call);
  table->query_location = name.span().offset;
  return table;
}

}  // namespace tarn::sql
