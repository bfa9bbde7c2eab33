// Plain DuckDB of the same version as a rival: a query over the bare files, its rows taken chunk by chunk and dropped.
//
//   duckdb_bench [--threads N] [--passes N] SQL           an unmeasured pass first; the last line is RESULT
//   duckdb_bench --check [--ordered-by COLUMN] SQL        CHECK rows=.. hash=.. nulls=.. ordered=yes|no
//
// The hash does not depend on the order of rows; `ordered` says whether the column never falls (NULLs stand apart).
#include <sys/resource.h>

#include <cinttypes>
#include <cstdio>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/main/query_result.hpp>
#include <string>

#include "bench_rows.h"

namespace tarn::bench {
namespace {

struct Settings {
  std::string sql;
  int threads = 2;
  int passes = 3;
  bool check = false;
  int ordered_by = -1;
};

duckdb::unique_ptr<duckdb::QueryResult> Run(duckdb::Connection& connection, const std::string& sql) {
  auto result = connection.SendQuery(sql);
  if (result->HasError()) throw std::runtime_error(result->GetError());
  return result;
}

uint64_t Drain(duckdb::Connection& connection, const std::string& sql) {
  const auto result = Run(connection, sql);
  uint64_t rows = 0;
  while (const auto chunk = result->Fetch()) {
    if (chunk->size() == 0) break;
    rows += chunk->size();
  }
  return rows;
}

void Check(duckdb::Connection& connection, const Settings& settings) {
  const auto result = Run(connection, settings.sql);
  uint64_t rows = 0, hash = 0, nulls = 0;
  bool ordered = true;
  int64_t before = INT64_MIN;
  while (const auto chunk = result->Fetch()) {
    if (chunk->size() == 0) break;
    rows += chunk->size();
    duckdb::Vector hashes(duckdb::LogicalType::HASH);
    chunk->Hash(hashes);
    hashes.Flatten(chunk->size());
    const auto* of_row = duckdb::FlatVector::GetData<uint64_t>(hashes);
    for (duckdb::idx_t i = 0; i < chunk->size(); i++) hash += of_row[i] * 0x9E3779B97F4A7C15ULL ^ of_row[i] >> 29;
    if (settings.ordered_by < 0) continue;
    duckdb::UnifiedVectorFormat format;
    chunk->data[static_cast<size_t>(settings.ordered_by)].ToUnifiedFormat(chunk->size(), format);
    for (duckdb::idx_t i = 0; i < chunk->size(); i++) {
      const auto at = format.sel->get_index(i);
      if (!format.validity.RowIsValid(at)) {
        nulls++;
        continue;
      }
      const auto value = reinterpret_cast<const int64_t*>(format.data)[at];
      ordered &= value >= before;
      before = value;
    }
  }
  std::printf("CHECK rows=%" PRIu64 " hash=%016" PRIx64 " nulls=%" PRIu64 " ordered=%s\n", rows, hash, nulls,
              ordered ? "yes" : "no");
}

int Main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    const bool more = i + 1 < argc;
    if (word == "--check") {
      settings.check = true;
    } else if (word == "--threads" && more) {
      settings.threads = std::stoi(argv[++i]);
    } else if (word == "--passes" && more) {
      settings.passes = std::stoi(argv[++i]);
    } else if (word == "--ordered-by" && more) {
      settings.ordered_by = std::stoi(argv[++i]);
    } else {
      settings.sql = word;
    }
  }
  duckdb::DuckDB db(nullptr);
  duckdb::Connection connection(db);
  Run(connection, "SET threads = " + std::to_string(settings.threads));
  if (settings.check) {
    Check(connection, settings);
    return 0;
  }
  Drain(connection, settings.sql);
  const double wall = WallSeconds(), cpu = CpuSeconds();
  uint64_t rows = 0;
  for (int pass = 0; pass < settings.passes; pass++) rows += Drain(connection, settings.sql);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("RESULT rows=%" PRIu64 " wall_s=%.3f cpu_s=%.3f rss_peak_mb=%ld\n", rows, WallSeconds() - wall,
              CpuSeconds() - cpu, usage.ru_maxrss / 1024);
  return 0;
}

}  // namespace
}  // namespace tarn::bench

int main(int argc, char** argv) {
  try {
    return tarn::bench::Main(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "duckdb_bench: %s\n", e.what());
    return 1;
  }
}
