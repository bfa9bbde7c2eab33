// Every .slt file beside this one, each in a fresh warehouse, through a SQL session.
#include "testing/slt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/time_zone.h"
#include "function/value_text.h"
#include "sql/session.h"
#include "testing/places.h"

namespace tarn {
namespace {

std::vector<std::filesystem::path> Scripts() {
  std::vector<std::filesystem::path> scripts;
  for (const auto& entry : std::filesystem::directory_iterator(testing::SourceDirectory() / "tests/slt")) {
    if (entry.path().extension() == ".slt") scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

testing::SltResult RunStatement(sql::Session& session, const std::string& statement) {
  testing::SltResult result;
  try {
    auto outcome = session.Execute(statement);
    auto* rows = std::get_if<std::unique_ptr<sql::Rows>>(&outcome);
    if (rows == nullptr) return result;
    const auto& columns = (*rows)->columns();
    columnar::ChangeBatch batch;
    while ((*rows)->Next(batch)) {
      for (size_t row = 0; row < batch.size(); row++) {
        std::vector<std::string> line;
        for (size_t column = 0; column < columns.size(); column++) {
          const auto value = batch.chunk.GetValue(column, row);
          line.push_back(value.IsNull() ? "NULL" : function::ValueText(value, columns[column].type, TimeZone()));
          if (line.back().empty()) line.back() = "(empty)";
        }
        result.rows.push_back(std::move(line));
      }
    }
  } catch (const std::exception& e) {
    result.error = e.what();
  }
  return result;
}

class Slt : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Slt, Passes) {
  const auto directory = std::filesystem::temp_directory_path() /
                         ("tarn-slt-" + GetParam().stem().string() + "-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  {
    sql::Engine engine(env::SystemEnv(), {.threads = 2, .memory_bytes = 1 << 30});
    sql::Session session(engine, {.warehouse = (directory / "warehouse").string()});
    session.settings().Set("table.local-time-zone", "UTC");
    std::ifstream file(GetParam());
    const std::string script{std::istreambuf_iterator<char>(file), {}};
    const auto failures = testing::RunSlt(
        script, directory.string(), [&](const std::string& statement) { return RunStatement(session, statement); });
    for (const auto& failure : failures) {
      ADD_FAILURE_AT(GetParam().c_str(), failure.line) << failure.what;
    }
  }
  std::filesystem::remove_all(directory);
}

INSTANTIATE_TEST_SUITE_P(Scripts, Slt, ::testing::ValuesIn(Scripts()), [](const auto& script) {
  std::string name = script.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

}  // namespace
}  // namespace tarn
