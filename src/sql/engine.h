// DuckDB behind one class: the two instances, what is registered in them, and the threads and memory that they may use.
//
// `query` answers ad-hoc statements, `work` plans and serves jobs: a user's big query cannot take the memory of a job's
// readers. Both are registered by the same function. DuckDB starts no thread of its own: the engine lends it threads,
// per instance, which is how resource groups are kept apart.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "env/env.h"

namespace duckdb {
class Connection;
class DatabaseInstance;
}  // namespace duckdb

namespace tarn::sql {

struct EngineOptions {
  int threads = 0;           // 0 = the machine's cores
  int64_t memory_bytes = 0;  // of both instances together; 0 = half of what the control group, else the machine, has
  std::string temp_directory = "/tmp";  // where queries spill, in folders of this process; made where it is missing
};

/// Thread-safe. Everything made from an engine must be gone before it is.
class Engine {
 public:
  Engine(const env::Env& env, const EngineOptions& options);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// A connection serves one thread at a time. The `work` instance starts at the first ConnectWork.
  std::unique_ptr<duckdb::Connection> ConnectQuery();
  std::unique_ptr<duckdb::Connection> ConnectWork();

  const env::Env& env() const { return env_; }
  int threads() const { return options_.threads; }
  int64_t memory_bytes() const { return options_.memory_bytes; }

 private:
  class Instance;
  Instance& Start(std::unique_ptr<Instance>& instance, const char* name);

  env::Env env_;
  EngineOptions options_;
  std::mutex mutex_;  // guards the starting of the instances
  std::unique_ptr<Instance> query_;
  std::unique_ptr<Instance> work_;
};

/// Half of the memory that this process may use.
int64_t DefaultMemoryBytes();

}  // namespace tarn::sql
