// One row a named reader: which snapshot it wants next.
#include <algorithm>

#include "base/error.h"
#include "paimon/consumer.h"
#include "table/system/fills.h"

namespace tarn::table {

void FillConsumers(const Table& table, SystemRows& rows) {
  constexpr std::string_view kPrefix = "consumer-";
  const auto directory = env::JoinPath(table.path(), "consumer");
  auto files = table.env().fs.List(directory);
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (const auto& file : files) {
    if (file.is_directory || !file.name.starts_with(kPrefix)) continue;
    const auto path = env::JoinPath(directory, file.name);
    try {
      const auto consumer = paimon::ParseConsumer(env::ReadFile(table.env().fs, path));
      rows.Begin();
      rows.Text(std::string_view(file.name).substr(kPrefix.size()));
      rows.Int(consumer.next_snapshot);
    } catch (Error& error) {
      error.At("file '" + path + "'");
      throw;
    }
  }
}

}  // namespace tarn::table
