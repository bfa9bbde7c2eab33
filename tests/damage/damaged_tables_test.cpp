// Tables whose files are missing, cut off or changed, read and written through SQL: one error that names the file and
// says what was expected of it, and not a byte of the table is changed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "sql/session.h"

namespace tarn {
namespace {

namespace fs = std::filesystem;

using Bytes = std::string;

Bytes ReadAll(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void WriteAll(const fs::path& path, const Bytes& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::map<std::string, Bytes> Tree(const fs::path& root) {
  std::map<std::string, Bytes> tree;
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_regular_file()) tree[fs::relative(entry.path(), root).string()] = ReadAll(entry.path());
  return tree;
}

std::optional<Bytes> Missing(const Bytes&) { return std::nullopt; }
std::optional<Bytes> Half(const Bytes& bytes) { return bytes.substr(0, bytes.size() / 2); }
std::optional<Bytes> Empty(const Bytes&) { return ""; }
std::optional<Bytes> WrongMagic(const Bytes& bytes) {
  Bytes changed = bytes;
  changed.replace(0, 4, "NOPE");
  if (changed.ends_with("PAR1")) changed.replace(changed.size() - 4, 4, "NOPE");
  return changed;
}
std::optional<Bytes> BadJson(const Bytes& bytes) { return bytes.substr(0, bytes.size() / 2) + "}}}"; }
std::optional<Bytes> Words(const Bytes&) { return "these are not the bytes"; }
std::optional<Bytes> BadMiddle(const Bytes& bytes) {
  Bytes changed = bytes;
  for (size_t i = bytes.size() / 2; i < bytes.size() / 2 + 24 && i < bytes.size(); i++) changed[i] = '\x7f';
  return changed;
}

Bytes Overwritten(Bytes bytes, size_t begin, size_t count) {
  for (size_t i = begin; i < begin + count && i < bytes.size(); i++) bytes[i] = '\xff';
  return bytes;
}
std::optional<Bytes> BadPage(const Bytes& bytes) {
  uint32_t footer = 0;
  std::memcpy(&footer, bytes.data() + bytes.size() - 8, sizeof footer);
  return Overwritten(bytes, 4, bytes.size() - 12 - footer);
}
std::optional<Bytes> BadFooter(const Bytes& bytes) { return Overwritten(bytes, bytes.size() - 60, 40); }

struct Damage {
  std::string name;
  std::string directory;  // of the table
  std::string prefix;     // of the file's name; the last such file in order
  std::optional<Bytes> (*change)(const Bytes&);
  std::string expected;  // in the message, beside the file's name
  bool blocks_writing;   // an INSERT must fail too
};

const Damage kDamages[] = {
    {"DataFileMissing", "bucket-0", "data-", Missing, "is missing, and the snapshot's manifest lists it", false},
    {"DataFileCutOff", "bucket-0", "data-", Half, "file ends at byte", false},
    {"DataFileEmpty", "bucket-0", "data-", Empty, "file ends at byte 0", false},
    {"DataFileWrongMagic", "bucket-0", "data-", WrongMagic, "PAR1", false},
    {"DataFileBadPage", "bucket-0", "data-", BadPage, "page of its column data does not decode as Parquet", false},
    {"DataFileBadFooter", "bucket-0", "data-", BadFooter, "the footer does not decode as Parquet", false},
    {"ManifestListMissing", "manifest", "manifest-list-", Missing, "is missing", true},
    {"ManifestListCutOff", "manifest", "manifest-list-", Half, "", true},
    {"ManifestListEmpty", "manifest", "manifest-list-", Empty, "", true},
    {"ManifestListWrongMagic", "manifest", "manifest-list-", WrongMagic, "", true},
    {"ManifestMissing", "manifest", "manifest-", Missing, "is missing", false},
    {"ManifestCutOff", "manifest", "manifest-", Half, "", false},
    {"ManifestEmpty", "manifest", "manifest-", Empty, "", false},
    {"ManifestWrongMagic", "manifest", "manifest-", WrongMagic, "", false},
    {"ManifestBadBytes", "manifest", "manifest-", BadMiddle, "", false},
    {"SnapshotMissing", "snapshot", "snapshot-", Missing, "is missing, and", true},
    {"SnapshotEmpty", "snapshot", "snapshot-", Empty, "", true},
    {"SnapshotBadJson", "snapshot", "snapshot-", BadJson, "", true},
    {"SnapshotWords", "snapshot", "snapshot-", Words, "", true},
    {"SchemaMissing", "schema", "schema-", Missing, "is missing", true},
    {"SchemaEmpty", "schema", "schema-", Empty, "", true},
    {"SchemaBadJson", "schema", "schema-", BadJson, "", true},
};

class DamagedTable : public ::testing::TestWithParam<Damage> {
 protected:
  void SetUp() override {
    warehouse_ = fs::temp_directory_path() / ("tarn-damage-" + GetParam().name + "-" + std::to_string(getpid()));
    fs::remove_all(warehouse_);
    fs::create_directories(warehouse_);
    engine_ =
        std::make_unique<sql::Engine>(env::SystemEnv(), sql::EngineOptions{.threads = 1, .memory_bytes = 1 << 28});
    Run("CREATE TABLE t (k INT, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1')");
    Run("INSERT INTO t VALUES (1, 'one'), (2, 'two')");
    Run("INSERT INTO t VALUES (2, 'deux'), (3, 'trois')");
  }
  void TearDown() override { fs::remove_all(warehouse_); }

  // A session of its own each time: nothing is remembered of the table.
  void Run(const std::string& statement) {
    sql::Session session(*engine_, {.warehouse = warehouse_.string()});
    auto outcome = session.Execute(statement);
    auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome);
    columnar::ChangeBatch batch;
    while (rows != nullptr && (*rows)->Next(batch)) {
    }
  }

  std::string MessageOf(const std::string& statement) {
    try {
      Run(statement);
    } catch (const Error& error) {
      return error.what();
    }
    return "(no error)";
  }

  // Which of several is broken: of manifests and lists the one that the last snapshot needs.
  fs::path Victim() const {
    const auto& damage = GetParam();
    const auto directory = warehouse_ / "default.db" / "t" / damage.directory;
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (const auto& entry : fs::directory_iterator(directory)) {
      const auto name = entry.path().filename().string();
      if (!name.starts_with(damage.prefix)) continue;
      if (damage.prefix == "manifest-" && name.starts_with("manifest-list-")) continue;
      files.emplace_back(entry.last_write_time(), entry.path());
    }
    std::sort(files.begin(), files.end());
    return files.back().second;
  }

  fs::path warehouse_;
  std::unique_ptr<sql::Engine> engine_;
};

TEST_P(DamagedTable, IsOneErrorThatNamesTheFile) {
  const auto& damage = GetParam();
  const auto victim = Victim();
  const auto changed = damage.change(ReadAll(victim));
  changed ? WriteAll(victim, *changed) : static_cast<void>(fs::remove(victim));
  const auto before = Tree(warehouse_);
  const auto message = MessageOf("SELECT COUNT(v), MAX(v) FROM t");
  EXPECT_NE(message.find(victim.filename().string()), std::string::npos) << message;
  EXPECT_NE(message.find(damage.expected), std::string::npos) << message;
  if (damage.blocks_writing) {
    const auto refused = MessageOf("INSERT INTO t VALUES (4, 'quatre')");
    EXPECT_NE(refused.find(victim.filename().string()), std::string::npos) << refused;
  }
  const auto after = Tree(warehouse_);
  for (const auto& [path, bytes] : before) {
    const auto found = after.find(path);
    ASSERT_NE(found, after.end()) << path << " is gone";
    EXPECT_EQ(found->second, bytes) << path << " was changed";
  }
  EXPECT_EQ(after.size(), before.size());
}

INSTANTIATE_TEST_SUITE_P(All, DamagedTable, ::testing::ValuesIn(kDamages),
                         [](const auto& param) { return param.param.name; });

/// Tables under one folder; each statement has a session of its own, so that nothing is remembered of them.
class Damaged : public ::testing::Test {
 protected:
  void SetUp() override {
    warehouse_ = fs::temp_directory_path() / ("tarn-damage-" + std::to_string(getpid()));
    fs::remove_all(warehouse_);
    fs::create_directories(warehouse_);
  }
  void TearDown() override { fs::remove_all(warehouse_); }

  /// Empty: it is done.
  std::string MessageOf(const std::string& statement) {
    sql::Session session(engine_, {.warehouse = warehouse_.string()});
    try {
      auto outcome = session.Execute(statement);
      auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome);
      columnar::ChangeBatch batch;
      while (rows != nullptr && (*rows)->Next(batch)) {
      }
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  void RunAll(std::initializer_list<const char*> statements) {
    for (const char* statement : statements) ASSERT_EQ(MessageOf(statement), "") << statement;
  }
  /// Each of them refuses with `part` in its message, and no file is changed or left behind.
  void Refuse(std::initializer_list<const char*> statements, const std::string& part) {
    const auto before = Tree(warehouse_);
    for (const char* statement : statements)
      EXPECT_NE(MessageOf(statement).find(part), std::string::npos) << statement << ": " << MessageOf(statement);
    EXPECT_EQ(Tree(warehouse_), before);
  }

  fs::path warehouse_;
  sql::Engine engine_{env::SystemEnv(), {.threads = 1, .memory_bytes = 1 << 28}};
};

// Without its newest schema the table would look as it did before it was altered.
TEST_F(Damaged, SchemaOfTheLatestSnapshotIsMissed) {
  RunAll({"CREATE TABLE t (k INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1')", "INSERT INTO t VALUES (1)",
          "ALTER TABLE t ADD v STRING", "DELETE FROM t WHERE k = 9", "INSERT INTO t VALUES (2, 'two')"});
  fs::remove(warehouse_ / "default.db/t/schema/schema-1");
  Refuse({"SELECT * FROM t", "SELECT COUNT(*) FROM t", "INSERT INTO t VALUES (3)", "INSERT OVERWRITE t VALUES (3)",
          "DELETE FROM t WHERE k = 1", "ALTER TABLE t ADD w STRING", "ALTER TABLE t SET ('write-only' = 'true')",
          "CALL sys.compact('default.t')"},
         "schema-1' is missing");
}

// Without its newest snapshot the table would look as it did before, and the next commit would take the place of it.
TEST_F(Damaged, TheNewestSnapshotIsMissed) {
  const auto statements = {"SELECT * FROM t",
                           "SELECT COUNT(*) FROM t",
                           "SELECT * FROM t /*+ OPTIONS('scan.timestamp-millis' = '9999999999999') */",
                           "SELECT * FROM t /*+ OPTIONS('scan.mode' = 'compacted-full') */",
                           "SELECT * FROM t$files",
                           "INSERT INTO t VALUES (3)",
                           "INSERT OVERWRITE t VALUES (3)",
                           "DELETE FROM t WHERE k = 1",
                           "TRUNCATE TABLE t",
                           "ALTER TABLE t SET ('bucket' = '2')",
                           "CALL sys.compact('default.t')",
                           "CALL sys.create_tag('default.t', 'x')"};
  const auto snapshots = warehouse_ / "default.db/t/snapshot";
  RunAll({"CREATE TABLE t (k INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1')", "INSERT INTO t VALUES (1)"});
  fs::remove(snapshots / "snapshot-1");
  Refuse(statements, "snapshot-1' is missing");
  Refuse({"SELECT * FROM t"}, "delete LATEST");
  fs::remove(snapshots / "LATEST");  // as the message says
  RunAll({"INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"});
  fs::remove(snapshots / "snapshot-2");
  Refuse(statements, "snapshot-2' is missing");
  Refuse({"SELECT * FROM t"}, "write 1, the newest that is left, into LATEST");
  RunAll({"SELECT * FROM t /*+ OPTIONS('scan.snapshot-id' = '1') */"});
  WriteAll(snapshots / "LATEST", "1");
  RunAll({"INSERT INTO t VALUES (3)"});
  fs::remove(snapshots / "snapshot-2");
  RunAll({"DROP TABLE t"});  // a damaged table can go
}

// An option that cannot be: the statement does not hold it, so the file is named that does.
TEST_F(Damaged, AWrongOptionOfTheSchemaFile) {
  RunAll(
      {"CREATE TABLE t (k INT, PRIMARY KEY (k) NOT ENFORCED) WITH ('bucket' = '1', 'file.format' = 'parquet', "
       "'target-file-size' = '128 mb')",
       "INSERT INTO t VALUES (1)"});
  const auto schema = warehouse_ / "default.db/t/schema/schema-0";
  const auto whole = ReadAll(schema);
  const auto with = [&](const std::string& right, const std::string& wrong) {
    auto changed = whole;
    changed.replace(changed.find(right), right.size(), wrong);
    WriteAll(schema, changed);
  };
  const std::string place = "at file '" + schema.string() + "'";
  with("parquet", "parqeet");
  Refuse({"SELECT * FROM t", "INSERT INTO t VALUES (2)", "DELETE FROM t WHERE k = 1",
          "ALTER TABLE t SET ('write-only' = 'true')", "SELECT * FROM t /*+ OPTIONS('write-only' = 'true') */"},
         place);
  EXPECT_EQ(MessageOf("SELECT * FROM t /*+ OPTIONS('file.format' = 'parquet') */"), "");
  with("128 mb", "128 xb");
  Refuse({"INSERT INTO t VALUES (2)", "CALL sys.compact('default.t')"}, place);
  // What the statement says is its own fault.
  WriteAll(schema, whole);
  for (const char* own :
       {"SELECT * FROM t /*+ OPTIONS('file.format' = 'parqeet') */", "ALTER TABLE t SET ('file.format' = 'parqeet')"})
    EXPECT_EQ(MessageOf(own).find("schema-0"), std::string::npos) << MessageOf(own);
}

// A table may lie elsewhere, behind a link: its files go with it.
TEST_F(Damaged, ALinkedTableIsDroppedWhole) {
  RunAll({"CREATE TABLE t (k INT)", "INSERT INTO t VALUES (1)"});
  const auto link = warehouse_ / "default.db/t", elsewhere = warehouse_ / "elsewhere";
  fs::rename(link, elsewhere);
  fs::create_directory_symlink(elsewhere, link);
  RunAll({"INSERT INTO t VALUES (2)", "DROP TABLE t"});
  EXPECT_TRUE(fs::is_empty(warehouse_ / "default.db"));
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

// The files LATEST and EARLIEST are hints: whatever they say, the directory knows.
TEST(DamagedHint, IsNoDamage) {
  const auto warehouse = fs::temp_directory_path() / ("tarn-damage-hint-" + std::to_string(getpid()));
  for (const char* hint : {"", "no number", "-1", "1"}) {
    fs::remove_all(warehouse);
    fs::create_directories(warehouse);
    sql::Engine engine(env::SystemEnv(), {.threads = 1, .memory_bytes = 1 << 28});
    sql::Session session(engine, {.warehouse = warehouse.string()});
    session.Execute("CREATE TABLE t (k INT)");
    session.Execute("INSERT INTO t VALUES (1)");
    session.Execute("INSERT INTO t VALUES (2)");
    for (const char* file : {"LATEST", "EARLIEST"}) WriteAll(warehouse / "default.db/t/snapshot" / file, hint);
    session.Execute("INSERT INTO t VALUES (3)");
    auto outcome = session.Execute("SELECT SUM(k) FROM t");
    columnar::ChangeBatch batch;
    ASSERT_TRUE(std::get<std::unique_ptr<sql::Rows>>(outcome)->Next(batch)) << hint;
    EXPECT_EQ(batch.chunk.GetValue(0, 0).ToString(), "6") << hint;
  }
  fs::remove_all(warehouse);
}

}  // namespace
}  // namespace tarn
