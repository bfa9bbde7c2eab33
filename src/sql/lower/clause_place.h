// Where a statement asks for what the lowering refuses: a plan's operators know no places, so the statement is parsed
// once more and its clauses are looked at.
#pragma once

#include <cstddef>
#include <duckdb/common/enums/logical_operator_type.hpp>
#include <string_view>

#include "sql/sql_error.h"

namespace tarn::sql {

/// The first word of the n-th query of a statement (a SELECT, an INSERT's, one of a statement set).
Span PlaceOfQuery(std::string_view statement, size_t index);

/// The first clause of that query that such an operator is made of; the query's first word where the text has none (a
/// view has it).
Span PlaceOfClause(duckdb::LogicalOperatorType type, std::string_view statement, size_t index);

}  // namespace tarn::sql
