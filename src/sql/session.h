// One user's conversation: where they stand, what they have set, their catalogs. A statement goes in as text and comes
// out as one value; whoever stands above runs it.
//
//   Session session(engine, {});
//   auto outcome = session.Execute("SELECT 1 AS x");
//   auto& rows = *std::get<std::unique_ptr<Rows>>(outcome);
//
// Used by one thread at a time; Rows that it gave must be gone (or at their end) before the next statement. Errors are
// SqlError with the statement's text and the place underlined where one is known, else Error.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sql/catalog/catalog_set.h"
#include "sql/continuous.h"
#include "sql/engine.h"
#include "sql/rows.h"
#include "sql/settings.h"

namespace tarn::sql {

struct Statement;

struct SessionOptions {
  /// Directory of the Paimon catalog `paimon`, where the session then starts; empty = none.
  std::string warehouse{};
  bool streaming = false;
  /// Called with things that the user should know and that are no error. May be empty.
  std::function<void(const std::string&)> notice{};
};

/// A statement that is done: "OK" and the like; how many rows it wrote, where it wrote any.
struct Done {
  std::string message;
  std::optional<int64_t> rows{};
};

using Outcome = std::variant<Done, std::unique_ptr<Rows>, ContinuousQuery>;

class Session {
 public:
  Session(Engine& engine, SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// One statement; a `;` may end it.
  Outcome Execute(std::string_view text);

  Engine& engine() { return engine_; }
  const env::Env& env() const { return engine_.env(); }
  Settings& settings() { return settings_; }
  CatalogSet& catalogs() { return catalogs_; }
  /// The session's connection to the `query` instance.
  duckdb::Connection& connection();
  void Notice(const std::string& text) const;

  /// From any thread: stops the statement that runs, which then throws Cancelled.
  void Cancel();
  /// Done share 0..1 of the statement that runs, where it is known; from any thread.
  std::optional<double> Progress();
  /// Rows that the running INSERT has written so far; from any thread.
  int64_t rows_written() const { return rows_written_; }
  void CountWritten(int64_t rows) { rows_written_ += rows; }

 private:
  Engine& engine_;
  SessionOptions options_;
  Settings settings_;
  CatalogSet catalogs_;
  std::mutex connection_mutex_;  // guards the making of the connection
  std::unique_ptr<duckdb::Connection> connection_;
  std::atomic<int64_t> rows_written_{0};
};

}  // namespace tarn::sql
