// Every type, nullable and not, in every codec, written by us: what Java Paimon and pyarrow read equals what we read.
// Needs the oracles that ./dev interop sets up under ~/.cache/tarn; without them it is skipped, loudly.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "testing/places.h"
#include "testing/table_dump.h"
#include "testing/table_kit.h"
#include "testing/type_matrix.h"

namespace tarn::table {
namespace {

using tarn::testing::kTypes;
using tarn::testing::TypeCase;

std::string Cache() {
  const char* home = std::getenv("HOME");
  return std::string(home ? home : "/root") + "/.cache/tarn";
}

std::vector<std::string> LinesOf(const std::string& command) {
  std::vector<std::string> lines;
  FILE* out = popen(command.c_str(), "r");
  if (!out) throw Error(ErrorCode::IoFailed, command);
  std::string text;
  char buffer[65536];
  while (const size_t count = fread(buffer, 1, sizeof buffer, out)) text.append(buffer, count);
  if (pclose(out) != 0) throw Error(ErrorCode::IoFailed, command + " failed: " + text);
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

class OtherReaders : public ::testing::Test {
 protected:
  OtherReaders() : root_(std::filesystem::temp_directory_path() / ("tarn_or_" + std::to_string(getpid()))) {
    kit_.warehouse = (root_ / "default.db").string();
  }
  ~OtherReaders() override { std::filesystem::remove_all(root_); }

  std::shared_ptr<const Table> Make(const std::string& name, bool nullable, bool keyed,
                                    const std::map<std::string, std::string>& options) {
    tarn::testing::SchemaText text;
    text.columns.emplace_back("id", "INT NOT NULL");
    for (const TypeCase& c : kTypes) {
      text.columns.emplace_back(c.name, std::string(c.type) + (nullable ? "" : " NOT NULL"));
    }
    text.columns.emplace_back("a", "ARRAY<INT>");
    text.columns.emplace_back("m", "MAP<STRING, BIGINT>");
    text.columns.emplace_back("r", "ROW<x INT, y ARRAY<STRING>>");
    text.options = options;
    if (keyed) text.primary_key = {"id"};
    return kit_.Make(text, name);
  }

  std::string Query(bool nullable, int from, int to) const {
    std::string select = "SELECT (i * 7919 % 100003)::INT AS id";
    for (const TypeCase& c : kTypes) {
      std::string value(c.value);
      // DuckDB has no such function; the kit's connection has no macros.
      if (const size_t at = value.find("make_timestamptz("); at != std::string::npos) {
        value = "make_timestamp(" + value.substr(at + 17) + "::TIMESTAMPTZ";
      }
      if (nullable) value = "CASE WHEN hash(i * 31) % 5 = 0 THEN NULL ELSE " + value + " END";
      select += ", " + value + " AS " + c.name;
    }
    select += ", CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN [] ELSE [i::INT, NULL, (i*2)::INT] END AS a";
    select += ", CASE WHEN i % 3 = 0 THEN NULL ELSE MAP {'k' || i: i, 'second': NULL} END AS m";
    select += ", CASE WHEN i % 4 = 0 THEN NULL ELSE {'x': i::INT, 'y': ['a' || i, NULL]} END AS r";
    return select + " FROM range(" + std::to_string(from) + ", " + std::to_string(to) + ") q(i)";
  }

  void Fill(const std::shared_ptr<const Table>& table, bool nullable, int commits) {
    constexpr int kBatch = 2000;
    for (int commit = 0; commit < commits; commit++) {
      const auto writer = kit_.Writer(table);
      for (int batch = 0; batch < 3; batch++) {
        const int from = commit * kBatch * 2 + batch * kBatch;  // commits overlap
        writer->Write(kit_.Rows(*table, Query(nullable, from, from + kBatch)));
      }
      Commit(*table,
             {.user = "test", .identifier = commit + 1, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    }
  }

  std::filesystem::path root_;
  tarn::testing::TableKit kit_{env::LocalFileSystem()};
};

TEST_F(OtherReaders, JavaPaimonReadsEveryType) {
  std::vector<std::string> javas;
  for (const char* version : {"1.4.2", "1.0.1"}) {
    const std::string run = Cache() + "/java-" + version + "/run";
    if (std::filesystem::exists(run)) javas.push_back(run);
  }
  if (javas.empty()) GTEST_SKIP() << "no Java Paimon under " << Cache() << ": ./dev interop sets it up";
  struct Case {
    const char* name;
    bool nullable;
    bool keyed;
    std::map<std::string, std::string> options;
  };
  const Case cases[] = {
      {"append_nullable", true, false, {{"bucket", "-1"}}},
      {"append_notnull_plain",
       false,
       false,
       {{"bucket", "-1"}, {"parquet.plain-only", "true"}, {"file.compression", "none"}}},
      {"pk_notnull", false, true, {{"bucket", "2"}}},
      {"pk_nullable_snappy", true, true, {{"bucket", "1"}, {"file.compression", "snappy"}, {"write-only", "true"}}},
      {"append_lz4", true, false, {{"bucket", "-1"}, {"file.compression", "lz4"}}},
  };
  for (const Case& c : cases) {
    const auto table = Make(c.name, c.nullable, c.keyed, c.options);
    Fill(table, c.nullable, 3);
    const auto ours = tarn::testing::DumpTable(kit_.context(), table);
    EXPECT_FALSE(ours.empty());
    for (const auto& java : javas) {
      const auto theirs =
          LinesOf(java + " Dump " + root_.string() + " default " + c.name + " 2>" + (root_ / "java.err").string());
      size_t differing = 0;
      for (size_t i = 0; i < std::max(ours.size(), theirs.size()); i++) {
        const std::string a = i < ours.size() ? ours[i] : "(none)";
        const std::string b = i < theirs.size() ? theirs[i] : "(none)";
        if (a != b && differing++ < 3)
          ADD_FAILURE() << c.name << " by " << java << "\nours   " << a << "\ntheirs " << b;
      }
      EXPECT_EQ(differing, 0u) << c.name << " by " << java;
    }
  }
}

TEST_F(OtherReaders, PyarrowReadsEveryType) {
  const std::string python = Cache() + "/python/bin/python";
  if (!std::filesystem::exists(python)) GTEST_SKIP() << "no " << python << ": ./dev interop sets it up";
  for (const char* codec : {"zstd", "snappy", "lz4", "none"}) {
    const auto table = Make(std::string("py_") + codec, true, false, {{"bucket", "-1"}, {"file.compression", codec}});
    Fill(table, true, 1);
    const auto ours = tarn::testing::DumpTable(kit_.context(), table);
    const auto theirs =
        LinesOf(python + " " + (tarn::testing::SourceDirectory() / "tests" / "dump_parquet.py").string() + " " +
                table->path() + " 2>&1");
    size_t differing = 0;
    for (size_t i = 0; i < std::max(ours.size(), theirs.size()); i++) {
      const std::string a = i < ours.size() ? ours[i] : "(none)";
      const std::string b = i < theirs.size() ? theirs[i] : "(none)";
      if (a != b && differing++ < 3) ADD_FAILURE() << codec << "\nours   " << a << "\ntheirs " << b;
    }
    EXPECT_EQ(differing, 0u) << codec;
  }
}

}  // namespace
}  // namespace tarn::table
