// Where a statement names an option that a connector or a table refuses.
#pragma once

#include <string_view>

#include "base/option_error.h"

namespace tarn::sql {

/// Throws the error with the option underlined in the statement, or as it is where the statement does not name it (an
/// option of a table that was made before).
[[noreturn]] void ThrowAtOption(const OptionError& error, std::string_view statement);

}  // namespace tarn::sql
