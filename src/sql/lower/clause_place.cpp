#include "sql/lower/clause_place.h"

#include <algorithm>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/tableref/joinref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <optional>

#include "function/function.h"
#include "sql/parse/lexer.h"
#include "sql/parse/parser.h"
#include "sql/table_refs.h"

namespace tarn::sql {
namespace {

using duckdb::LogicalOperatorType;

const Query* QueryOf(const Statement& statement, size_t index) {
  if (const auto* explain = std::get_if<ExplainStatement>(&statement.value)) return QueryOf(*explain->statement, index);
  if (const auto* select = std::get_if<SelectStatement>(&statement.value)) return &select->query;
  if (const auto* insert = std::get_if<InsertStatement>(&statement.value)) return &insert->query;
  if (const auto* create = std::get_if<CreateTable>(&statement.value)) return create->as ? &*create->as : nullptr;
  const auto* set = std::get_if<StatementSet>(&statement.value);
  return set != nullptr && index < set->inserts.size() ? &set->inserts[index].query : nullptr;
}

/// The place that comes first in the text.
class First {
 public:
  void Note(duckdb::optional_idx location) {
    if (location.IsValid() && (!offset_ || location.GetIndex() < *offset_)) offset_ = location.GetIndex();
  }
  std::optional<size_t> offset() const { return offset_; }

 private:
  std::optional<size_t> offset_;
};

bool IsAggregate(const duckdb::ParsedExpression& expression) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION) return false;
  const auto* special = function::FindSpecial(expression.Cast<duckdb::FunctionExpression>().function_name);
  return special != nullptr && special->kind == function::Special::Kind::Aggregate;
}

bool IsJoin(LogicalOperatorType type) {
  switch (type) {
    case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case LogicalOperatorType::LOGICAL_ANY_JOIN:
    case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
    case LogicalOperatorType::LOGICAL_DELIM_JOIN:
    case LogicalOperatorType::LOGICAL_ASOF_JOIN:
      return true;
    default:
      return false;
  }
}

void NoteModifiers(LogicalOperatorType type, const duckdb::QueryNode& query, First& first) {
  for (const auto& modifier : query.modifiers) {
    if (type == LogicalOperatorType::LOGICAL_ORDER_BY && modifier->type == duckdb::ResultModifierType::ORDER_MODIFIER) {
      for (const auto& order : modifier->Cast<duckdb::OrderModifier>().orders)
        first.Note(order.expression->GetQueryLocation());
    }
    const bool limits = type == LogicalOperatorType::LOGICAL_LIMIT || type == LogicalOperatorType::LOGICAL_TOP_N;
    if (limits && modifier->type == duckdb::ResultModifierType::LIMIT_MODIFIER) {
      const auto& limit = modifier->Cast<duckdb::LimitModifier>();
      if (limit.limit) first.Note(limit.limit->GetQueryLocation());
      if (limit.offset) first.Note(limit.offset->GetQueryLocation());
    }
  }
}

std::optional<size_t> InTree(LogicalOperatorType type, duckdb::QueryNode& root) {
  First first, behind;  // `behind`: of the second choice
  PartVisitor visit;
  visit.query = [&](duckdb::QueryNode& query) {
    NoteModifiers(type, query, first);
    if (type != LogicalOperatorType::LOGICAL_AGGREGATE_AND_GROUP_BY || query.type != duckdb::QueryNodeType::SELECT_NODE)
      return;
    for (const auto& group : query.Cast<duckdb::SelectNode>().groups.group_expressions)
      first.Note(group->GetQueryLocation());
  };
  visit.relation = [&](duckdb::TableRef& relation) {
    if (IsJoin(type) && relation.type == duckdb::TableReferenceType::JOIN) first.Note(relation.query_location);
    if (type == LogicalOperatorType::LOGICAL_UNNEST && relation.type == duckdb::TableReferenceType::TABLE_FUNCTION)
      first.Note(relation.query_location);
  };
  visit.expression = [&](duckdb::ParsedExpression& expression) {
    const auto kind = expression.GetExpressionClass();
    const bool window = type == LogicalOperatorType::LOGICAL_WINDOW && kind == duckdb::ExpressionClass::WINDOW;
    if (window || (type == LogicalOperatorType::LOGICAL_AGGREGATE_AND_GROUP_BY && IsAggregate(expression)))
      first.Note(expression.GetQueryLocation());
    if (IsJoin(type) && kind == duckdb::ExpressionClass::SUBQUERY) behind.Note(expression.GetQueryLocation());
  };
  ForEachPart(root, visit);
  return first.offset() ? first.offset() : behind.offset();
}

/// What the tree keeps no place of: the word itself, from the query's first one on.
std::optional<size_t> InText(LogicalOperatorType type, std::string_view statement, Span query) {
  const auto tokens = Tokenize(statement);
  for (size_t i = 0; i + 1 < tokens.size(); i++) {
    const auto& token = tokens[i];
    if (token.span.offset < query.offset || token.span.offset >= query.End() || token.kind != TokenKind::Word) continue;
    const bool all = tokens[i + 1].upper == "ALL";
    const bool select = i > 0 && (tokens[i - 1].upper == "SELECT" || tokens[i - 1].kind == TokenKind::HintEnd);
    if ((type == LogicalOperatorType::LOGICAL_DISTINCT && token.upper == "DISTINCT" && select) ||
        (type == LogicalOperatorType::LOGICAL_UNION && token.upper == "UNION" && !all) ||
        (type == LogicalOperatorType::LOGICAL_EXCEPT && token.upper == "EXCEPT") ||
        (type == LogicalOperatorType::LOGICAL_INTERSECT && token.upper == "INTERSECT"))
      return token.span.offset;
  }
  return std::nullopt;
}

}  // namespace

Span PlaceOfQuery(std::string_view statement, size_t index) {
  if (statement.empty()) return {};
  const auto parsed = ParseStatement(statement);
  const auto* query = QueryOf(parsed, index);
  return {query == nullptr ? 0 : query->span.offset, 0};
}

Span PlaceOfClause(LogicalOperatorType type, std::string_view statement, size_t index) {
  if (statement.empty()) return {};
  const auto parsed = ParseStatement(statement);
  const auto* query = QueryOf(parsed, index);
  if (query == nullptr) return {};
  auto place = InTree(type, *query->tree->node);
  if (!place) place = InText(type, statement, query->span);
  return {place.value_or(query->span.offset), 0};
}

}  // namespace tarn::sql
