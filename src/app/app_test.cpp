// The command line, the settings file and the formats, without a database.
#include <gtest/gtest.h>

#include <sstream>

#include "app/cells.h"
#include "app/command_line.h"
#include "app/config.h"
#include "app/progress.h"
#include "app/result_writer.h"
#include "app/statement_runner.h"
#include "base/error.h"

namespace tarn::app {
namespace {

ParsedCommandLine Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "tarn");
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

TEST(CommandLine, SaysWhatToDo) {
  const auto sql = Parse({"sql", "-c", "SELECT 1", "-c", "SELECT 2", "--warehouse", "w", "--set", "a.b=c=d"});
  ASSERT_TRUE(sql.command) << sql.text;
  EXPECT_EQ(sql.command->command, Command::Shell);
  EXPECT_EQ(sql.command->statements, (std::vector<std::string>{"SELECT 1", "SELECT 2"}));
  EXPECT_EQ(sql.command->warehouse, "w");
  EXPECT_EQ(sql.command->settings.at(0), (std::pair<std::string, std::string>("a.b", "c=d")));

  const auto decode = Parse({"ais", "decode", "x.log", "--static"});
  ASSERT_TRUE(decode.command) << decode.text;
  EXPECT_EQ(decode.command->command, Command::AisDecode);
  EXPECT_TRUE(decode.command->static_data);
}

TEST(CommandLine, WrongUsageIsStatusTwo) {
  for (const auto& arguments : std::vector<std::vector<const char*>>{
           {"sqll"}, {"sql", "--nope"}, {"run"}, {"sql", "--set", "novalue"}, {"check", "x.sql"}}) {
    const auto parsed = Parse(arguments);
    EXPECT_FALSE(parsed.command);
    EXPECT_EQ(parsed.exit_status, 2) << arguments[0];
  }
  EXPECT_EQ(Parse({"--version"}).text, "Tarn 0.1.0\n");
  EXPECT_EQ(Parse({"--help"}).exit_status, 0);
}

TEST(Config, FlagsBeatEnvironmentBeatsFileBeatsDefaults) {
  const auto files = env::NewMemoryFileSystem();
  const auto write = [&](const std::string& text) {
    std::string path = "/etc/tarn.yaml";
    files->CreateDirectories("/etc");
    auto file = files->Create(path);
    file->Append(text);
    file->Close();
    return path;
  };
  CommandLine line;
  line.config_file =
      write("# mine\nwarehouse: /w\nexecution:\n  checkpointing.interval: 30 s\ntable.dml-sync: 'true'\n");
  line.settings = {{"table.dml-sync", "false"}};
  const char* environment[] = {"TARN_EXECUTION_CHECKPOINTING_INTERVAL=5 s", "OTHER=1", nullptr};
  const auto settings = EffectiveSettings(line, *files, environment);
  EXPECT_EQ(settings.at("warehouse").value, "/w");
  EXPECT_EQ(settings.at("warehouse").source, "/etc/tarn.yaml:2");
  EXPECT_EQ(settings.at("execution.checkpointing.interval").value, "5 s");
  EXPECT_EQ(settings.at("table.dml-sync").value, "false");
  EXPECT_EQ(settings.at("table.dml-sync").source, "flag");
  EXPECT_EQ(settings.at("execution.checkpointing.mode").source, "default");
}

TEST(Config, AByteOrderMarkHidesNoSetting) {
  const auto files = env::NewMemoryFileSystem();
  env::ReplaceFile(*files, "/tarn.yaml", "\xEF\xBB\xBFwarehouse: /w\n");
  CommandLine line;
  line.config_file = "/tarn.yaml";
  EXPECT_EQ(EffectiveSettings(line, *files, nullptr).at("warehouse").value, "/w");
}

TEST(Config, AnEmptyWarehouseIsRefused) {
  const auto files = env::NewMemoryFileSystem();
  CommandLine line;
  line.warehouse = "";  // "$UNSET" in a shell
  try {
    EffectiveSettings(line, *files, nullptr);
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(), "warehouse (flag) is empty; it is the directory of the tables");
  }
}

TEST(Config, NamesTheWrongLine) {
  for (const char* line : {"nonsense", "a: [1", "a: {b: c}", "a: 'open", "- x"}) {
    try {
      ParseSimpleYaml(std::string("a: b\n") + line + "\n", "tarn.yaml");
      FAIL() << line;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find("tarn.yaml:2: "), 0u) << e.what();
    }
  }
  EXPECT_EQ(ParseSimpleYaml("a: '[1]'\n", "tarn.yaml").at(0).value, "[1]");
}

columnar::ChangeBatch TwoRows() {
  columnar::ChangeBatch batch;
  columnar::Initialize(batch, {duckdb::LogicalType::INTEGER, duckdb::LogicalType::VARCHAR});
  batch.chunk.SetValue(0, 0, duckdb::Value::INTEGER(7));
  batch.chunk.SetValue(1, 0, duckdb::Value("a,\"b\""));
  batch.chunk.SetValue(0, 1, duckdb::Value(duckdb::LogicalType::INTEGER));
  batch.chunk.SetValue(1, 1, duckdb::Value("深い"));
  batch.chunk.SetCardinality(2);
  return batch;
}

std::string Printed(const char* format, bool changes = false, int32_t second = 0) {
  paimon::DataType text;
  text.root = paimon::TypeRoot::VarChar;
  text.length = paimon::DataType::kMaxLength;
  std::ostringstream out;
  auto writer = NewResultWriter(format, out, {.changes = changes});
  writer->Begin({{"k", paimon::DataType(), {}}, {"v", text, {}}});
  auto batch = TwoRows();
  if (second != 0) batch.chunk.SetValue(0, 1, duckdb::Value::INTEGER(second));
  writer->Write(batch);
  writer->End();
  return out.str();
}

TEST(Formats, EachPrintsTheSameRows) {
  EXPECT_EQ(Printed("csv"), "k,v\n7,\"a,\"\"b\"\"\"\n,深い\n");
  EXPECT_EQ(Printed("tsv"), "k\tv\n7\ta,\"b\"\n\\N\t深い\n");
  EXPECT_EQ(Printed("json"), "[{\"k\":7,\"v\":\"a,\\\"b\\\"\"},\n {\"k\":null,\"v\":\"深い\"}]\n");
  EXPECT_EQ(Printed("jsonlines"), "{\"k\":7,\"v\":\"a,\\\"b\\\"\"}\n{\"k\":null,\"v\":\"深い\"}\n");
  EXPECT_EQ(Printed("markdown"), "| k | v |\n| ---: | --- |\n| 7 | a,\"b\" |\n|  | 深い |\n");
  EXPECT_EQ(Printed("box"),
            "┌──────┬────────┐\n"
            "│  k   │   v    │\n"
            "│ INT  │ STRING │\n"
            "├──────┼────────┤\n"
            "│    7 │ a,\"b\"  │\n"
            "│ NULL │ 深い   │\n"
            "└──────┴────────┘\n");
}

TEST(Formats, ChangesThatComeTogetherStandBelowOneAnother) {
  EXPECT_EQ(Printed("box", /*changes=*/true, -12345678),
            " op       k  v\n"
            " +I          7  a,\"b\"\n"
            " +I  -12345678  深い\n");
}

TEST(Formats, AnUnknownOneNamesTheNearest) {
  std::ostringstream out;
  try {
    NewResultWriter("jsonline", out, {});
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("'jsonlines'"), std::string::npos) << e.what();
  }
}

TEST(Human, Figures) {
  EXPECT_EQ(WithSeparators(2000000), "2,000,000");
  EXPECT_EQ(WithSeparators(-12), "-12");
  EXPECT_EQ(HumanCount(1702930), "1.7 M");
  EXPECT_EQ(HumanSeconds(0.184), "0.18 s");
  EXPECT_EQ(Bar(0.5, 4), "██  ");
}

}  // namespace
}  // namespace tarn::app
