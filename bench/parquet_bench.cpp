// Our Parquet encoder and the reading of its files, alone and on one thread: rows per CPU-second.
//
//   parquet_bench [--rows N] [track|str]...
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <filesystem>
#include <functional>
#include <numeric>

#include "bench_rows.h"
#include "columnar/data_file_reader.h"
#include "columnar/duckdb_file_system.h"
#include "columnar/parquet_writer.h"
#include "columnar/type_mapping.h"

namespace tarn::bench {
namespace {

using Chunks = std::vector<std::unique_ptr<duckdb::DataChunk>>;

/// The rows sorted by vessel, as a flush of a primary-key table has them.
Chunks Make(Rows& rows, size_t count, bool sorted) {
  const auto types = columnar::VectorTypes(rows.fields());
  duckdb::DataChunk all;
  all.Initialize(duckdb::Allocator::DefaultAllocator(), types, count);
  Chunks chunks;
  std::vector<std::unique_ptr<duckdb::DataChunk>> parts;
  for (size_t at = 0; at < count; at += STANDARD_VECTOR_SIZE) {
    auto chunk = std::make_unique<duckdb::DataChunk>();
    chunk->Initialize(duckdb::Allocator::DefaultAllocator(), types);
    rows.Fill(at, std::min<size_t>(STANDARD_VECTOR_SIZE, count - at), *chunk);
    if (sorted) {
      all.Append(*chunk);
    } else {
      chunks.push_back(std::move(chunk));
    }
  }
  if (!sorted) return chunks;
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto* key = duckdb::FlatVector::GetData<int64_t>(all.data[0]);
  const auto* time = duckdb::FlatVector::GetData<int64_t>(all.data[1]);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return key[a] != key[b] ? key[a] < key[b] : time[a] < time[b]; });
  duckdb::SelectionVector selection(STANDARD_VECTOR_SIZE);
  for (size_t at = 0; at < count; at += STANDARD_VECTOR_SIZE) {
    const size_t n = std::min<size_t>(STANDARD_VECTOR_SIZE, count - at);
    for (size_t i = 0; i < n; i++) selection.set_index(i, order[at + i]);
    auto chunk = std::make_unique<duckdb::DataChunk>();
    chunk->Initialize(duckdb::Allocator::DefaultAllocator(), types);
    chunk->Append(all, false, &selection, n);
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

void Report(const char* what, size_t rows, const std::function<std::string()>& work) {
  double best = 1e9;
  std::string note;
  for (int pass = 0; pass < 3; pass++) {
    const double start = CpuSeconds();
    note = work();
    best = std::min(best, CpuSeconds() - start);
  }
  std::printf("  %-28s %7.2f M rows per CPU-second   %s\n", what, static_cast<double>(rows) / best / 1e6, note.c_str());
}

void Run(Rows& rows, bool sorted, const char* name, size_t count) {
  duckdb::DuckDB db(nullptr);
  db.GetFileSystem().RegisterSubSystem(columnar::NewDuckDbFileSystem(env::LocalFileSystem()));
  duckdb::Connection sql(db);
  sql.Query("SET threads = 1");
  sql.Query("SET enable_external_file_cache = false");
  const auto fields = rows.fields();
  const auto chunks = Make(rows, count, sorted);
  const std::string path =
      (std::filesystem::temp_directory_path() / ("tarn_bench_" + std::to_string(getpid()) + ".parquet")).string();
  std::printf("%s, %zu rows\n", name, count);
  const auto write = [&](columnar::ParquetWriteOptions options) {
    auto file = env::LocalFileSystem().Create(path);
    columnar::ParquetWriter writer(*file, fields, options);
    for (const auto& chunk : chunks) writer.Write(*chunk);
    const auto written = writer.Finish();
    file->Close();
    return std::to_string(static_cast<double>(written.bytes) / 1e6) + " MB";
  };
  Report("write, nothing compressed", count, [&] { return write({.codec = columnar::ParquetCodec::None}); });
  Report("write, zstd 1", count, [&] { return write({}); });
  for (const size_t columns : {fields.size(), size_t{4}}) {
    const std::vector<paimon::DataField> wanted(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(columns));
    Report(columns == 4 ? "read 4 columns" : "read all columns", count, [&] {
      columnar::DataFileReader reader(*sql.context, {.path = path, .file = fields, .wanted = wanted});
      duckdb::DataChunk chunk;
      size_t seen = 0;
      while (reader.Read(chunk)) seen += chunk.size();
      return std::to_string(seen) + " rows";
    });
  }
  std::string select;
  for (const auto& field : fields) select += (select.empty() ? "" : ", ") + ("max(" + field.name + ")");
  Report("DuckDB's max() of all", count, [&] {
    auto result = sql.Query("SELECT " + select + " FROM read_parquet('" + path + "')");
    return result->HasError() ? result->GetError() : std::string();
  });
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace tarn::bench

int main(int argc, char** argv) {
  size_t rows = 1 << 20;
  std::vector<std::string> kinds;
  for (int i = 1; i < argc; i++) {
    if (std::strcmp(argv[i], "--rows") == 0 && i + 1 < argc) {
      rows = std::stoull(argv[++i]);
    } else {
      kinds.push_back(argv[i]);
    }
  }
  if (kinds.empty()) kinds = {"track", "str"};
  for (const auto& kind : kinds) {
    if (kind == "track") {
      tarn::bench::TrackRows track;
      tarn::bench::Run(track, true, "trajectory rows, sorted", rows);
    } else if (kind == "str") {
      tarn::bench::StringRows strings(1u << 30);
      tarn::bench::Run(strings, false, "INT and 20 strings of 10", rows);
    } else {
      std::fprintf(stderr, "parquet_bench: '%s' is unknown; track or str\n", kind.c_str());
      return 2;
    }
  }
}
