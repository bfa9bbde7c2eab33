// SELECT: the list, FROM, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY.
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/star_expression.hpp>
#include <duckdb/parser/expression/window_expression.hpp>
#include <duckdb/parser/expression_map.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/emptytableref.hpp>

#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

using duckdb::GroupingSet;
using duckdb::make_uniq;

namespace {

constexpr size_t kMaxGroupingSets = 4096;

void AddCubeSets(const GroupingSet& current, const std::vector<GroupingSet>& items, size_t first,
                 std::vector<GroupingSet>& sets) {
  sets.push_back(current);
  for (size_t i = first; i < items.size(); i++) {
    GroupingSet next = current;
    next.insert(items[i].begin(), items[i].end());
    AddCubeSets(next, items, i + 1, sets);
  }
}

}  // namespace

Node Parser::ParseSelect() {
  const Depth depth(*this);
  const Token& token = Expect("SELECT");
  scopes_.emplace_back();
  auto node = make_uniq<duckdb::SelectNode>();
  const bool hinted = Peek().kind == TokenKind::HintBegin;
  if (hinted) ParseQueryHints(token.span.offset);
  if (IsWord("STREAM")) Fail(Peek().span, "SELECT STREAM does not exist", "leave STREAM out");
  if (Accept("DISTINCT")) {
    if (IsWord("ON") && IsSymbol("(", 1)) {
      Fail(Peek().span, "DISTINCT ON does not exist",
           "number the rows with ROW_NUMBER() OVER (..) and keep those of 1");
    }
    node->modifiers.push_back(make_uniq<duckdb::DistinctModifier>());
  } else {
    Accept("ALL");
  }
  ParseSelectList(*node);
  if (Accept("FROM")) {
    node->from_table = ParseFrom();
  } else {
    node->from_table = make_uniq<duckdb::EmptyTableRef>();
    if (IsAnyWord({"WHERE", "GROUP", "HAVING", "WINDOW", "QUALIFY"})) Unexpected("FROM");
  }
  if (hinted) CheckQueryHints(token.span.offset, *node->from_table);
  if (Accept("WHERE")) node->where_clause = ParseTree();
  if (Accept("GROUP", "BY")) ParseGroupBy(*node);
  if (Accept("HAVING")) node->having = ParseTree();
  if (IsWord("WINDOW")) ParseWindowClause();
  if (Accept("QUALIFY")) node->qualify = ParseTree();
  if (!scopes_.back().windows.empty()) {
    const Name& name = scopes_.back().windows.front().name;
    Fail(name.span, "window '" + name.text + "' is not defined", "WINDOW " + name.text + " AS (..) behind HAVING",
         ErrorStage::Validation);
  }
  scopes_.pop_back();
  return node;
}

void Parser::ParseSelectList(duckdb::SelectNode& node) {
  do {
    const Token& first = Peek();
    if (AcceptSymbol("*")) {
      auto star = make_uniq<duckdb::StarExpression>();
      star->SetQueryLocation(first.span.offset);
      node.select_list.push_back(std::move(star));
      continue;
    }
    // a.b.*: the columns of a table, or the fields of a row.
    size_t ahead = 0;
    while (IsName(ahead) && IsSymbol(".", ahead + 1)) ahead += 2;
    if (ahead > 0 && IsSymbol("*", ahead)) {
      std::string relation;
      duckdb::vector<duckdb::string> path;
      for (size_t i = 0; i < ahead; i += 2) {
        path.push_back(EncodeName(Take().text));
        Take();
      }
      Take();
      auto star = make_uniq<duckdb::StarExpression>(path.back());
      // The whole path, for a table of a catalog or a row of a table.
      if (path.size() > 1) star->expr = make_uniq<duckdb::ColumnRefExpression>(std::move(path));
      star->SetQueryLocation(first.span.offset);
      node.select_list.push_back(std::move(star));
      continue;
    }
    Tree item = ParseTree();
    if (Accept("AS") || IsName()) {
      item->SetAlias(EncodeName(ParseName("a column name").text));
    } else {
      item->ClearAlias();
    }
    node.select_list.push_back(std::move(item));
  } while (AcceptSymbol(","));
}

void Parser::ParseGroupBy(duckdb::SelectNode& node) {
  auto& groups = node.groups;
  duckdb::parsed_expression_map_t<size_t> known;
  if (!Accept("DISTINCT")) Accept("ALL");
  const auto add = [&](GroupingSet& set, Tree expression) {
    const auto entry = known.find(*expression);
    size_t index = groups.group_expressions.size();
    if (entry != known.end()) {
      index = entry->second;
    } else {
      groups.group_expressions.push_back(std::move(expression));
      known[*groups.group_expressions.back()] = index;
    }
    set.insert(index);
  };
  // One element of ROLLUP, CUBE or GROUPING SETS: an expression, (a, b) or ().
  const auto element = [&] {
    GroupingSet set;
    const bool list = IsSymbol("(") && !IsBracketedQuery() && [&] {
      // (a) + 1 is an expression; (a, b) and (a) alone are lists.
      size_t open = 0;
      size_t i = 0;
      do {
        if (IsSymbol("(", i)) open++;
        if (IsSymbol(")", i)) open--;
        if (Peek(i).kind == TokenKind::End) return false;
        i++;
      } while (open > 0);
      return IsSymbol(",", i) || IsSymbol(")", i) || Peek(i).kind != TokenKind::Symbol;
    }();
    if (list) {
      Take();
      if (!IsSymbol(")")) {
        do {
          add(set, ParseTree());
        } while (AcceptSymbol(","));
      }
      ExpectSymbol(")");
    } else {
      add(set, ParseTree());
    }
    return set;
  };
  const auto item = [&](auto&& self) -> std::vector<GroupingSet> {
    const Depth depth(*this);
    const Token& token = Peek();
    std::vector<GroupingSet> sets;
    if (Accept("GROUPING", "SETS")) {
      ExpectSymbol("(");
      do {
        for (auto& set : self(self)) sets.push_back(std::move(set));
      } while (AcceptSymbol(","));
      ExpectSymbol(")");
    } else if (IsAnyWord({"ROLLUP", "CUBE"}) && IsSymbol("(", 1)) {
      const bool rollup = Take().upper == "ROLLUP";
      Take();
      std::vector<GroupingSet> items;
      do {
        items.push_back(element());
      } while (AcceptSymbol(","));
      ExpectSymbol(")");
      if (rollup) {
        // (a, b, c), (a, b), (a), ()
        GroupingSet current;
        sets.push_back(current);
        for (const auto& more : items) {
          current.insert(more.begin(), more.end());
          sets.push_back(current);
        }
      } else {
        if (items.size() > 12) Fail(token.span, "CUBE takes at most 12 items", "", ErrorStage::Plan);
        AddCubeSets({}, items, 0, sets);
      }
    } else {
      sets.push_back(element());
    }
    return sets;
  };
  do {
    const Token& token = Peek();
    std::vector<GroupingSet> sets = item(item);
    if (groups.grouping_sets.empty()) {
      groups.grouping_sets.assign(sets.begin(), sets.end());
      continue;
    }
    if (groups.grouping_sets.size() * sets.size() > kMaxGroupingSets) {
      Fail(token.span, "more than " + std::to_string(kMaxGroupingSets) + " grouping sets", "", ErrorStage::Plan);
    }
    duckdb::vector<GroupingSet> product;
    for (const auto& left : groups.grouping_sets) {
      for (const auto& right : sets) {
        product.push_back(left);
        product.back().insert(right.begin(), right.end());
      }
    }
    groups.grouping_sets = std::move(product);
  } while (AcceptSymbol(","));
}

void Parser::ParseWindowClause() {
  Expect("WINDOW");
  auto& pending = scopes_.back().windows;
  do {
    const Name name = ParseName("a window name");
    Expect("AS");
    duckdb::WindowExpression window(duckdb::ExpressionType::WINDOW_AGGREGATE, "", "", "");
    window.start = duckdb::WindowBoundary::UNBOUNDED_PRECEDING;
    window.end = duckdb::WindowBoundary::CURRENT_ROW_RANGE;
    const size_t before = pending.size();
    ParseWindowSpecification(window);
    if (pending.size() != before) {
      Unsupported(pending.back().name.span, "a window that builds on another is not supported", "write it out");
    }
    for (size_t i = 0; i < pending.size();) {
      if (pending[i].name.text != name.text) {
        i++;
        continue;
      }
      auto& target = *pending[i].window;
      // What the use itself says (OVER (w ROWS ..)) comes on top of the named window.
      if (target.partitions.empty()) {
        for (const auto& partition : window.partitions) target.partitions.push_back(partition->Copy());
      }
      if (target.orders.empty()) {
        for (const auto& order : window.orders) {
          target.orders.emplace_back(order.type, order.null_order, order.expression->Copy());
        }
      }
      const bool own_frame = target.start != duckdb::WindowBoundary::UNBOUNDED_PRECEDING ||
                             target.end != duckdb::WindowBoundary::CURRENT_ROW_RANGE;
      if (!own_frame) {
        target.start = window.start;
        target.end = window.end;
        if (window.start_expr) target.start_expr = window.start_expr->Copy();
        if (window.end_expr) target.end_expr = window.end_expr->Copy();
      }
      pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(i));
    }
  } while (AcceptSymbol(","));
}

}  // namespace tarn::sql
