// Walks every table reference of a query that stands for a table of a catalog: names that a WITH clause in scope has
// defined are left out.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <duckdb/parser/tableref.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <functional>
#include <string>

namespace tarn::sql {

/// The visitor may put another reference in the place of the one that it is given (which is a BaseTableRef).
using TableRefVisitor = std::function<void(duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::BaseTableRef& base)>;

/// True: the call has been dealt with, its arguments are not walked.
using TableFunctionVisitor =
    std::function<bool(duckdb::unique_ptr<duckdb::TableRef>& ref, duckdb::TableFunctionRef& call)>;

void ForEachTable(duckdb::QueryNode& query, const TableRefVisitor& visit,
                  const TableFunctionVisitor& visit_function = {});

/// Every expression of the query and of those in it, each before its children.
void ForEachExpression(duckdb::QueryNode& query, const std::function<void(duckdb::ParsedExpression&)>& visit);

/// Every query, relation and expression of a query, each before its parts. Functions may be left out.
struct PartVisitor {
  std::function<void(duckdb::QueryNode&)> query;
  std::function<void(duckdb::TableRef&)> relation;
  std::function<void(duckdb::ParsedExpression&)> expression;
};
void ForEachPart(duckdb::QueryNode& query, const PartVisitor& visit);

/// Completes every name of one or two parts with this catalog and database (not encoded).
void QualifyTables(duckdb::QueryNode& query, const std::string& catalog, const std::string& database);

/// LATERAL (SELECT ..): it sees the tables before it in FROM, as other queries there do not.
void MarkLateral(duckdb::SubqueryRef& query);
bool IsLateral(const duckdb::SubqueryRef& query);

/// Takes the source positions out: of a view's query they would point into another text.
void ForgetPositions(duckdb::QueryNode& query);
void ForgetPositions(duckdb::ParsedExpression& expression);

}  // namespace tarn::sql
