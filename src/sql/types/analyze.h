// Flink's validation of a query, between our parser and DuckDB's binder. It resolves every name, gives every expression
// its Flink type (CHAR(3) NOT NULL, DECIMAL(24, 3), nullability after outer joins and aggregates) and refuses what
// Flink refuses. It rewrites the syntax tree in place so that DuckDB's binder has nothing left to decide: stars are
// expanded, columns qualified, every implicit conversion is an explicit cast, operands, branches of CASE and of set
// operations have one LogicalType (flink_types.h), and each function of the user's is one of ours
// (function/functions.cpp).
//
//   auto columns = Analyze(statement->node, context);   // then Binder / Planner on the same tree
//
// Names in the tree are encoded (names.h); names in TypedColumn are decoded. Errors are SqlError (Validation or Plan)
// with the position of the expression. Thread rule: none shared; one call at a time per tree.
#pragma once

#include <duckdb/parser/query_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_type.h"
#include "sql/sql_error.h"

namespace duckdb {
class DatabaseInstance;
}

namespace tarn::sql {

enum class TimeAttribute { None, Rowtime, Proctime };

struct TypedColumn {
  std::string name;
  paimon::DataType type;
  TimeAttribute time = TimeAttribute::None;

  /// "TIMESTAMP(3) NOT NULL *ROWTIME*"
  std::string TypeText() const;
};

/// What a name in FROM stands for.
struct Relation {
  std::vector<TypedColumn> columns;            // of a table, or of a table function's result
  duckdb::unique_ptr<duckdb::QueryNode> view;  // a view: a copy of its query, not analysed; takes the reference's place
  std::vector<std::string> path;               // catalog, database, name: `c.d.t.column` finds it
};

/// Who knows tables. Implemented by the catalog; the names in the references are encoded.
class RelationLookup {
 public:
  virtual ~RelationLookup() = default;
  /// nullopt: there is no such table; `near` may receive the names that there are.
  virtual std::optional<Relation> Table(const duckdb::BaseTableRef& ref, std::vector<std::string>* near) = 0;
  /// The result of a table function call (window functions, process table functions). `input` are the columns of the
  /// call's table argument if it has one. nullopt: there is no such function.
  virtual std::optional<Relation> Function(const duckdb::TableFunctionRef& ref,
                                           const std::vector<TypedColumn>& input) = 0;
};

struct AnalyzeContext {
  RelationLookup* relations = nullptr;
  std::string database;           // the session's current one; empty for the expressions of a table
  std::string time_zone = "UTC";  // table.local-time-zone
  bool streaming = false;         // execution.runtime-mode
  bool legacy_cast = false;       // table.exec.legacy-cast-behaviour = ENABLED: a failing CAST is NULL
  int64_t now_us = 0;             // the statement's instant, from the session's clock
};

/// The result's columns; their names are unique (k, k0). The tree is ready for DuckDB's binder.
std::vector<TypedColumn> Analyze(duckdb::unique_ptr<duckdb::QueryNode>& query, const AnalyzeContext& context);

/// The query of an INSERT into `target`: as Analyze, and wrapped so that it yields exactly the target's types. Refuses
/// what Flink does not cast implicitly. NOT NULL is the sink's business. `assigned`: of an UPDATE, where the value of
/// each column is written.
std::vector<TypedColumn> AnalyzeInsert(duckdb::unique_ptr<duckdb::QueryNode>& query,
                                       const std::vector<TypedColumn>& target, const AnalyzeContext& context,
                                       const std::vector<Span>* assigned = nullptr);

/// An expression over the columns of one row (computed columns, watermarks, defaults). Column references are left
/// unqualified.
TypedColumn AnalyzeExpression(duckdb::unique_ptr<duckdb::ParsedExpression>& expression,
                              const std::vector<TypedColumn>& columns, const AnalyzeContext& context);

/// Makes the types and functions known to a DuckDB instance; once per instance, before the first query.
void RegisterFlink(duckdb::DatabaseInstance& database);

}  // namespace tarn::sql
