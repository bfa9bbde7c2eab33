#include "sql/many_rows.h"

#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/expression/subquery_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/tableref/emptytableref.hpp>
#include <set>

#include "sql/parse/lexer.h"
#include "sql/parse/parser.h"
#include "sql/table_refs.h"
#include "sql/types/analyzer.h"

namespace tarn::sql {
namespace {

bool IsAtMostOne(const duckdb::ParsedExpression* limit) {
  if (limit == nullptr || limit->GetExpressionClass() != duckdb::ExpressionClass::CONSTANT) return false;
  return limit->Cast<duckdb::ConstantExpression>().value <= duckdb::Value::INTEGER(1);
}

bool MayGiveManyRows(const duckdb::QueryNode& query) {
  for (const auto& modifier : query.modifiers) {
    if (modifier->type == duckdb::ResultModifierType::LIMIT_MODIFIER &&
        IsAtMostOne(modifier->Cast<duckdb::LimitModifier>().limit.get())) {
      return false;
    }
  }
  if (query.type != duckdb::QueryNodeType::SELECT_NODE) return true;
  const auto& select = query.Cast<duckdb::SelectNode>();
  if (!select.groups.group_expressions.empty()) return true;
  if (!select.from_table || select.from_table->type == duckdb::TableReferenceType::EMPTY_FROM) return false;
  bool aggregates = select.having != nullptr;
  for (const auto& item : select.select_list) aggregates = aggregates || ContainsAggregate(*item);
  return !aggregates;
}

duckdb::QueryNode* QueryOf(Statement& statement) {
  if (auto* select = std::get_if<SelectStatement>(&statement.value)) return select->query.tree->node.get();
  if (auto* insert = std::get_if<InsertStatement>(&statement.value)) return insert->query.tree->node.get();
  if (auto* create = std::get_if<CreateTable>(&statement.value); create != nullptr && create->as) {
    return create->as->tree->node.get();
  }
  return nullptr;
}

/// The tables that functions are given: `f(TABLE t)`, `f((SELECT ..))`. UNNEST takes an array.
std::set<const duckdb::ParsedExpression*> TableArguments(duckdb::QueryNode& query) {
  std::set<const duckdb::ParsedExpression*> tables;
  ForEachTable(
      query, [](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::BaseTableRef&) {},
      [&](duckdb::unique_ptr<duckdb::TableRef>&, duckdb::TableFunctionRef& call) {
        const auto& function = call.function->Cast<duckdb::FunctionExpression>();
        if (function.function_name == "unnest") return false;
        for (const auto& argument : function.children) tables.insert(argument.get());
        return false;
      });
  return tables;
}

/// From the bracket at `offset` to the one that closes it.
Span Brackets(std::string_view statement, size_t offset) {
  int open = 0;
  for (const auto& token : Tokenize(statement)) {
    if (token.span.offset < offset || token.kind != TokenKind::Symbol) continue;
    if (token.text == "(") open++;
    if (token.text == ")" && --open == 0) return Cover({offset, 1}, token.span);
  }
  return {offset, 0};
}

}  // namespace

SqlError AtManyRows(const SqlError& error, std::string_view statement) {
  Statement parsed = ParseStatement(statement);
  auto* query = QueryOf(parsed);
  if (query == nullptr) return error;
  const auto tables = TableArguments(*query);
  std::vector<size_t> places;
  ForEachExpression(*query, [&](duckdb::ParsedExpression& expression) {
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::SUBQUERY) return;
    if (tables.count(&expression) != 0) return;
    const auto& subquery = expression.Cast<duckdb::SubqueryExpression>();
    if (subquery.subquery_type != duckdb::SubqueryType::SCALAR || !MayGiveManyRows(*subquery.subquery->node)) return;
    places.push_back(expression.GetQueryLocation().GetIndex());
  });
  if (places.size() != 1) return error;
  return {error.stage(), Brackets(statement, places.front()), error.message(), error.hint(), error.code()};
}

}  // namespace tarn::sql
