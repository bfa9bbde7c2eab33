// A SQL session over any file system, for tests: statements go in, their rows come out as lines.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/time_zone.h"
#include "env/env.h"
#include "function/value_text.h"
#include "sql/session.h"

namespace tarn::testing {

class SqlKit {
 public:
  SqlKit(env::FileSystem& fs, std::string warehouse, int threads = 1, int64_t memory_bytes = 512 << 20)
      : engine_({fs, env::SystemClock(), env::SystemRandom()}, {.threads = threads, .memory_bytes = memory_bytes}),
        session_(engine_, {.warehouse = std::move(warehouse)}) {}

  /// The statement's rows, values split by '|', sorted; none for a statement that gives no rows.
  std::vector<std::string> Run(const std::string& statement) {
    auto outcome = session_.Execute(statement);
    std::vector<std::string> lines;
    auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome);
    if (rows == nullptr) return lines;
    const auto& columns = (*rows)->columns();
    columnar::ChangeBatch batch;
    while ((*rows)->Next(batch)) {
      for (size_t row = 0; row < batch.size(); ++row) {
        std::string line;
        for (size_t column = 0; column < columns.size(); ++column) {
          const auto value = batch.chunk.GetValue(column, row);
          line += (column > 0 ? "|" : "") +
                  (value.IsNull() ? "NULL" : function::ValueText(value, columns[column].type, TimeZone()));
        }
        lines.push_back(std::move(line));
      }
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  sql::Session& session() { return session_; }

 private:
  sql::Engine engine_;
  sql::Session session_;
};

}  // namespace tarn::testing
