// The expressions of a table's definition, computed columns and watermarks, as text that is parsed where they are used.
#pragma once

#include <duckdb/parser/parsed_expression.hpp>
#include <string>
#include <vector>

#include "sql/catalog/table_definition.h"
#include "sql/types/analyze.h"

namespace tarn::sql {

/// Without positions: they would point into the statement that is running, and the text stands in none.
duckdb::unique_ptr<duckdb::ParsedExpression> ParseDefined(const std::string& expression);

/// The type of a computed column over the `stored` ones; an error names the column.
TypedColumn ComputedType(const ColumnDefinition& column, const std::vector<TypedColumn>& stored,
                         const AnalyzeContext& context);

}  // namespace tarn::sql
