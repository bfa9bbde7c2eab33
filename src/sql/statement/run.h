// Running a statement: one function a kind, a file a group of kinds. Each throws SqlError without the text around it,
// or Error; the session adds the text.
#pragma once

#include "sql/parse/statement.h"
#include "sql/session.h"

namespace tarn::sql {

// query.cpp
Outcome Run(Session& session, SelectStatement& statement);
// insert.cpp
Outcome Run(Session& session, InsertStatement& statement);
/// What a batch INSERT would run. Throws what it would throw before its first row.
duckdb::unique_ptr<duckdb::QueryNode> PrepareBatchInsert(Session& session, InsertStatement& statement);
Outcome Run(Session& session, StatementSet& statement);
Outcome Run(Session& session, TruncateStatement& statement);
// explain.cpp
Outcome Run(Session& session, ExplainStatement& statement);
// create.cpp
Outcome Run(Session& session, CreateCatalog& statement);
Outcome Run(Session& session, CreateDatabase& statement);
Outcome Run(Session& session, CreateView& statement);
Outcome Run(Session& session, CreateFunction& statement);
// create_table.cpp
Outcome Run(Session& session, CreateTable& statement);
// alter.cpp
Outcome Run(Session& session, AlterTable& statement);
Outcome Run(Session& session, AlterView& statement);
Outcome Run(Session& session, AlterDatabase& statement);
Outcome Run(Session& session, AlterCatalog& statement);
// drop.cpp
Outcome Run(Session& session, DropStatement& statement);
// set.cpp
Outcome Run(Session& session, SetStatement& statement);
Outcome Run(Session& session, ResetStatement& statement);
Outcome Run(Session& session, UseStatement& statement);
Outcome Run(Session& session, UseModules& statement);
Outcome Run(Session& session, LoadModule& statement);
// show.cpp
Outcome Run(Session& session, ShowStatement& statement);
// describe.cpp
Outcome Run(Session& session, DescribeStatement& statement);
// refused.cpp: understood, and not to be had
Outcome Run(Session& session, DeleteStatement& statement);
Outcome Run(Session& session, UpdateStatement& statement);
Outcome Run(Session& session, CallStatement& statement);
Outcome Run(Session& session, AnalyzeStatement& statement);
Outcome Run(Session& session, StopJob& statement);
Outcome Run(Session& session, UnsupportedStatement& statement);

// ---- what they share (names.cpp)

std::vector<std::string> Parts(const ObjectName& name);
OptionMap ToOptionMap(const OptionList& options);
/// A database named by one or two parts: (catalog, database).
std::pair<std::string, std::string> DatabasePath(Session& session, const ObjectName& name);
/// The object of a path, or SqlError(Validation) with the nearest name. `what` is "table" or "view" or "table or view".
FoundObject ObjectOf(Session& session, const ObjectPath& path, Span span, const char* what);
std::vector<std::string> ObjectNames(Session& session, const std::string& catalog, const std::string& database,
                                     bool views);
/// Hints that are understood and change nothing here get a notice each.
void NoteHints(const Session& session, const std::vector<QueryHint>& hints);
/// A validated query with its tables found, for this connection.
struct PreparedQuery {
  duckdb::unique_ptr<duckdb::QueryNode> node;
  std::vector<TypedColumn> columns;
  std::vector<std::shared_ptr<const BoundTable>> tables;
};
PreparedQuery Prepare(Session& session, duckdb::Connection& connection, Query& query, bool streaming);

}  // namespace tarn::sql
