// Tables with damaged files: the golden tables, one file of each changed at random, read by SQL. The answer is the
// right rows or one error that names a file of the table; never a crash, a hang, or a wish for absurd amounts of
// memory, and no file is overwritten. Where pages carry no checksum it can also be other rows, seldom; how often is
// printed. TARN_SEEDS sets the number of changes to each table (12).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

#include "base/error.h"
#include "testing/places.h"
#include "testing/sql_kit.h"

namespace tarn {
namespace {

using tarn::testing::SqlKit;
using Lines = std::vector<std::string>;
using Files = std::map<std::string, std::string>;  // path below the table -> bytes
namespace stdfs = std::filesystem;

constexpr unsigned kSecondsMost = 60;

Files Load(const stdfs::path& table) {
  Files files;
  for (const auto& entry : stdfs::recursive_directory_iterator(table)) {
    if (!entry.is_regular_file()) continue;
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    files[stdfs::relative(entry.path(), table).string()] = bytes.str();
  }
  return files;
}

void Store(env::FileSystem& fs, const std::string& directory, const Files& files) {
  for (const auto& [name, bytes] : files) {
    const std::string path = env::JoinPath(directory, name);
    fs.CreateDirectories(env::ParentPath(path));
    const auto file = fs.Create(path);
    file->Append(bytes);
    file->Close();
  }
}

/// Changes `bytes`, and says how. An empty result with `gone` set: the file is missing.
std::string Damage(std::string& bytes, bool& gone, const std::string& other, std::mt19937_64& random) {
  const size_t size = bytes.size();
  // Half of the changes near the end, where Parquet's footer lies.
  const auto place = [&] {
    if (size == 0) return size_t{0};
    return random() % 2 ? random() % size : size - 1 - random() % std::min<size_t>(size, 400);
  };
  const size_t at = place();
  switch (random() % 9) {
    case 0:
      gone = true;
      return "is deleted";
    case 1:
      bytes.resize(at);
      return "is cut off at " + std::to_string(at);
    case 2:
      bytes.append(1 + random() % 40, static_cast<char>(random()));
      return "has bytes appended";
    case 3:
      bytes = other;
      return "is another file's content";
    case 4: {
      const size_t count = std::min<size_t>(size - at, 1 + random() % 64);
      bytes.replace(at, count, std::string(count, random() % 2 ? '\0' : '\xff'));
      return std::to_string(count) + " bytes at " + std::to_string(at) + " are blank";
    }
    case 5: {
      const size_t count = std::min<size_t>(size - at, 1 + random() % 32);
      bytes.insert(place(), bytes.substr(at, count));
      return std::to_string(count) + " bytes are there twice";
    }
    default: {
      std::string what = "bytes changed at";
      for (size_t n = 1 + random() % 4; n > 0 && size > 0; --n) {
        const size_t one = place();
        bytes[one] = random() % 2 ? static_cast<char>(bytes[one] ^ (1 << random() % 8)) : static_cast<char>(random());
        what += " " + std::to_string(one);
      }
      return what;
    }
  }
}

/// A file of a random kind: there are many more data files than others.
std::string Pick(const Files& files, std::mt19937_64& random) {
  const std::string kinds[] = {"schema/", "snapshot/", "manifest/", "bucket-"};
  Lines names;
  while (names.empty()) {
    const auto& kind = kinds[random() % std::size(kinds)];
    for (const auto& [name, bytes] : files)
      if (name.find(kind) != std::string::npos) names.push_back(name);
  }
  return names[random() % names.size()];
}

class Damaged : public ::testing::TestWithParam<stdfs::path> {};

TEST_P(Damaged, GivesTheRowsOrOneErrorThatNamesAFile) {
  const char* wanted = std::getenv("TARN_SEEDS");
  const uint64_t seeds = wanted ? std::strtoull(wanted, nullptr, 10) : 12;
  const bool tell = wanted != nullptr;
  const Files good = Load(GetParam());
  const auto fs = env::NewMemoryFileSystem();
  SqlKit sql(*fs, "/w");
  Store(*fs, "/w/default.db/good", good);
  const Lines rows = sql.Run("SELECT * FROM good");
  ASSERT_FALSE(rows.empty());
  int errors = 0, others = 0;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    std::mt19937_64 random(seed * 7919);
    const std::string name = Pick(good, random);
    Files files = good;
    bool gone = false;
    const std::string how = Damage(files[name], gone, good.at(Pick(good, random)), random);
    if (gone) files.erase(name);
    const std::string what = "seed " + std::to_string(seed) + ": " + name + " " + how;
    SCOPED_TRACE(what);
    if (tell) std::cout << what << std::endl;  // a crash must leave its seed behind
    const std::string table = "t" + std::to_string(seed), directory = "/w/default.db/" + table;
    Store(*fs, directory, files);
    ::alarm(kSecondsMost);
    const std::string statements[] = {"SELECT * FROM " + table, "SELECT COUNT(*) FROM " + table,
                                      "SELECT * FROM `" + table + "$files`",
                                      "INSERT INTO " + table + " SELECT * FROM good LIMIT 2"};
    for (const auto& statement : statements) {
      try {
        const Lines seen = sql.Run(statement);
        others += statement == statements[0] && seen != rows;
      } catch (const Error& error) {
        ++errors;
        const std::string message = error.what();
        EXPECT_NE(error.code(), ErrorCode::Internal) << statement << ": " << message;
        EXPECT_TRUE(message.find(directory) != std::string::npos || message.find(table) != std::string::npos)
            << statement << ": " << message;
      } catch (const std::exception& error) {
        ADD_FAILURE() << statement << ": no Error but " << error.what();
      }
    }
    ::alarm(0);
    for (const auto& [path, bytes] : files) {
      if (path == "snapshot/LATEST") continue;  // only a hint
      EXPECT_TRUE(env::ReadFile(*fs, env::JoinPath(directory, path)) == bytes) << path;
    }
    fs->DeleteTree(directory);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 1 << 20) << "KB of memory";
  // Java writes Parquet pages without any checksum, so that a changed byte within one may be another value to every
  // reader. (Ours carry zstd's, see parquet_writer_test.)
  EXPECT_LE(others, 2 + static_cast<int>(seeds) / 15);
  std::cout << seeds << " changes: " << errors << " errors, " << others << " times other rows\n";
}

std::vector<stdfs::path> Tables() {
  std::vector<stdfs::path> tables;
  const auto root = tarn::testing::SourceDirectory() / "tests/data/golden/parquet";
  for (const auto& database : stdfs::directory_iterator(root))
    for (const auto& table : stdfs::directory_iterator(database)) tables.push_back(table.path());
  std::sort(tables.begin(), tables.end());
  return tables;
}

INSTANTIATE_TEST_SUITE_P(GoldenTables, Damaged, ::testing::ValuesIn(Tables()), [](const auto& param) {
  return param.param.parent_path().stem().string() + "_" + param.param.filename().string();
});

}  // namespace
}  // namespace tarn
