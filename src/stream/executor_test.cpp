#include "stream/executor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/database.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <random>

#include "columnar/type_mapping.h"

namespace tarn::stream {
namespace {

using connector::kNoWatermark;
using connector::ReadResult;

struct Row {
  int64_t key;
  std::optional<int64_t> time;  // microseconds
};

const Columns kColumns = {{"k", paimon::ParseDataType("BIGINT")}, {"ts", paimon::ParseDataType("TIMESTAMP(3)")}};

/// Rows in memory, `batch` of them at a time.
class RowSource : public connector::Source {
 public:
  RowSource(std::vector<Row> rows, size_t batch) : rows_(std::move(rows)), batch_(batch) {}
  bool Bounded() const override { return true; }
  int MaxParallelism() const override { return 1; }
  std::string Describe() const override { return "rows"; }
  std::unique_ptr<connector::SourceReader> Open(int, int, const std::string& position) override {
    class Reader : public connector::SourceReader {
     public:
      Reader(const RowSource& source, size_t at) : source_(source), at_(at) {}
      ReadResult Read(columnar::ChangeBatch& batch) override {
        if (at_ == source_.rows_.size()) return ReadResult::End;
        columnar::RowAppender rows(batch);
        for (size_t n = 0; n < source_.batch_ && at_ < source_.rows_.size(); n++, at_++) {
          rows.Begin();
          rows.Int64(0, source_.rows_[at_].key);
          if (source_.rows_[at_].time) rows.Int64(1, *source_.rows_[at_].time);
        }
        return ReadResult::Batch;
      }
      std::string Position() const override { return std::to_string(at_); }

     private:
      const RowSource& source_;
      size_t at_;
    };
    return std::make_unique<Reader>(*this, position.empty() ? 0 : std::stoul(position));
  }

 private:
  std::vector<Row> rows_;
  size_t batch_;
};

/// Rows that are given to it while the plan runs; ends when closed.
class LiveSource : public connector::Source {
 public:
  std::vector<Row> rows;
  bool closed = false;

  bool Bounded() const override { return false; }
  int MaxParallelism() const override { return 1; }
  std::string Describe() const override { return "live"; }
  std::unique_ptr<connector::SourceReader> Open(int, int, const std::string&) override {
    class Reader : public connector::SourceReader {
     public:
      explicit Reader(LiveSource& source) : source_(source) {}
      ReadResult Read(columnar::ChangeBatch& batch) override {
        if (source_.rows.empty()) return source_.closed ? ReadResult::End : ReadResult::Blocked;
        columnar::RowAppender rows(batch);
        for (const auto& row : std::exchange(source_.rows, {})) {
          rows.Begin();
          rows.Int64(0, row.key);
          if (row.time) rows.Int64(1, *row.time);
        }
        return ReadResult::Batch;
      }
      std::string Position() const override { return ""; }

     private:
      LiveSource& source_;
    };
    return std::make_unique<Reader>(*this);
  }
};

class SetClock : public env::Clock {
 public:
  int64_t now_us = 0;
  int64_t NowMicros() const override { return now_us; }
};

/// Rows as text, visible when committed.
class TextSink : public connector::Sink {
 public:
  std::vector<std::string> committed;

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override {
    class Writer : public connector::SinkWriter {
     public:
      void Write(const columnar::ChangeBatch& batch) override {
        for (duckdb::idx_t row = 0; row < batch.size(); row++) {
          for (duckdb::idx_t c = 0; c < batch.chunk.ColumnCount(); c++)
            text_ += (c ? "," : "") + batch.chunk.GetValue(c, row).ToString();
          text_ += '\n';
        }
      }
      std::string Prepare(int64_t) override { return std::exchange(text_, {}); }
      void Abort() override { text_.clear(); }

     private:
      std::string text_;
    };
    return std::make_unique<Writer>();
  }
  void Commit(int64_t, const std::vector<std::string>& prepared, const connector::CommitTime&) override {
    for (const auto& text : prepared)
      for (size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        committed.push_back(text.substr(at, end - at));
        at = end + 1;
      }
  }
  bool ExactlyOnce() const override { return true; }
  std::string Describe() const override { return "text"; }
};

/// Emits (count so far) for each row and (-count) when a key has been silent for `gap` microseconds; then forgets it.
class Sessions : public ProcessFunction {
 public:
  explicit Sessions(int64_t gap) : gap_(gap) {}
  struct State : ProcessState {
    int64_t count = 0;
    void Save(Encoder& out) const override { out.I64(count); }
  };
  Columns OutputColumns() const override { return {{"n", paimon::ParseDataType("BIGINT")}}; }
  std::unique_ptr<ProcessState> NewState() const override { return std::make_unique<State>(); }
  std::unique_ptr<ProcessState> LoadState(Decoder& in) const override {
    auto state = std::make_unique<State>();
    state->count = in.I64();
    return state;
  }
  void OnRow(ProcessContext& context, ProcessState& state, size_t, columnar::RowView) override {
    context.NewRow().Int64(0, ++static_cast<State&>(state).count);
    context.SetTimer(context.Time() + gap_);
  }
  void OnTimer(ProcessContext& context, ProcessState& state, uint8_t) override {
    if (!context.InputEnded()) context.NewRow().Int64(0, -static_cast<State&>(state).count);
    context.Forget();
  }

 private:
  int64_t gap_;
};

class ExecutorTest : public ::testing::Test {
 protected:
  duckdb::DuckDB db_{nullptr};
  duckdb::Connection connection_{db_};
  std::shared_ptr<TextSink> sink_ = std::make_shared<TextSink>();

  static Expression Column(size_t index) {
    return {std::make_shared<duckdb::BoundReferenceExpression>(columnar::VectorType(kColumns[index].type), index),
            kColumns[index].name};
  }
  static Expression KeyBelow(int64_t limit) {
    auto left = duckdb::make_uniq<duckdb::BoundReferenceExpression>(duckdb::LogicalType::BIGINT, 0);
    auto right = duckdb::make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::BIGINT(limit));
    return {std::make_shared<duckdb::BoundComparisonExpression>(duckdb::ExpressionType::COMPARE_LESSTHAN,
                                                                std::move(left), std::move(right)),
            "k < " + std::to_string(limit)};
  }

  std::shared_ptr<StreamPlan> SessionsPlan(const std::vector<Row>& rows, size_t batch, int64_t gap) {
    auto plan = std::make_shared<StreamPlan>();
    const auto source = plan->Add({{}, kColumns, 1, {}, {}, SourceNode{std::make_shared<RowSource>(rows, batch), "t"}});
    const auto timed = plan->Add({{source}, kColumns, 1, {}, {}, WatermarkNode{Column(1), {}, false}});
    const auto kept = plan->Add({{timed}, kColumns, 1, {}, {}, FilterNode{KeyBelow(3)}});
    const Columns out = {kColumns[0], {"n", paimon::ParseDataType("BIGINT")}, {"rowtime", kColumns[1].type}};
    const auto process =
        plan->Add({{kept},
                   out,
                   2,
                   {},
                   {},
                   ProcessNode{"sessions", "sessions", {{"input"}}, {{true, kColumns, {0}, 1}}, "", [gap] {
                                 return std::make_unique<Sessions>(gap);
                               }}});
    plan->Add({{process}, out, 2, {}, {}, SinkNode{sink_, "out"}});
    return plan;
  }

  void RunToEnd(const std::shared_ptr<const StreamPlan>& plan, bool restart_after_each_step = false) {
    auto executor = std::make_unique<Executor>(*connection_.context, plan);
    int64_t checkpoint = 0;
    while (executor->RunStep() != Executor::Step::Done) {
      if (!restart_after_each_step) continue;
      Commit(*executor, ++checkpoint);
      const auto saved = ParseSavedProgress(Serialize(executor->Save()));
      executor = std::make_unique<Executor>(*connection_.context, plan, &saved);
    }
    Commit(*executor, ++checkpoint);
  }
  void Commit(Executor& executor, int64_t checkpoint) {
    for (const auto& prepared : executor.PrepareSinks(checkpoint))
      sink_->Commit(checkpoint, {prepared.bytes}, {.watermark_us = prepared.watermark});
  }
};

std::string At(int64_t key, int64_t n, int seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%ld,%ld,1970-01-01 00:00:%02d", key, n, seconds);
  return text;
}

TEST_F(ExecutorTest, RowsAndTimersComeInEventTimeOrderPerKey) {
  // Key 5 is filtered out but still moves event time; the row of second 2 arrives late within nothing: it is dropped.
  RunToEnd(
      SessionsPlan({{1, 1'000'000}, {2, 2'000'000}, {1, 4'000'000}, {1, 2'000'000}, {5, 30'000'000}}, 2, 5'000'000));
  EXPECT_EQ(sink_->committed,
            (std::vector<std::string>{At(1, 1, 1), At(2, 1, 2), At(1, 2, 4), At(2, -1, 7), At(1, -2, 9)}));
}

TEST_F(ExecutorTest, RowsWithoutATimeAreCountedAndLeftOut) {
  const auto plan = SessionsPlan({{1, std::nullopt}, {1, 1'000'000}}, 10, 5'000'000);
  Executor executor(*connection_.context, plan);
  while (executor.RunStep() != Executor::Step::Done) {
  }
  Commit(executor, 1);
  EXPECT_EQ(sink_->committed, std::vector<std::string>{At(1, 1, 1)});
  EXPECT_EQ(executor.statistics()[3].counters.at("null_time_rows"), 1);
}

// However rows are cut into batches, and with a restart after every batch, the result is the same.
TEST_F(ExecutorTest, BatchesAndRestartsChangeNothing) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<Row> rows;
  for (int i = 0; i < 300; i++) {
    const int64_t jitter = static_cast<int64_t>(random() % 5) - 4;
    rows.push_back({static_cast<int64_t>(random() % 4), (i + jitter + 5) * 100'000});
  }
  RunToEnd(SessionsPlan(rows, 1, 450'000));
  const auto expected = std::exchange(sink_->committed, {});
  EXPECT_GT(expected.size(), 100u);
  for (const size_t batch : {1, 3, 7, 300}) {
    for (const bool restart : {false, true}) {
      RunToEnd(SessionsPlan(rows, batch, 450'000), restart);
      EXPECT_EQ(std::exchange(sink_->committed, {}), expected) << "batch " << batch << " restart " << restart;
    }
  }
}

TEST_F(ExecutorTest, AChangedPlanIsRefusedByTheNameOfTheOperator) {
  const auto plan = SessionsPlan({{1, 1'000'000}}, 1, 1);
  Executor before(*connection_.context, plan);
  const auto saved = before.Save();
  auto changed = std::make_shared<StreamPlan>(*plan);
  std::get<FilterNode>(changed->nodes[2].what).condition = KeyBelow(7);
  try {
    Executor after(*connection_.context, changed, &saved);
    FAIL() << "expected an error";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("Filter  k < 7"), std::string::npos) << e.what();
  }
  Executor allowed(*connection_.context, changed, &saved, /*allow_non_restored=*/true);
}

// Two live sources, each with its own watermark, and their union; silence of a minute is idleness.
class IdleTest : public ExecutorTest {
 protected:
  static constexpr int64_t kSecond = 1'000'000;
  std::shared_ptr<LiveSource> a_ = std::make_shared<LiveSource>(), b_ = std::make_shared<LiveSource>();
  SetClock clock_;
  std::shared_ptr<StreamPlan> plan_ = std::make_shared<StreamPlan>();
  std::unique_ptr<Executor> executor_;

  void SetUp() override {
    std::vector<size_t> inputs;
    for (const auto& source : {a_, b_}) {
      const auto from = plan_->Add({{}, kColumns, 1, {}, {}, SourceNode{source, source == a_ ? "a" : "b"}});
      inputs.push_back(plan_->Add({{from}, kColumns, 1, {}, {}, WatermarkNode{Column(1), {}, false}}));
    }
    const auto both = plan_->Add({inputs, kColumns, 1, {}, {}, UnionNode{}});
    plan_->Add({{both}, kColumns, 1, {}, {}, SinkNode{sink_, "out"}});
    Open(nullptr);
  }
  void Open(const SavedProgress* saved) {
    executor_ = std::make_unique<Executor>(*connection_.context, plan_, saved);
    executor_->IdleAfter(60 * kSecond, clock_);
  }
  static void Give(LiveSource& source, int64_t seconds) { source.rows.push_back({1, seconds * kSecond}); }
  /// Event time in seconds after all that is there has been read, so many seconds later.
  int64_t TimeAfter(int64_t seconds) {
    clock_.now_us += seconds * kSecond;
    for (int step = 0; step < 10; step++) executor_->RunStep();
    return executor_->Watermark() / kSecond;
  }
};

TEST_F(IdleTest, ASilentSourceHoldsBackEventTimeForTheTimeoutOnly) {
  Give(*a_, 10);
  Give(*b_, 100);
  EXPECT_EQ(TimeAfter(0), 10);
  EXPECT_EQ(TimeAfter(30), 10);
  Give(*b_, 110);
  EXPECT_EQ(TimeAfter(29), 10);
  EXPECT_EQ(TimeAfter(1), 110);
  // It comes back behind the others: it counts when it has caught up.
  Give(*a_, 50);
  Give(*b_, 120);
  EXPECT_EQ(TimeAfter(1), 120);
  Give(*a_, 130);
  EXPECT_EQ(TimeAfter(1), 120);
  Give(*b_, 125);
  EXPECT_EQ(TimeAfter(1), 125);
}

TEST_F(IdleTest, WhereAllAreSilentTheFastestCounts) {
  Give(*a_, 200);
  Give(*b_, 100);
  EXPECT_EQ(TimeAfter(0), 100);
  Give(*b_, 110);
  EXPECT_EQ(TimeAfter(30), 110);
  EXPECT_EQ(TimeAfter(30), 110);  // the fast one is idle
  EXPECT_EQ(TimeAfter(30), 200);  // both are
}

TEST_F(IdleTest, WhatHasEndedIsNotWaitedForBesideASilentSource) {
  Give(*a_, 10);
  Give(*b_, 100);
  EXPECT_EQ(TimeAfter(0), 10);
  b_->closed = true;
  EXPECT_EQ(TimeAfter(0), 10);
  EXPECT_EQ(TimeAfter(60), 10);
  Give(*a_, 20);
  EXPECT_EQ(TimeAfter(1), 20);
  a_->closed = true;
  EXPECT_EQ(TimeAfter(1), connector::kMaxWatermark / kSecond);
}

TEST_F(IdleTest, ARestartDoesNotTakeEventTimeBack) {
  Give(*a_, 10);
  Give(*b_, 100);
  EXPECT_EQ(TimeAfter(0), 10);
  Give(*b_, 110);
  EXPECT_EQ(TimeAfter(59), 10);
  EXPECT_EQ(TimeAfter(1), 110);
  const auto saved = ParseSavedProgress(Serialize(executor_->Save()));
  int unions = 0;
  for (const auto& node : saved.nodes) {
    if (node.watermarks.size() != 2) continue;
    unions++;
    EXPECT_EQ(node.watermarks, (std::vector<int64_t>{110 * kSecond, 110 * kSecond}));
  }
  EXPECT_EQ(unions, 1);
  Open(&saved);
  Give(*a_, 50);
  Give(*b_, 120);
  EXPECT_GE(TimeAfter(1), 110);
}

// An endless source without event time stands beside one with it, for another sink.
TEST_F(ExecutorTest, SourcesThatMeetNowhereTakeTurns) {
  class Endless : public connector::Source {
   public:
    bool Bounded() const override { return false; }
    int MaxParallelism() const override { return 1; }
    std::string Describe() const override { return "endless"; }
    std::unique_ptr<connector::SourceReader> Open(int, int, const std::string&) override {
      class Reader : public connector::SourceReader {
       public:
        ReadResult Read(columnar::ChangeBatch& batch) override {
          columnar::RowAppender rows(batch);
          rows.Begin();
          return ReadResult::Batch;
        }
        std::string Position() const override { return ""; }
      };
      return std::make_unique<Reader>();
    }
  };
  const auto plan = SessionsPlan({{1, 1'000'000}, {2, 2'000'000}}, 1, 5'000'000);
  const auto other = std::make_shared<TextSink>();
  const auto endless = plan->Add({{}, kColumns, {}, {}, {}, SourceNode{std::make_shared<Endless>(), "endless"}});
  plan->Add({{endless}, kColumns, {}, {}, {}, SinkNode{other, "other"}});
  Executor executor(*connection_.context, plan);
  for (int step = 0; step < 20; step++) EXPECT_EQ(executor.RunStep(), Executor::Step::Progress);
  const auto prepared = executor.PrepareSinks(1);
  ASSERT_EQ(prepared.size(), 2u);
  EXPECT_TRUE(prepared[0].ended);
  EXPECT_FALSE(prepared[1].ended);
  EXPECT_FALSE(prepared[1].bytes.empty());
}

}  // namespace
}  // namespace tarn::stream
