#include "stream/explain.h"

#include <gtest/gtest.h>

namespace tarn::stream {
namespace {

class NamedSource : public connector::Source {
 public:
  explicit NamedSource(std::string text) : text_(std::move(text)) {}
  bool Bounded() const override { return true; }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<connector::SourceReader> Open(int, int, const std::string&) override { return nullptr; }
  std::string Describe() const override { return text_; }

 private:
  std::string text_;
};

class NamedSink : public connector::Sink {
 public:
  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override { return nullptr; }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return true; }
  std::string Describe() const override { return "alarms (paimon)"; }
};

TEST(Explain, DrawsATreeFromTheSinkDown) {
  const Columns columns = {{"mmsi", paimon::ParseDataType("BIGINT")}, {"ts", paimon::ParseDataType("TIMESTAMP(3)")}};
  StreamPlan plan;
  const auto track =
      plan.Add({.inputs = {},
                .columns = columns,
                .time = 1,
                .key = {},
                .mode = {},
                .what = SourceNode{std::make_shared<NamedSource>("dwd_track (paimon, ordered by ts) snapshot 96"),
                                   "dwd_track"}});
  const auto timed = plan.Add({.inputs = {track},
                               .columns = columns,
                               .time = 1,
                               .key = {},
                               .mode = {},
                               .what = WatermarkNode{{nullptr, "ts - INTERVAL '5' SECOND"}, {}, true}});
  const auto rules =
      plan.Add({.inputs = {},
                .columns = columns,
                .time = {},
                .key = {},
                .mode = {},
                .what = SourceNode{std::make_shared<NamedSource>("rules (paimon) snapshot 3"), "rules"}});
  ProcessNode process;
  process.function = "speeding";
  process.parameters = {{"input", TableSemantics::Set, false}, {"settings", TableSemantics::Broadcast, false}};
  process.tables = {{true, columns, {0}, 1}, {true, columns, {}, {}}};
  const auto alarms = plan.Add(
      {.inputs = {timed, rules}, .columns = columns, .time = {}, .key = {}, .mode = {}, .what = std::move(process)});
  plan.Add({.inputs = {alarms},
            .columns = columns,
            .time = {},
            .key = {},
            .mode = {},
            .what = SinkNode{std::make_shared<NamedSink>(), "alarms"}});
  EXPECT_EQ(Explain(plan),
            "Sink  alarms (paimon)                                                    wants +I    exactly once\n"
            "└─ Process  speeding  input by mmsi ordered by ts  settings broadcast    gives +I    state: 1 entry per "
            "key, and "
            "the rows that the watermark has not passed\n"
            "   ├─ Watermark  ts: ts - INTERVAL '5' SECOND                            gives +I\n"
            "   │  └─ Source  dwd_track (paimon, ordered by ts) snapshot 96\n"
            "   └─ Source  rules (paimon) snapshot 3\n");
}

}  // namespace
}  // namespace tarn::stream
