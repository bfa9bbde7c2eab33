#include <cctype>
#include <set>

#include "function/function.h"
#include "function/process_functions.h"
#include "sql/statement/table_rows.h"

namespace tarn::sql {

std::vector<std::string> FunctionNames() {
  std::set<std::string> names;
  for (const auto& entry : function::ProcessFunctions()) names.insert(entry.name);
  for (std::string name : function::FunctionNames()) {
    // Flink lists functions in lower case.
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    names.insert(std::move(name));
  }
  return {names.begin(), names.end()};
}

}  // namespace tarn::sql
