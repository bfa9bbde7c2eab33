#include "sql/engine.h"

#include <unistd.h>

#include <algorithm>
#include <duckdb/main/config.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/parallel/task_scheduler.hpp>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "columnar/duckdb_file_system.h"
#include "env/executor.h"
#include "sql/register.h"

namespace tarn::sql {
namespace {

constexpr int64_t kLeastMemory = 64 << 20;

std::optional<int64_t> ReadNumber(const char* path) {
  std::ifstream file(path);
  int64_t value = 0;
  if (file >> value) return value;
  return std::nullopt;
}

int64_t MachineMemory() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<int64_t>(sysconf(_SC_PAGESIZE));
}

std::string SpillDirectory(const EngineOptions& options, const std::string& name) {
  return options.temp_directory + "/tarn-" + std::to_string(getpid()) + "-" + name;
}

}  // namespace

int64_t DefaultMemoryBytes() {
  int64_t available = MachineMemory();
  for (const char* limit : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    if (const auto bytes = ReadNumber(limit)) available = std::min(available, *bytes);
  }
  return std::max(kLeastMemory, available / 2);
}

/// One DuckDB and the threads lent to it. The statement's own thread works too, so one fewer is lent.
class Engine::Instance {
 public:
  Instance(const env::Env& env, const EngineOptions& options, const char* name) {
    duckdb::DBConfig config;
    config.options.maximum_threads = static_cast<duckdb::idx_t>(options.threads);
    config.options.external_threads = static_cast<duckdb::idx_t>(options.threads);
    config.options.maximum_memory = static_cast<duckdb::idx_t>(options.memory_bytes / 2);
    // Another process may have been given the same directory, and DuckDB's files have the same names in each.
    config.options.temporary_directory = SpillDirectory(options, name);
    if (!std::filesystem::exists(options.temp_directory))
      env::LocalFileSystem().CreateDirectories(options.temp_directory);
    config.options.autoinstall_known_extensions = false;
    config.options.autoload_known_extensions = false;
    // It would keep every page header that it reads: 3 bytes a row, for ever. The system's page cache does better.
    config.options.enable_external_file_cache = false;
    // Flink: NULL is the smallest value.
    config.SetOptionByName("default_null_order", duckdb::Value("nulls_first_on_asc_last_on_desc"));
    database_ = std::make_unique<duckdb::DuckDB>(nullptr, &config);
    database_->GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env.fs));
    RegisterAll(*database_->instance);
    auto& scheduler = duckdb::TaskScheduler::GetScheduler(*database_->instance);
    for (int i = 1; i < options.threads; i++) {
      lent_.push_back(std::make_unique<env::OwnedThread>(
          "duckdb-" + std::string(name), [this, &scheduler] { scheduler.ExecuteForever(&keep_lending_); }));
    }
  }

  ~Instance() {
    keep_lending_ = false;
    duckdb::TaskScheduler::GetScheduler(*database_->instance).Signal(lent_.size());
    lent_.clear();
  }

  std::unique_ptr<duckdb::Connection> Connect() { return std::make_unique<duckdb::Connection>(*database_); }

 private:
  duckdb::atomic<bool> keep_lending_{true};
  std::unique_ptr<duckdb::DuckDB> database_;
  std::vector<std::unique_ptr<env::OwnedThread>> lent_;
};

Engine::Engine(const env::Env& env, const EngineOptions& options) : env_(env), options_(options) {
  if (options_.threads <= 0) options_.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (options_.memory_bytes <= 0) options_.memory_bytes = DefaultMemoryBytes();
}

Engine::~Engine() {
  query_.reset();
  work_.reset();
  for (const char* name : {"query", "work"}) {
    try {
      env::LocalFileSystem().DeleteTree(SpillDirectory(options_, name));
    } catch (const Error&) {
      // Left behind; there is nobody to tell.
    }
  }
}

Engine::Instance& Engine::Start(std::unique_ptr<Instance>& instance, const char* name) {
  const std::scoped_lock lock(mutex_);
  if (!instance) instance = std::make_unique<Instance>(env_, options_, name);
  return *instance;
}

std::unique_ptr<duckdb::Connection> Engine::ConnectQuery() { return Start(query_, "query").Connect(); }
std::unique_ptr<duckdb::Connection> Engine::ConnectWork() { return Start(work_, "work").Connect(); }

}  // namespace tarn::sql
