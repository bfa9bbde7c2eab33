#include <algorithm>

#include "function/process_functions.h"
#include "sql/statement/table_rows.h"

namespace tarn::sql {

std::vector<std::string> FunctionNames() {
  std::vector<std::string> names;
  for (const auto& entry : function::ProcessFunctions()) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tarn::sql
