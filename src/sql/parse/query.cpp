// WITH, set operations, VALUES, ORDER BY and LIMIT: what stands around SELECT.
#include <duckdb/parser/common_table_expression_info.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/star_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/query_node/set_operation_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/expressionlistref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>

#include "sql/names.h"
#include "sql/parse/parser_impl.h"
#include "sql/table_refs.h"

namespace tarn::sql {

using duckdb::make_uniq;

namespace {

/// Hands a node on as the FROM of SELECT *, so that WITH or ORDER BY can be laid around it once more.
Node Enclose(Node node) {
  auto outer = make_uniq<duckdb::SelectNode>();
  outer->select_list.push_back(make_uniq<duckdb::StarExpression>());
  auto statement = make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(node);
  outer->from_table = make_uniq<duckdb::SubqueryRef>(std::move(statement), "^ query");
  return outer;
}

/// Of two queries with one name in a WITH each is meant by what stands between it and the next, as scopes in scopes
/// would have it. The earlier one gets a name of ours; `next` is the query that takes its name.
void Hide(duckdb::CommonTableExpressionMap& with, const std::string& name, duckdb::CommonTableExpressionInfo& next) {
  const std::string hidden = "^ " + std::to_string(with.map.size()) + " " + name;
  const auto rename = [&](duckdb::QueryNode& query) {
    ForEachTable(query, [&](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::BaseTableRef& table) {
      if (table.table_name != name || !table.schema_name.empty()) return;
      table.table_name = hidden;
      if (table.alias.empty()) table.alias = name;
    });
  };
  duckdb::CommonTableExpressionMap renamed;
  bool behind = false;
  for (auto& [other, query] : with.map) {
    if (behind) rename(*query->query->node);
    behind = behind || other == name;
    renamed.map[other == name ? hidden : other] = std::move(query);
  }
  rename(*next.query->node);
  with.map = std::move(renamed.map);
}

}  // namespace

duckdb::unique_ptr<duckdb::SelectStatement> Parser::Wrap(Node node) const {
  auto statement = make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(node);
  return statement;
}

bool Parser::IsQuery() const {
  if (IsAnyWord({"SELECT", "WITH", "VALUES"})) return true;
  if (IsWord("TABLE") && IsName(1)) return true;
  return IsBracketedQuery();
}

bool Parser::IsBracketedQuery() const {
  size_t ahead = 0;
  while (IsSymbol("(", ahead)) ahead++;
  if (ahead == 0) return false;
  if (!IsAnyWord({"SELECT", "WITH", "VALUES"}, ahead) && !(IsWord("TABLE", ahead) && IsName(ahead + 1))) return false;
  // ((SELECT 1) + 1) begins like a query; what follows its inner bracket tells.
  if (ahead == 1) return true;
  size_t open = ahead;
  size_t i = ahead;
  for (; open > 1 && Peek(i).kind != TokenKind::End; i++) {
    if (IsSymbol("(", i)) open++;
    if (IsSymbol(")", i)) open--;
  }
  return IsSymbol(")", i) || IsAnyWord({"UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT", "OFFSET", "FETCH"}, i);
}

Query Parser::ParseQuery() {
  const Token& first = Peek();
  const size_t hints = hints_.size();
  Query query;
  query.tree = Wrap(ParseQueryNode());
  if (!scopes_.back().windows.empty()) {
    const Name& name = scopes_.back().windows.front().name;
    Fail(name.span, "window '" + name.text + "' is not defined", "", ErrorStage::Validation);
  }
  query.span = SpanFrom(first);
  query.text = TextOf(query.span);
  query.hints.assign(std::make_move_iterator(hints_.begin() + static_cast<std::ptrdiff_t>(hints)),
                     std::make_move_iterator(hints_.end()));
  hints_.resize(hints);
  return query;
}

Node Parser::ParseQueryNode() {
  const Depth depth(*this);
  duckdb::CommonTableExpressionMap with;
  if (IsWord("WITH")) ParseWith(with);
  Node node = ParseSetOperations();
  ParseOrderAndLimit(node);
  if (!with.map.empty()) {
    if (!node->cte_map.map.empty()) node = Enclose(std::move(node));
    node->cte_map = std::move(with);
  }
  return node;
}

void Parser::ParseWith(duckdb::CommonTableExpressionMap& with) {
  Expect("WITH");
  // As in Flink the word alone changes nothing; only a query that names itself would recur.
  const bool recursive = Accept("RECURSIVE");
  do {
    const Name name = ParseName("a query name");
    auto info = make_uniq<duckdb::CommonTableExpressionInfo>();
    if (IsSymbol("(")) {
      for (const auto& column : ParseNameList("a column name")) info->aliases.push_back(EncodeName(column.text));
    }
    Expect("AS");
    ExpectSymbol("(");
    info->query = Wrap(ParseQueryNode());
    ExpectSymbol(")");
    const std::string encoded = EncodeName(name.text);
    bool names_itself = false;
    ForEachTable(*info->query->node, [&](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::BaseTableRef& table) {
      names_itself = names_itself || (table.table_name == encoded && table.schema_name.empty());
    });
    if (recursive && names_itself) {
      Unsupported(name.span, "recursive queries are not supported, and '" + name.text + "' names itself",
                  "Flink cannot plan them either");
    }
    if (with.map.find(encoded) != with.map.end()) Hide(with, encoded, *info);
    with.map[encoded] = std::move(info);
  } while (AcceptSymbol(","));
}

Node Parser::ParseSetOperations() {
  Node left = ParseIntersections();
  size_t links = 0;
  while (IsAnyWord({"UNION", "EXCEPT", "MINUS"})) {
    CountLink(links);
    const Token& token = Take();
    if (token.upper == "MINUS") Fail(token.span, "MINUS is no set operation", "write EXCEPT");
    auto operation = make_uniq<duckdb::SetOperationNode>();
    operation->setop_type = token.upper == "UNION" ? duckdb::SetOperationType::UNION : duckdb::SetOperationType::EXCEPT;
    operation->setop_all = Accept("ALL");
    if (!operation->setop_all) Accept("DISTINCT");
    operation->left = std::move(left);
    operation->right = ParseIntersections();
    left = std::move(operation);
  }
  return left;
}

Node Parser::ParseIntersections() {
  Node left = ParseQueryTerm();
  size_t links = 0;
  while (Accept("INTERSECT")) {
    CountLink(links);
    auto operation = make_uniq<duckdb::SetOperationNode>();
    operation->setop_type = duckdb::SetOperationType::INTERSECT;
    operation->setop_all = Accept("ALL");
    if (!operation->setop_all) Accept("DISTINCT");
    operation->left = std::move(left);
    operation->right = ParseQueryTerm();
    left = std::move(operation);
  }
  return left;
}

Node Parser::ParseQueryTerm() {
  if (IsWord("SELECT")) return ParseSelect();
  if (IsWord("VALUES")) return ParseValues();
  if (IsWord("TABLE")) {
    const Token& token = Take();
    const ObjectName name = ParseObjectName("a table name");
    auto table = make_uniq<duckdb::BaseTableRef>();
    table->query_location = name.span().offset;
    const auto& parts = name.parts;
    table->table_name = EncodeName(parts.back().text);
    if (parts.size() > 1) table->schema_name = EncodeName(parts[parts.size() - 2].text);
    if (parts.size() > 2) table->catalog_name = EncodeName(parts[0].text);
    auto node = make_uniq<duckdb::SelectNode>();
    auto star = make_uniq<duckdb::StarExpression>();
    star->SetQueryLocation(token.span.offset);
    node->select_list.push_back(std::move(star));
    node->from_table = std::move(table);
    return node;
  }
  if (AcceptSymbol("(")) {
    Node node = ParseQueryNode();
    ExpectSymbol(")");
    return node;
  }
  Unexpected("a query");
}

Node Parser::ParseValues() {
  const Token& token = Expect("VALUES");
  auto list = make_uniq<duckdb::ExpressionListRef>();
  list->query_location = token.span.offset;
  do {
    const Token& row_start = Peek();
    duckdb::vector<Tree> row;
    if (IsWord("ROW") && IsSymbol("(", 1)) Take();
    if (IsSymbol("(") && !IsBracketedQuery()) {
      Take();
      do {
        row.push_back(ParseTree());
      } while (AcceptSymbol(","));
      ExpectSymbol(")");
    } else {
      // VALUES 1, 2: rows of one column.
      row.push_back(ParseTree());
    }
    if (!list->values.empty() && list->values.front().size() != row.size()) {
      Fail(SpanFrom(row_start), "the rows of VALUES have different lengths",
           "the first has " + std::to_string(list->values.front().size()), ErrorStage::Validation);
    }
    list->values.push_back(std::move(row));
  } while (AcceptSymbol(","));
  auto node = make_uniq<duckdb::SelectNode>();
  node->select_list.push_back(make_uniq<duckdb::StarExpression>());
  node->from_table = std::move(list);
  return node;
}

duckdb::vector<duckdb::OrderByNode> Parser::ParseOrderItems() {
  duckdb::vector<duckdb::OrderByNode> items;
  do {
    Tree expression = ParseTree();
    const bool descending = Accept("DESC");
    if (!descending) Accept("ASC");
    // To Flink NULL is the smallest value.
    auto nulls = descending ? duckdb::OrderByNullType::NULLS_LAST : duckdb::OrderByNullType::NULLS_FIRST;
    if (Accept("NULLS")) {
      if (Accept("FIRST")) {
        nulls = duckdb::OrderByNullType::NULLS_FIRST;
      } else if (Accept("LAST")) {
        nulls = duckdb::OrderByNullType::NULLS_LAST;
      } else {
        Unexpected("FIRST or LAST");
      }
    }
    items.emplace_back(descending ? duckdb::OrderType::DESCENDING : duckdb::OrderType::ASCENDING, nulls,
                       std::move(expression));
  } while (AcceptSymbol(","));
  return items;
}

void Parser::ParseOrderAndLimit(Node& node) {
  duckdb::unique_ptr<duckdb::OrderModifier> order;
  if (Accept("ORDER", "BY")) {
    order = make_uniq<duckdb::OrderModifier>();
    order->orders = ParseOrderItems();
  }
  const auto count = [&]() -> Tree {
    const Token& token = Peek();
    if (token.kind != TokenKind::Integer) Unexpected("a number of rows");
    return ParseNumber(false);
  };
  Tree limit;
  Tree offset;
  const auto rows = [&] {
    if (!Accept("ROW")) Accept("ROWS");
  };
  if (Accept("LIMIT")) {
    if (!Accept("ALL")) {
      limit = count();
      if (IsSymbol(",")) Fail(Peek().span, "LIMIT takes one number", "LIMIT count OFFSET start");
    }
  }
  if (!offset && Accept("OFFSET")) {
    offset = count();
    rows();
  }
  if (offset && IsWord("LIMIT")) Fail(Peek().span, "LIMIT stands before OFFSET", "LIMIT count OFFSET start");
  if (!limit && Accept("FETCH")) {
    if (!Accept("FIRST")) Expect("NEXT");
    limit = count();
    rows();
    Expect("ONLY");
  }
  if (!order && !limit && !offset) return;
  // Of a set operation DuckDB sorts by columns only: an expression over them is one of the query around it.
  if (order && node->type == duckdb::QueryNodeType::SET_OPERATION_NODE) {
    for (const auto& item : order->orders) {
      const auto kind = item.expression->GetExpressionClass();
      if (kind == duckdb::ExpressionClass::COLUMN_REF || kind == duckdb::ExpressionClass::CONSTANT) continue;
      node = Enclose(std::move(node));
      break;
    }
  }
  // (SELECT .. LIMIT 5) ORDER BY ..: the outer clauses work on the limited result.
  for (const auto& modifier : node->modifiers) {
    if (modifier->type != duckdb::ResultModifierType::DISTINCT_MODIFIER) {
      node = Enclose(std::move(node));
      break;
    }
  }
  if (order) node->modifiers.push_back(std::move(order));
  if (limit || offset) {
    auto modifier = make_uniq<duckdb::LimitModifier>();
    modifier->limit = std::move(limit);
    modifier->offset = std::move(offset);
    node->modifiers.push_back(std::move(modifier));
  }
}

}  // namespace tarn::sql
