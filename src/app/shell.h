// The interactive shell: lines with history and completion, statements over several lines, dot commands.
#pragma once

#include <iosfwd>
#include <string>

#include "app/statement_runner.h"

namespace tarn::app {

/// Until end of input or .quit. Returns the exit status.
int RunShell(sql::Session& session, StatementRunner& runner, const std::string& greeting, std::ostream& out,
             std::ostream& notices);

}  // namespace tarn::app
