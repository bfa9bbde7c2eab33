// What DuckDB writes of an operator in a plan, as a person would write it.
#pragma once

#include <string>

namespace tarn::sql {

/// An expression: the names of functions and columns as the user knows them, and no bound that only keeps NaN out.
std::string ExpressionForPeople(std::string text);

/// The filters of a scan, a line a column: "b>1.0 AND b<=7.0". Empty if nothing is left of them.
std::string FiltersForPeople(const std::string& lines);

}  // namespace tarn::sql
