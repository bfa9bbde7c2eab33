// What names mean at a place in a query: the relations of FROM, and those of the queries around it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sql/sql_error.h"
#include "sql/types/analyze.h"

namespace tarn::sql {

/// A column as the rest of the query sees it. Names are encoded.
struct ScopeColumn {
  std::string name;     // what the user calls it; need not be unique
  std::string emitted;  // what DuckDB calls it; unique in its relation
  paimon::DataType type;
  TimeAttribute time = TimeAttribute::None;
};

struct ScopeRelation {
  Span span;                      // in the statement
  std::string alias;              // what the user calls it; may be empty
  std::string emitted;            // what DuckDB calls it; unique in the statement; empty: columns go unqualified
  std::vector<std::string> path;  // encoded catalog, database, name of a table without alias
  std::vector<ScopeColumn> columns;

  void MakeNullable();
};

/// A column of a SELECT *: which one, and whether it is the merged column of USING.
struct StarColumn {
  size_t relation = 0;
  size_t column = 0;
  bool merged = false;
  paimon::DataType type;
};

struct Scope {
  std::vector<ScopeRelation> relations;
  std::vector<StarColumn> star;    // in the order of SELECT *
  std::vector<StarColumn> merged;  // columns of USING and NATURAL, found by their bare name
  const Scope* parent = nullptr;   // of the query around
  bool siblings = false;           // what stands before in the same FROM: LATERAL, UNNEST and functions look into it

  /// Where a query of FROM without LATERAL looks: past its siblings.
  const Scope* Around() const;
};

/// A path that a user wrote: the column, and the fields of its ROW that follow.
struct ResolvedColumn {
  std::vector<std::string> reference;  // the path for DuckDB
  ScopeColumn column;
  size_t fields_from = 0;  // the first part of the path that names a field
};

/// In front of (emitted relation, emitted column): a path that is resolved already. No encoded name looks like it.
inline constexpr const char* kResolved = "^ ";

/// nullopt: no relation here or around has such a column. Throws SqlError(Validation) where it is ambiguous.
std::optional<ResolvedColumn> TryResolve(const Scope& scope, const duckdb::vector<std::string>& path, Span span);

/// Throws SqlError(Validation): unknown (with the nearest name), ambiguous.
ResolvedColumn Resolve(const Scope& scope, const duckdb::vector<std::string>& path, Span span);

/// Whose columns `a.b.*` are: the relation of that name, nullptr if there is none.
const ScopeRelation* FindRelation(const Scope& scope, const duckdb::vector<std::string>& path);

/// "there is no table .. in FROM", with the nearest name.
[[noreturn]] void FailNoRelation(const Scope& scope, const duckdb::vector<std::string>& path, Span span);

}  // namespace tarn::sql
