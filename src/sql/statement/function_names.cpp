#include <set>

#include "base/ascii_case.h"
#include "function/function.h"
#include "function/process_functions.h"
#include "sql/statement/table_rows.h"

namespace tarn::sql {

std::vector<std::string> FunctionNames() {
  std::set<std::string> names;
  for (const auto& entry : function::ProcessFunctions()) names.insert(entry.name);
  // Flink lists functions in lower case.
  for (const std::string& name : function::FunctionNames()) names.insert(AsciiLower(name));
  return {names.begin(), names.end()};
}

}  // namespace tarn::sql
