// A real process that writes is really killed, again and again; after each kill the table holds what was acknowledged,
// and at most the one commit that was under way, whole.
//
// The child (this program with --child MODE DIR FIRST) commits number after number and tells each commit on stdout; the
// parent kills it at a random moment, looks at the table in three ways (its metadata, file by file, by SQL) and starts
// the next child on what the last one left. TARN_KILLS sets the number of kills over all modes (20).
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "base/error.h"
#include "testing/java_reader.h"
#include "testing/sql_kit.h"
#include "testing/table_check.h"
#include "testing/table_kit.h"

namespace tarn {
namespace {

using tarn::testing::SqlKit;
using tarn::testing::TableKit;
using Lines = std::vector<std::string>;

constexpr char kUser[] = "ingest";
constexpr int kKeys = 40;
constexpr int kRows = 50;  // of one commit
/// A table is begun anew after so many kills, so that reading it back stays quick.
constexpr int kKillsOfOneTable = 10;

const std::string kModes[] = {"append", "keyed", "overwrite", "sql"};

tarn::testing::SchemaText Text(const std::string& mode) {
  tarn::testing::SchemaText text{.columns = {{"k", "INT"}, {"p", "INT"}, {"v", "STRING"}}, .partition = {"p"}};
  if (mode != "append") {
    text.primary_key = {"p", "k"};
    text.options = {{"bucket", "2"}, {"num-sorted-run.compaction-trigger", "3"}};
  }
  text.options["manifest.merge-min-count"] = "5";
  return text;
}

bool Overwrites(const std::string& mode, int64_t n) { return (mode == "overwrite" || mode == "sql") && n % 4 == 0; }

/// What the table holds after that many commits.
Lines Model(const std::string& mode, int64_t commits) {
  std::map<std::pair<int64_t, int64_t>, std::string> rows;
  Lines lines;
  for (int64_t n = 1; n <= commits; ++n) {
    if (Overwrites(mode, n)) rows.clear();
    for (int64_t i = 0; i < kRows; ++i) {
      const int64_t k = (i * 7 + n) % kKeys, p = i % 3;
      std::string line =
          std::to_string(k) + "|" + std::to_string(p) + "|" + std::to_string(n) + "." + std::to_string(i);
      if (mode == "append")
        lines.push_back(std::move(line));
      else
        rows[{p, k}] = std::move(line);
    }
  }
  for (auto& [key, line] : rows) lines.push_back(std::move(line));
  std::sort(lines.begin(), lines.end());
  return lines;
}

[[noreturn]] void IngestBySql(const std::string& directory, int64_t first) {
  SqlKit sql(env::LocalFileSystem(), directory);
  for (int64_t n = first;; ++n) {
    std::string text = std::string("INSERT ") + (Overwrites("sql", n) ? "OVERWRITE" : "INTO") + " t VALUES ";
    for (int64_t i = 0; i < kRows; ++i) {
      const auto number = std::to_string(n);
      text += (i > 0 ? ", (" : "(") + std::to_string((i * 7 + n) % kKeys) + ", " + std::to_string(i % 3) + ", '" +
              number + "." + std::to_string(i) + "')";
    }
    sql.Run(text);
    std::cout << n << std::endl;
  }
}

/// Never returns by itself.
[[noreturn]] void Ingest(const std::string& mode, const std::string& directory, int64_t first) {
  if (mode == "sql") IngestBySql(directory, first);
  TableKit kit(env::LocalFileSystem());
  kit.warehouse = directory + "/default.db";
  const auto table = kit.Open();
  auto writer = kit.Writer(table);
  for (int64_t n = first;; ++n) {
    const auto number = std::to_string(n);
    const auto rows = kit.Rows(*table, "SELECT (i * 7 + " + number + ") % " + std::to_string(kKeys) + ", i % 3, '" +
                                           number + ".' || i FROM range(" + std::to_string(kRows) + ") r(i)");
    table::CommitOutcome outcome;
    if (Overwrites(mode, n)) {
      const auto replacing = kit.Writer(table, {.overwrite = true});
      replacing->Write(rows);
      outcome = table::Overwrite(
          *table,
          {.commit = {.user = kUser, .identifier = n, .watermark_ms = {}, .messages = replacing->PrepareCommit()},
           .partition = std::map<std::string, paimon::Value>()});
      writer = kit.Writer(table);  // the old one knows files that are gone
    } else {
      writer->Write(rows);
      outcome = table::Commit(
          *table, {.user = kUser, .identifier = n, .watermark_ms = {}, .messages = writer->PrepareCommit()});
    }
    if (outcome.kind != table::CommitOutcome::Committed) {
      std::cerr << "commit " << n << ": " << outcome.detail << "\n";
      std::abort();
    }
    std::cout << n << std::endl;
  }
}

struct Child {
  pid_t pid;
  int out;
};

Child Start(const std::string& mode, const std::string& directory, int64_t first) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl("/proc/self/exe", "kill_test", "--child", mode.c_str(), directory.c_str(), std::to_string(first).c_str(),
          nullptr);
    _exit(127);
  }
  close(ends[1]);
  return {pid, ends[0]};
}

/// Waits for `lines` commits, lets the next ones run for a random while, and kills. Returns the last commit that the
/// child told, 0 if none.
int64_t KillAfter(const Child& child, int lines, std::chrono::microseconds then) {
  std::string text;
  char buffer[4096];
  const auto more = [&] {
    const ssize_t got = read(child.out, buffer, sizeof buffer);
    if (got > 0) text.append(buffer, static_cast<size_t>(got));
    return got > 0;
  };
  while (std::count(text.begin(), text.end(), '\n') < lines && more()) {
  }
  std::this_thread::sleep_for(then);
  kill(child.pid, SIGKILL);
  while (more()) {
  }
  close(child.out);
  int status = 0;
  waitpid(child.pid, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself: " << status;
  const size_t end = text.rfind('\n');  // a line cut off counts for nothing
  if (end == std::string::npos) return 0;
  text.erase(end);
  const size_t line = text.rfind('\n');
  return std::stoll(text.substr(line == std::string::npos ? 0 : line + 1));
}

class Kill : public ::testing::TestWithParam<std::string> {};

TEST_P(Kill, TheTableIsWhatWasAcknowledged) {
  const std::string& mode = GetParam();
  const char* wanted = std::getenv("TARN_KILLS");
  const int kills = (wanted ? std::atoi(wanted) : 20) / static_cast<int>(std::size(kModes));
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::string directory;
  TableKit kit(env::LocalFileSystem());
  int64_t known = 0, all = 0, in_flight = 0;
  size_t strays = 0;
  for (int number = 0; number < kills; ++number) {
    SCOPED_TRACE("kill " + std::to_string(number));
    if (number % kKillsOfOneTable == 0) {
      if (!directory.empty()) std::filesystem::remove_all(directory);
      char pattern[] = "/tmp/tarn-kill-XXXXXX";
      ASSERT_NE(mkdtemp(pattern), nullptr);
      directory = pattern;
      kit.warehouse = directory + "/default.db";
      kit.Make(Text(mode));
      all += known;
      known = 0;
    }
    const Child child = Start(mode, directory, known + 1);
    // One in eight while it starts; the others between the n-th commit and the one after the next.
    const bool early = random() % 8 == 0;
    const auto then = std::chrono::microseconds(random() % (early ? 150000 : 40000));
    const int64_t told = std::max(known, KillAfter(child, early ? 0 : 1 + static_cast<int>(random() % 4), then));
    if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << "the table is kept in " << directory;
    const auto table = kit.Open();
    ASSERT_EQ(testing::FaultOf(*table), "") << "in " << directory;
    const Lines seen = kit.Read(*table);
    int64_t found = told;
    if (seen != Model(mode, told)) {
      ++found;
      ++in_flight;
    }
    ASSERT_EQ(seen, Model(mode, found)) << "told " << told << ", in " << directory;
    if (mode != "sql") {
      ASSERT_EQ(table::LatestIdentifierOf(*table, kUser).value_or(0), found);
    }
    SqlKit sql(env::LocalFileSystem(), directory);
    ASSERT_EQ(sql.Run("SELECT k, p, v FROM t"), seen) << "by SQL, in " << directory;
    strays = kit.Strays(*table).size();
    known = found;
  }
  std::cout << mode << ": " << kills << " kills, " << all + known << " commits, " << in_flight
            << " of them not told any more; " << strays << " files are left over by killed processes\n";
  if (const testing::JavaReader java; java.IsThere() && !directory.empty()) {
    Lines expected;
    for (const auto& line : Model(mode, known)) {
      const size_t text = line.rfind('|') + 1;
      expected.push_back("+I|" + line.substr(0, text) + "\"" + line.substr(text) + "\"");
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(java.Dump(directory, "t"), expected) << "by Java, in " << directory;
  }
  if (!HasFailure()) std::filesystem::remove_all(directory);
}

INSTANTIATE_TEST_SUITE_P(Tables, Kill, ::testing::ValuesIn(kModes), [](const auto& param) { return param.param; });

}  // namespace
}  // namespace tarn

int main(int argc, char** argv) {
  if (argc == 5 && std::string(argv[1]) == "--child") tarn::Ingest(argv[2], argv[3], std::stoll(argv[4]));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
