// Function calls and OVER.
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/window_expression.hpp>
#include <set>

#include "base/ascii_case.h"
#include "function/function.h"
#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::ExpressionType;
using duckdb::make_uniq;
using duckdb::WindowBoundary;

namespace {

/// Where a bound of a frame lies: before the current row, at it, behind it.
int SideOf(WindowBoundary boundary) {
  switch (boundary) {
    case WindowBoundary::UNBOUNDED_PRECEDING:
    case WindowBoundary::EXPR_PRECEDING_ROWS:
    case WindowBoundary::EXPR_PRECEDING_RANGE:
      return -1;
    case WindowBoundary::UNBOUNDED_FOLLOWING:
    case WindowBoundary::EXPR_FOLLOWING_ROWS:
    case WindowBoundary::EXPR_FOLLOWING_RANGE:
      return 1;
    default:
      return 0;
  }
}

/// Functions that exist only with OVER.
ExpressionType WindowTypeOf(const std::string& lower) {
  if (lower == "row_number") return ExpressionType::WINDOW_ROW_NUMBER;
  if (lower == "rank") return ExpressionType::WINDOW_RANK;
  if (lower == "dense_rank") return ExpressionType::WINDOW_RANK_DENSE;
  if (lower == "percent_rank") return ExpressionType::WINDOW_PERCENT_RANK;
  if (lower == "cume_dist") return ExpressionType::WINDOW_CUME_DIST;
  if (lower == "ntile") return ExpressionType::WINDOW_NTILE;
  if (lower == "lag") return ExpressionType::WINDOW_LAG;
  if (lower == "lead") return ExpressionType::WINDOW_LEAD;
  if (lower == "first_value") return ExpressionType::WINDOW_FIRST_VALUE;
  if (lower == "last_value") return ExpressionType::WINDOW_LAST_VALUE;
  if (lower == "nth_value") return ExpressionType::WINDOW_NTH_VALUE;
  return ExpressionType::WINDOW_AGGREGATE;
}

/// What syntax of its own becomes (parser.h): its arguments stand as the parser lays them, so nobody calls it by name.
bool HasOwnSyntax(const std::string& lower) {
  static const std::set<std::string_view> kNames = {
      "__as_of",        "__interval",    "__json",      "array",        "count_star",
      "descriptor",     "extract",       "is_a_set",    "is_empty",     "is_json",
      "json_array",     "json_arrayagg", "json_exists", "json_object",  "json_objectagg",
      "json_query",     "json_value",    "like",        "map",          "order_by",
      "overlaps",       "row",           "similar",     "timestampadd", "timestampdiff",
      "timestampminus", "trim"};
  const char first = lower.empty() ? ' ' : lower[0];
  const bool word = first == '_' || (first >= 'a' && first <= 'z');
  return !word || kNames.count(lower) != 0;
}

/// How it is written then; "" for what has no name to a user.
std::string SyntaxOf(const std::string& name) {
  const auto* entry = function::FindFunction(name);
  const auto* special = function::FindSpecial(name);
  if (entry == nullptr && special == nullptr) return "";
  return std::string("written ") + (entry != nullptr ? entry->signature : special->signature);
}

}  // namespace

Tree Parser::MakeConstant(const std::string& value, Span span) {
  auto constant = make_uniq<duckdb::ConstantExpression>(duckdb::Value(value));
  constant->SetQueryLocation(span.offset);
  return constant;
}

Tree Parser::MakeCall(const std::string& lower, Trees arguments, Span span) {
  auto call = make_uniq<duckdb::FunctionExpression>(lower, std::move(arguments));
  call->SetQueryLocation(span.offset);
  return call;
}

Tree Parser::ParseCall(const std::vector<Name>& path) {
  const Depth depth(*this);
  const Span span = Cover(path.front().span, path.back().span);
  const std::string lower = AsciiLower(path.back().text);
  if (HasOwnSyntax(lower)) {
    Fail(span, "no function matches " + path.back().text, SyntaxOf(lower), ErrorStage::Validation);
  }
  ExpectSymbol("(");
  Trees arguments;
  bool star = false;
  const bool distinct = Accept("DISTINCT");
  if (!distinct) Accept("ALL");
  duckdb::unique_ptr<duckdb::OrderModifier> order;
  bool ignore_nulls = false;
  const auto nulls = [&] {
    const Token& token = Peek();
    const bool ignore = Accept("IGNORE", "NULLS");
    if (!ignore && !Accept("RESPECT", "NULLS")) return;
    ignore_nulls = ignore;
    if (lower == "lag" || lower == "lead" || lower == "array_agg") return;
    Fail(token.span, path.back().text + " takes neither IGNORE NULLS nor RESPECT NULLS", "only LAG and LEAD do",
         ErrorStage::Validation);
  };
  if (AcceptSymbol("*")) {
    star = true;
  } else if (!IsSymbol(")")) {
    do {
      std::string argument_name;
      if (IsName() && IsSymbol("=>", 1)) {
        argument_name = EncodeName(Take().text);
        Take();
      }
      if (IsWord("DEFAULT")) Unsupported(Peek().span, "DEFAULT arguments are not supported", "leave the argument out");
      if (IsBracketedQuery()) {
        const Token& open = Take();
        arguments.push_back(SubqueryTree(duckdb::SubqueryType::SCALAR, open.span));
      } else {
        arguments.push_back(ParseTree());
      }
      if (!argument_name.empty()) arguments.back()->SetAlias(argument_name);
    } while (AcceptSymbol(","));
    if (Accept("ORDER", "BY")) {
      order = make_uniq<duckdb::OrderModifier>();
      order->orders = ParseOrderItems();
    }
    if (lower == "array_agg") nulls();
  }
  ExpectSymbol(")");
  if (star && lower != "count") {
    const auto& name = path.back().text;
    if (function::FindFunction(name) == nullptr && function::FindSpecial(name) == nullptr) {
      Fail(span, "no function matches " + name, SuggestName(name, function::FunctionNames()), ErrorStage::Validation);
    }
    Fail(span, "only COUNT takes '*'", "", ErrorStage::Validation);
  }

  auto call = make_uniq<duckdb::FunctionExpression>(star ? "count_star" : lower, std::move(arguments));
  call->SetQueryLocation(span.offset);
  call->distinct = distinct;
  // A function of a catalog: its path with the name as written.
  if (path.size() > 1) {
    call->function_name = path.back().text;
    call->schema = EncodeName(path[path.size() - 2].text);
    if (path.size() > 2) call->catalog = EncodeName(path[path.size() - 3].text);
  }
  if (IsWord("WITHIN")) {
    Fail(Peek().span, path.back().text + " takes no WITHIN GROUP clause",
         "in batch mode ARRAY_AGG and LISTAGG take ORDER BY inside: LISTAGG(x, ',' ORDER BY y)",
         ErrorStage::Validation);
  }
  call->order_bys = std::move(order);
  nulls();
  if (IsWord("FILTER") && IsSymbol("(", 1)) {
    Take();
    Take();
    Expect("WHERE");
    call->filter = ParseTree();
    ExpectSymbol(")");
  }
  nulls();
  if (Accept("OVER")) return ParseOver(std::move(call), ignore_nulls, span);
  if (ignore_nulls) {
    Fail(span, "IGNORE NULLS stands only before OVER", "", ErrorStage::Validation);
  }
  return call;
}

Tree Parser::ParseOver(duckdb::unique_ptr<duckdb::FunctionExpression> call, bool ignore_nulls, Span span) {
  const ExpressionType type = WindowTypeOf(call->function_name);
  auto window = make_uniq<duckdb::WindowExpression>(type, call->catalog, call->schema, call->function_name);
  window->SetQueryLocation(span.offset);
  window->distinct = call->distinct;
  window->filter_expr = std::move(call->filter);
  window->ignore_nulls = ignore_nulls;
  if (call->order_bys) window->arg_orders = std::move(call->order_bys->orders);
  window->children = std::move(call->children);
  window->start = WindowBoundary::UNBOUNDED_PRECEDING;
  window->end = WindowBoundary::CURRENT_ROW_RANGE;
  if (type == ExpressionType::WINDOW_LAG || type == ExpressionType::WINDOW_LEAD) {
    if (window->children.empty() || window->children.size() > 3) {
      Fail(span, call->function_name + " takes a value, an offset and a default", "", ErrorStage::Validation);
    }
    if (window->children.size() > 2) window->default_expr = std::move(window->children[2]);
    if (window->children.size() > 1) window->offset_expr = std::move(window->children[1]);
    window->children.resize(1);
  }
  if (IsSymbol("(")) {
    ParseWindowSpecification(*window);
  } else {
    scopes_.back().windows.push_back({window.get(), ParseName("a window name"), false});
  }
  return window;
}

void Parser::ParseWindowSpecification(duckdb::WindowExpression& window) {
  ExpectSymbol("(");
  if (IsName()) scopes_.back().windows.push_back({&window, ParseName("a window name"), true});
  if (Accept("PARTITION", "BY")) {
    do {
      window.partitions.push_back(ParseTree());
    } while (AcceptSymbol(","));
  }
  if (Accept("ORDER", "BY")) window.orders = ParseOrderItems();
  if (IsAnyWord({"ROWS", "RANGE"})) ParseFrame(window);
  ExpectSymbol(")");
}

void Parser::ParseFrame(duckdb::WindowExpression& window) {
  const Token& kind = Take();
  const bool rows = kind.upper == "ROWS";
  const auto bound = [&](bool end) {
    const Token& token = Peek();
    if (Accept("CURRENT", "ROW")) {
      auto& boundary = end ? window.end : window.start;
      boundary = rows ? WindowBoundary::CURRENT_ROW_ROWS : WindowBoundary::CURRENT_ROW_RANGE;
      return;
    }
    Tree distance;
    if (!Accept("UNBOUNDED")) distance = ParseTree();
    const bool preceding = Accept("PRECEDING");
    if (!preceding && !Accept("FOLLOWING")) Unexpected("PRECEDING or FOLLOWING");
    auto& boundary = end ? window.end : window.start;
    if (!distance) {
      if (preceding == end) Fail(token.span, "the frame is empty", "", ErrorStage::Validation);
      boundary = preceding ? WindowBoundary::UNBOUNDED_PRECEDING : WindowBoundary::UNBOUNDED_FOLLOWING;
    } else if (rows) {
      boundary = preceding ? WindowBoundary::EXPR_PRECEDING_ROWS : WindowBoundary::EXPR_FOLLOWING_ROWS;
    } else {
      boundary = preceding ? WindowBoundary::EXPR_PRECEDING_RANGE : WindowBoundary::EXPR_FOLLOWING_RANGE;
    }
    (end ? window.end_expr : window.start_expr) = std::move(distance);
  };
  if (Accept("BETWEEN")) {
    bound(false);
    Expect("AND");
    bound(true);
  } else {
    bound(false);
    window.end = rows ? WindowBoundary::CURRENT_ROW_ROWS : WindowBoundary::CURRENT_ROW_RANGE;
  }
  if (SideOf(window.start) > SideOf(window.end)) {
    Fail(kind.span, "the frame ends before it begins", "", ErrorStage::Validation);
  }
}

}  // namespace tarn::sql
