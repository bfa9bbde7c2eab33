// An error of one statement, shown where it stands in a script of several.
#pragma once

#include <optional>
#include <string_view>

#include "sql/sql_error.h"

namespace tarn::sql {

/// An error that was rendered over `statement`, which begins at `offset` of the script: the same over the script.
/// nullopt: the error shows no place.
std::optional<SqlError> InScript(const SqlError& error, std::string_view statement, std::string_view script,
                                 size_t offset);

}  // namespace tarn::sql
