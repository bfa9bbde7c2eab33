// SELECT: the list, FROM, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY.
#include <algorithm>
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

// What the use itself says, OVER (w ROWS ..), comes on top of the named window.
void Parser::BuildOn(const duckdb::WindowExpression& base, const NamedWindow& use) const {
  auto& window = *use.window;
  const auto has_frame = [](const duckdb::WindowExpression& any) {
    return any.start != duckdb::WindowBoundary::UNBOUNDED_PRECEDING ||
           any.end != duckdb::WindowBoundary::CURRENT_ROW_RANGE;
  };
  const auto refuse = [&](const std::string& what) {
    Fail(use.name.span, what, "write the whole window out", ErrorStage::Validation);
  };
  if (!window.partitions.empty()) refuse("a window that builds on another takes no PARTITION BY of its own");
  if (!window.orders.empty() && !base.orders.empty()) refuse("'" + use.name.text + "' has an ORDER BY already");
  if (use.in_brackets && has_frame(base)) refuse("'" + use.name.text + "' has ROWS or RANGE: no window builds on it");
  for (const auto& partition : base.partitions) window.partitions.push_back(partition->Copy());
  for (const auto& order : base.orders) {
    window.orders.emplace_back(order.type, order.null_order, order.expression->Copy());
  }
  if (has_frame(window)) return;
  window.start = base.start;
  window.end = base.end;
  if (base.start_expr) window.start_expr = base.start_expr->Copy();
  if (base.end_expr) window.end_expr = base.end_expr->Copy();
}

// Windows may build on others, w2 AS (w ORDER BY d), whichever stands first.
void Parser::ParseWindowClause() {
  struct Definition {
    Name name;
    duckdb::unique_ptr<duckdb::WindowExpression> window;
    std::optional<Name> base;  // until it is laid under the window
  };
  std::vector<Definition> defined;
  const auto find = [&](const std::string& name) {
    return std::find_if(defined.begin(), defined.end(),
                        [&](const Definition& other) { return other.name.text == name; });
  };
  auto& pending = scopes_.back().windows;
  size_t links = 0;
  Expect("WINDOW");
  do {
    CountLink(links);
    const Name name = ParseName("a window name");
    if (find(name.text) != defined.end()) {
      Fail(name.span, "window '" + name.text + "' is defined twice", "", ErrorStage::Validation);
    }
    Expect("AS");
    auto window = make_uniq<duckdb::WindowExpression>(duckdb::ExpressionType::WINDOW_AGGREGATE, "", "", "");
    window->start = duckdb::WindowBoundary::UNBOUNDED_PRECEDING;
    window->end = duckdb::WindowBoundary::CURRENT_ROW_RANGE;
    const size_t before = pending.size();
    ParseWindowSpecification(*window);
    std::optional<Name> base;
    if (pending.size() != before) {
      base = pending.back().name;
      pending.pop_back();
    }
    defined.push_back({name, std::move(window), std::move(base)});
  } while (AcceptSymbol(","));

  for (bool more = true; more;) {
    more = false;
    for (auto& definition : defined) {
      if (!definition.base) continue;
      const auto base = find(definition.base->text);
      if (base == defined.end()) {
        Fail(definition.base->span, "window '" + definition.base->text + "' is not defined", "",
             ErrorStage::Validation);
      }
      if (base->base) continue;
      BuildOn(*base->window, {definition.window.get(), *definition.base, true});
      definition.base.reset();
      more = true;
    }
  }
  for (const auto& definition : defined) {
    if (definition.base) {
      Fail(definition.base->span, "window '" + definition.name.text + "' builds on itself", "", ErrorStage::Validation);
    }
  }
  std::erase_if(pending, [&](const NamedWindow& use) {
    const auto base = find(use.name.text);
    if (base == defined.end()) return false;
    BuildOn(*base->window, use);
    return true;
  });
}

}  // namespace tarn::sql
