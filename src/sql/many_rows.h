// A query in an expression that gave more than one row: DuckDB does not say which one of a statement's it was.
#pragma once

#include <string_view>

#include "sql/sql_error.h"

namespace tarn::sql {

inline constexpr const char* kManyRows = "a query in an expression gave more than one row";

/// The error with its place in the statement, where only one of the queries that are written in it can have given
/// several rows. The queries of its views are not looked at.
SqlError AtManyRows(const SqlError& error, std::string_view statement);

}  // namespace tarn::sql
