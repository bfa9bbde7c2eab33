// Where a statement names an option that a connector or a table refuses.
#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "base/option_error.h"
#include "sql/sql_error.h"

namespace tarn::sql {

/// The error at this place. `stage`: of validation if absent, or of planning where Tarn cannot yet do what is asked.
SqlError AtOption(const OptionError& error, Span span, std::optional<ErrorStage> stage = std::nullopt);

/// Throws the error at the option's place among those that a table reference gives, or as it is where it is none of
/// them.
[[noreturn]] void ThrowAtOption(const OptionError& error, const std::map<std::string, Span>& places);

/// Throws the error with the option underlined in the statement, or as it is where the statement does not name it (an
/// option of a table that was made before) or names it for several tables.
[[noreturn]] void ThrowAtOption(const OptionError& error, std::string_view statement);

}  // namespace tarn::sql
