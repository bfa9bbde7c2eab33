// Rows into a table through the table store, committed every million: what bench/ingest.py compares with the rivals.
//
//   ingest_bench --kind track|str --rows N [--buckets N] [--write-only] [--dir DIR] [--keep]
//
// The last line is RESULT with rows, wall and CPU seconds (the making of the rows taken off) and peak memory of the
// measured pass; a warm-up pass of a third of the rows comes before it.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>

#include "base/error.h"
#include "bench_rows.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/type_mapping.h"
#include "table/commit/committer.h"
#include "table/commit/schema_commit.h"
#include "table/write/table_writer.h"

namespace tarn::bench {
namespace {

struct Settings {
  std::string kind = "track";
  uint64_t rows = 5'000'000;
  std::string buckets = "1";
  bool write_only = false;
  bool keep = false;
  std::string dir = (std::filesystem::temp_directory_path() / "tarn_ingest").string();
};

std::unique_ptr<Rows> NewRows(const Settings& settings) {
  constexpr uint64_t kSeed = 1000;  // of the first writer of Bench.java
  if (settings.kind == "track") return std::make_unique<TrackRows>(kSeed);
  if (settings.kind == "str") return std::make_unique<StringRows>(std::max<uint64_t>(settings.rows, 1), kSeed);
  throw Error(ErrorCode::InvalidInput, "--kind '" + settings.kind + "': track or str");
}

void Load(duckdb::ClientContext& context, const Settings& settings, uint64_t count) {
  constexpr uint64_t kCommitRows = 1'000'000;
  const auto rows = NewRows(settings);
  std::filesystem::remove_all(settings.dir);
  const std::string path = settings.dir + "/default.db/t";
  paimon::TableSchema schema;
  schema.fields = rows->fields();
  schema.highest_field_id = static_cast<int32_t>(schema.fields.size()) - 1;
  schema.primary_keys = rows->primary_key();
  schema.options = {{"bucket", settings.buckets}};
  if (settings.write_only) schema.options["write-only"] = "true";
  table::CreateTable(env::SystemEnv(), path, schema);
  const auto table = table::Table::Open(env::SystemEnv(), path);
  const auto writer = table::NewTableWriter(context, table, {.write_only = settings.write_only});
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, columnar::VectorTypes(schema.fields));
  int64_t identifier = 0;
  for (uint64_t at = 0; at < count;) {
    columnar::Reset(batch);
    const size_t n = std::min<uint64_t>({STANDARD_VECTOR_SIZE, count - at, kCommitRows - at % kCommitRows});
    rows->Fill(at, n, batch.chunk);
    writer->Write(batch);
    at += n;
    if (at % kCommitRows == 0 || at == count) {
      table::Commit(
          *table,
          {.user = "bench", .identifier = ++identifier, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    }
  }
}

void MakeRows(const Settings& settings) {
  const auto rows = NewRows(settings);
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, columnar::VectorTypes(rows->fields()));
  for (uint64_t at = 0; at < settings.rows;) {
    columnar::Reset(batch);
    const size_t n = std::min<uint64_t>(STANDARD_VECTOR_SIZE, settings.rows - at);
    rows->Fill(at, n, batch.chunk);
    at += n;
  }
}

int Main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) throw Error(ErrorCode::InvalidInput, name + " needs a value");
      return argv[++i];
    };
    if (name == "--kind") {
      settings.kind = value();
    } else if (name == "--rows") {
      settings.rows = std::stoull(value());
    } else if (name == "--buckets") {
      settings.buckets = value();
    } else if (name == "--write-only") {
      settings.write_only = true;
    } else if (name == "--keep") {
      settings.keep = true;
    } else if (name == "--dir") {
      settings.dir = value();
    } else {
      throw Error(ErrorCode::InvalidInput, name + " is unknown");
    }
  }
  duckdb::DuckDB db(nullptr);
  db.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env::LocalFileSystem()));
  duckdb::Connection sql(db);
  Load(*sql.context, settings, settings.rows / 3);
  const double making_wall = WallSeconds();
  const double making_cpu = CpuSeconds();
  MakeRows(settings);
  const double wall = WallSeconds();
  const double cpu = CpuSeconds();
  Load(*sql.context, settings, settings.rows);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("RESULT rows=%llu wall_s=%.3f cpu_s=%.3f rss_peak_mb=%ld\n",
              static_cast<unsigned long long>(settings.rows), WallSeconds() - 2 * wall + making_wall,
              CpuSeconds() - 2 * cpu + making_cpu, usage.ru_maxrss / 1024);
  if (!settings.keep) std::filesystem::remove_all(settings.dir);
  return 0;
}

}  // namespace
}  // namespace tarn::bench

int main(int argc, char** argv) {
  try {
    return tarn::bench::Main(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "ingest_bench: %s\n", e.what());
    return 1;
  }
}
