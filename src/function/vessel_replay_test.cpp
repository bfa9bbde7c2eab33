// The whole way of examples/vessel-replay in one plan, without SQL and tables: log -> lines -> positions -> clean track
// -> two detectors, against what the simulated vessels did; and the same with restarts.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <duckdb/function/function_binder.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "columnar/type_mapping.h"
#include "connector/connectors.h"
#include "function/process_functions.h"
#include "stream/executor.h"
#include "track/simulate/fleet.h"

namespace tarn::function {
namespace {

using stream::Executor;

/// Rows as text; what is prepared counts as committed.
class TextSink : public connector::Sink {
 public:
  std::vector<std::vector<std::string>> rows;

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override {
    class Writer : public connector::SinkWriter {
     public:
      explicit Writer(TextSink& sink) : sink_(sink) {}
      void Write(const columnar::ChangeBatch& batch) override {
        for (size_t r = 0; r < batch.size(); ++r) {
          auto& row = sink_.rows.emplace_back();
          for (size_t c = 0; c < batch.chunk.ColumnCount(); ++c) row.push_back(batch.chunk.GetValue(c, r).ToString());
        }
      }
      std::string Prepare(int64_t) override { return ""; }
      void Abort() override {}

     private:
      TextSink& sink_;
    };
    return std::make_unique<Writer>(*this);
  }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return false; }
  std::string Describe() const override { return "text"; }
};

class VesselReplay : public ::testing::Test {
 protected:
  void SetUp() override {
    // A larger log, to measure with: VESSEL_REPLAY_LINES.
    const char* lines = std::getenv("VESSEL_REPLAY_LINES");
    fleet_ = {.seed = 11, .lines = lines ? std::atoll(lines) : 20'000, .vessels = lines ? 1200 : 20};
    if (!lines) fleet_.hours = 12;
    path_ = std::filesystem::temp_directory_path() / ("vessel_replay_test_" + std::to_string(::getpid()) + ".log");
    std::ofstream log(path_, std::ios::binary);
    summary_ = SimulateFleet(fleet_, [&](std::string_view line) { log << line << '\n'; });
  }
  void TearDown() override { std::filesystem::remove(path_); }

  static stream::Expression Reference(const stream::Columns& columns, size_t index) {
    return {std::make_shared<duckdb::BoundReferenceExpression>(columnar::VectorType(columns[index].type), index),
            columns[index].name};
  }

  /// `column` - 10 seconds.
  stream::Expression Watermark(const stream::Columns& columns, size_t index) {
    duckdb::vector<duckdb::unique_ptr<duckdb::Expression>> children;
    children.push_back(Reference(columns, index).bound->Copy());
    children.push_back(duckdb::make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::INTERVAL(0, 0, 10'000'000)));
    duckdb::ErrorData error;
    connection_.BeginTransaction();
    auto bound = duckdb::FunctionBinder(*connection_.context)
                     .BindScalarFunction(DEFAULT_SCHEMA, "-", std::move(children), error, true);
    connection_.Commit();
    if (!bound) throw Error(ErrorCode::Internal, error.Message());
    return {std::shared_ptr<const duckdb::Expression>(bound.release()), "received - 10 s"};
  }

  static stream::Expression IsNull(const stream::Columns& columns, size_t index) {
    auto test = duckdb::make_uniq<duckdb::BoundOperatorExpression>(duckdb::ExpressionType::OPERATOR_IS_NULL,
                                                                   duckdb::LogicalType::BOOLEAN);
    test->children.push_back(Reference(columns, index).bound->Copy());
    return {std::shared_ptr<const duckdb::Expression>(test.release()), columns[index].name + " IS NULL"};
  }

  size_t AddProcess(stream::StreamPlan& plan, size_t input, const std::string& name, const std::string& key) {
    const auto* entry = FindProcessFunction(name);
    const auto& in = plan.nodes[input];
    stream::ProcessCall call;
    call.tables.push_back({.given = true, .columns = in.columns, .partition_by = {}, .time = in.time});
    if (!key.empty()) call.tables[0].partition_by = {call.tables[0].Require(key)};
    if (entry->tables.size() > 1) call.tables.emplace_back();
    for (const auto& scalar : entry->scalars) call.scalars[scalar.name] = scalar.default_value;
    const auto function = entry->make(call);
    stream::Node node;
    node.inputs = {input};
    node.columns = function->OutputColumns();
    node.time = function->OutputTime();
    node.what =
        stream::ProcessNode{name, name, entry->tables, call.tables, "", [entry, call] { return entry->make(call); }};
    return plan.Add(std::move(node));
  }

  std::shared_ptr<stream::StreamPlan> Plan(bool detect) {
    connector::TableDescription table;
    table.name = "ais_log";
    table.options = {{"path", path_.string()}, {"rows", "line"}, {"max-jump", "6 h"}};
    connector::Projection projection;
    stream::Columns columns;
    for (const auto& [name, type] : std::vector<std::pair<std::string, std::string>>{{"line", "BIGINT"},
                                                                                     {"received", "TIMESTAMP(3)"},
                                                                                     {"receiver", "STRING"},
                                                                                     {"reason", "STRING"},
                                                                                     {"raw", "BYTES"}}) {
      auto& field = table.columns.emplace_back();
      field.name = name;
      field.type = paimon::ParseDataType(type);
      columns.push_back({name, field.type});
      projection.push_back(projection.size());
    }
    auto source = connector::MakeSource("nmea", table, projection, {.env = env::SystemEnv()});
    auto plan = std::make_shared<stream::StreamPlan>();
    stream::Node node;
    node.columns = columns;
    node.time = 1;
    node.what = stream::SourceNode{std::shared_ptr<connector::Source>(std::move(source)), "ais_log"};
    size_t at = plan->Add(std::move(node));
    node = {};
    node.inputs = {at};
    node.columns = columns;
    node.time = 1;
    node.what = stream::WatermarkNode{Watermark(columns, 1), std::nullopt, false};
    at = plan->Add(std::move(node));
    at = AddProcess(*plan, at, "ais_positions", "");
    at = AddProcess(*plan, at, "clean_track", "mmsi");
    node = {};
    node.inputs = {at};
    node.columns = plan->nodes[at].columns;
    node.time = plan->nodes[at].time;
    size_t reason = 0;
    while (node.columns[reason].name != "reason") ++reason;
    node.what = stream::FilterNode{IsNull(node.columns, reason)};
    const size_t clean = plan->Add(std::move(node));
    std::vector<size_t> roots;
    if (detect)
      roots = {AddProcess(*plan, clean, "ais_gap", "mmsi"), AddProcess(*plan, clean, "speeding", "mmsi")};
    else
      roots = {clean};
    for (const size_t root : roots) {
      node = {};
      node.inputs = {root};
      node.columns = plan->nodes[root].columns;
      node.what = stream::SinkNode{sink_, "out"};
      plan->Add(std::move(node));
    }
    return plan;
  }

  /// Rows in the order of their text; a restart after every `restart_every` steps, 0 = none.
  std::vector<std::vector<std::string>> Run(bool detect, int restart_every) {
    sink_ = std::make_shared<TextSink>();
    const auto plan = Plan(detect);
    auto executor = std::make_unique<Executor>(*connection_.context, plan);
    int steps = 0;
    while (executor->RunStep() != Executor::Step::Done) {
      if (restart_every == 0 || ++steps % restart_every != 0) continue;
      const auto saved = stream::ParseSavedProgress(stream::Serialize(executor->Save()));
      executor = std::make_unique<Executor>(*connection_.context, plan, &saved);
    }
    std::sort(sink_->rows.begin(), sink_->rows.end());
    return sink_->rows;
  }

  track::FleetOptions fleet_;
  track::FleetSummary summary_;
  std::filesystem::path path_;
  duckdb::DuckDB db_{nullptr};
  duckdb::Connection connection_{db_};
  std::shared_ptr<TextSink> sink_;
};

TEST_F(VesselReplay, DetectorsFindWhatTheVesselsDid) {
  const auto began = std::chrono::steady_clock::now();
  const auto alarms = Run(/*detect=*/true, 0);
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (std::getenv("VESSEL_REPLAY_LINES")) std::cerr << fleet_.lines << " lines in " << seconds << " s\n";
  const auto expected = static_cast<double>(summary_.episodes.size());
  EXPECT_GT(expected, 5);
  EXPECT_NEAR(static_cast<double>(alarms.size()), expected, 0.1 * expected + 1);
  size_t matched = 0;
  for (const auto& alarm : alarms)
    for (const auto& e : summary_.episodes)
      if (alarm[3] == std::to_string(e.mmsi) && (alarm[0] == "ais-gap") == (e.kind == track::EpisodeKind::AisGap)) {
        ++matched;
        break;
      }
  EXPECT_EQ(matched, alarms.size());
}

TEST_F(VesselReplay, RestartsChangeNothing) {
  if (std::getenv("VESSEL_REPLAY_LINES")) GTEST_SKIP() << "five runs of a log this large would take too long";
  const auto track = Run(/*detect=*/false, 0);
  EXPECT_GT(track.size(), 10'000u);
  EXPECT_EQ(Run(false, 1), track);
  EXPECT_EQ(Run(true, 3), Run(true, 0));
}

}  // namespace
}  // namespace tarn::function
