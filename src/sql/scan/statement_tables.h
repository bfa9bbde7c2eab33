// The bound tables and calls of a connection's running statement, by the id that a scan in its tree carries. Lives in
// DuckDB's client context, so that the bind callback of a scan function can find them.
#pragma once

#include <duckdb/main/client_context.hpp>
#include <duckdb/main/client_context_state.hpp>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "sql/scan/bound_process.h"
#include "sql/scan/bound_table.h"

namespace tarn::sql {

class StatementTables : public duckdb::ClientContextState {
 public:
  static StatementTables& Of(duckdb::ClientContext& context) {
    return *context.registered_state->GetOrCreate<StatementTables>("tarn_tables");
  }

  std::string Add(std::shared_ptr<const BoundTable> table) {
    const std::scoped_lock lock(mutex_);
    std::string id = std::to_string(next_++);
    tables_[id] = std::move(table);
    return id;
  }
  std::string Add(std::shared_ptr<const BoundProcess> process) {
    const std::scoped_lock lock(mutex_);
    std::string id = std::to_string(next_++);
    processes_[id] = std::move(process);
    return id;
  }
  std::shared_ptr<const BoundProcess> FindProcess(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const auto found = processes_.find(id);
    return found == processes_.end() ? nullptr : found->second;
  }
  /// Null: it is no table of this statement.
  std::shared_ptr<const BoundTable> Find(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const auto found = tables_.find(id);
    return found == tables_.end() ? nullptr : found->second;
  }
  /// By the scans of all tables so far; from any thread.
  int64_t RowsRead() {
    const std::scoped_lock lock(mutex_);
    int64_t rows = 0;
    for (const auto& [id, table] : tables_) rows += table->scanned.Read().rows_read;
    return rows;
  }
  /// Before the next statement.
  void Clear() {
    const std::scoped_lock lock(mutex_);
    tables_.clear();
    processes_.clear();
  }

 private:
  std::mutex mutex_;  // guards all
  std::map<std::string, std::shared_ptr<const BoundTable>> tables_;
  std::map<std::string, std::shared_ptr<const BoundProcess>> processes_;
  int64_t next_ = 1;
};

}  // namespace tarn::sql
