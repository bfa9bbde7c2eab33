// From the clauses of CREATE TABLE and ALTER TABLE to a definition, checked as Flink checks them.
#pragma once

#include "sql/catalog/table_definition.h"
#include "sql/statement/run.h"

namespace tarn::sql {

/// A column as defined; a computed one without its type yet.
ColumnDefinition ColumnOf(const Column& column);
void SetPrimaryKey(TableDefinition& definition, const PrimaryKey& key);
void SetWatermark(TableDefinition& definition, const Watermark& watermark);
/// Names are unique, the key's and partition's columns exist, computed columns and the watermark have a type; fills in
/// the types. `span` is where an error without a better place is shown.
void CheckDefinition(Session& session, TableDefinition& definition, Span span);

/// The clauses of a table that LIKE takes over.
void MergeLike(TableDefinition& definition, const TableDefinition& base, const LikeClause& like);

/// For expressions of one row: no tables can be named.
AnalyzeContext RowContext(Session& session);

}  // namespace tarn::sql
