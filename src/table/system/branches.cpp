// One row a branch beside main: a directory of metadata under branch/.
#include <algorithm>

#include "table/system/fills.h"

namespace tarn::table {

void FillBranches(const Table& table, SystemRows& rows) {
  constexpr std::string_view kPrefix = "branch-";
  auto directories = table.env().fs.List(env::JoinPath(table.path(), "branch"));
  std::sort(directories.begin(), directories.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& directory : directories) {
    if (!directory.is_directory || !directory.name.starts_with(kPrefix)) continue;
    rows.Begin();
    rows.Text(std::string_view(directory.name).substr(kPrefix.size()));
    rows.Millis(directory.modified_ms);
  }
}

}  // namespace tarn::table
