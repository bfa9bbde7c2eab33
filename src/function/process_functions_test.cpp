#include "function/process_functions.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "track/detect/detectors.h"

namespace tarn::function {
namespace {

using Row = std::vector<std::string>;  // values as SQL would show them, "-" for NULL

/// Runs one call the way the engine does, for one partition: settings first, then rows, timers between them.
class Call : public stream::ProcessContext {
 public:
  Call(const std::string& function, stream::Columns input, std::optional<size_t> time,
       const stream::Columns& settings = {}) {
    const auto* entry = FindProcessFunction(function);
    if (!entry) throw Error(ErrorCode::NotFound, function);
    call_.tables.push_back({.given = true, .columns = std::move(input), .partition_by = {}, .time = time});
    if (entry->tables.size() > 1)
      call_.tables.push_back({.given = !settings.empty(), .columns = settings, .partition_by = {}, .time = {}});
    for (const auto& scalar : entry->scalars) call_.scalars[scalar.name] = scalar.default_value;
    make_ = entry->make;
  }

  Call& With(const std::string& scalar, const std::string& value) {
    call_.scalars[scalar] = value;
    return *this;
  }

  void Begin() {
    function_ = make_(call_);
    state_ = function_->NewState();
    columns_ = function_->OutputColumns();
    columnar::Initialize(out_, stream_types(columns_));
    appender_.emplace(out_);
  }

  void Settings(const std::vector<Row>& rows) {
    ForEach(call_.tables[1].columns, rows, [&](columnar::RowView row) { function_->OnBroadcast(1, row); });
  }

  /// Rows in event-time order.
  void Rows(const std::vector<Row>& rows) {
    const auto time = call_.tables[0].time;
    ForEach(call_.tables[0].columns, rows, [&](columnar::RowView row) {
      if (time) FireTimers(row.Int64(*time));
      if (time) now_ = row.Int64(*time);
      function_->OnRow(*this, *state_, 0, row);
    });
  }
  void End() { FireTimers(INT64_MAX); }

  /// State and settings through their saved bytes, as after a restart.
  void Restart() {
    Encoder state;
    state_->Save(state);
    Encoder shared;
    function_->SaveShared(shared);
    function_ = make_(call_);
    Decoder shared_in(shared.bytes());
    function_->LoadShared(shared_in);
    Decoder in(state.bytes());
    state_ = function_->LoadState(in);
    EXPECT_TRUE(in.AtEnd() && shared_in.AtEnd());
  }

  std::vector<Row> Result() {
    std::vector<Row> rows;
    for (size_t r = 0; r < out_.size(); ++r) {
      Row row;
      for (size_t c = 0; c < columns_.size(); ++c) {
        const auto value = out_.chunk.GetValue(c, r);
        row.push_back(value.IsNull() ? "-" : value.ToString());
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }
  Row Column(const std::string& name) {
    Row values;
    size_t at = 0;
    while (columns_.at(at).name != name) ++at;
    for (const auto& row : Result()) values.push_back(row[at]);
    return values;
  }

  columnar::RowAppender& NewRow() override {
    appender_->Begin();
    return *appender_;
  }
  int64_t Time() const override { return now_; }
  bool InputEnded() const override { return false; }
  void SetTimer(int64_t time_us, uint8_t) override { timer_ = time_us; }
  void ClearTimer(uint8_t) override { timer_.reset(); }
  void Forget() override {}

 private:
  static duckdb::vector<duckdb::LogicalType> stream_types(const stream::Columns& columns) {
    duckdb::vector<duckdb::LogicalType> types;
    for (const auto& column : columns) types.push_back(columnar::VectorType(column.type));
    return types;
  }

  template <class F>
  void ForEach(const stream::Columns& columns, const std::vector<Row>& rows, const F& handle) {
    columnar::ChangeBatch batch;
    const auto types = stream_types(columns);
    columnar::Initialize(batch, types);
    for (size_t r = 0; r < rows.size(); ++r)
      for (size_t c = 0; c < columns.size(); ++c)
        batch.chunk.SetValue(
            c, r, rows[r][c] == "-" ? duckdb::Value(types[c]) : duckdb::Value(rows[r][c]).DefaultCastAs(types[c]));
    batch.chunk.SetCardinality(rows.size());
    const columnar::ChunkView view(batch.chunk);
    for (size_t r = 0; r < rows.size(); ++r) handle(columnar::RowView(view, r));
  }

  void FireTimers(int64_t before) {
    while (timer_ && *timer_ < before) {
      now_ = *timer_;
      timer_.reset();
      function_->OnTimer(*this, *state_, 0);
    }
  }

  stream::ProcessCall call_;
  std::unique_ptr<stream::ProcessFunction> (*make_)(const stream::ProcessCall&) = nullptr;
  std::unique_ptr<stream::ProcessFunction> function_;
  std::unique_ptr<stream::ProcessState> state_;
  stream::Columns columns_;
  columnar::ChangeBatch out_;
  std::optional<columnar::RowAppender> appender_;
  std::optional<int64_t> timer_;
  int64_t now_ = 0;
};

stream::Columns Columns(const std::vector<std::pair<std::string, std::string>>& list) {
  stream::Columns columns;
  for (const auto& [name, type] : list) columns.push_back({name, paimon::ParseDataType(type)});
  return columns;
}

const auto kTrack =
    Columns({{"mmsi", "BIGINT"}, {"ts", "TIMESTAMP(3)"}, {"lon", "DOUBLE"}, {"lat", "DOUBLE"}, {"sog", "DOUBLE"}});
const auto kSettings = Columns(
    {{"alarm", "STRING"}, {"setting", "STRING"}, {"setting_version", "INT"}, {"name", "STRING"}, {"value", "DOUBLE"}});

Row Fix(int minute, const std::string& sog, const std::string& lon = "11") {
  char time[32];
  std::snprintf(time, sizeof time, "2024-01-12 %02d:%02d:00", minute / 60, minute % 60);
  return {"219000001", time, lon, "57", sog};
}

TEST(Detectors, GiveAlarmsInTheOneShape) {
  Call call("speeding", kTrack, 1);
  call.Begin();
  call.Rows({Fix(0, "10"), Fix(1, "22"), Fix(5, "25"), Fix(6, "10")});
  EXPECT_EQ(call.Result(),
            (std::vector<Row>{{"speeding", "default", "1", "219000001", "-", "2024-01-12 00:01:00",
                               "2024-01-12 00:05:00", "11.0", "57.0", "up to 25.0 kn for 240 s, allowed 20.0 kn"}}));
}

TEST(Detectors, TryEverySettingInOnePass) {
  Call call("ais_gap", kTrack, 1, kSettings);
  call.Begin();
  call.Settings({{"ais-gap", "strict", "3", "gap_s", "600"},
                 {"speeding", "strict", "3", "max_kn", "5"},
                 {"ais_gap", "usual", "1", "-", "-"}});
  call.Rows({Fix(0, "10"), Fix(15, "10")});
  call.Restart();
  call.Rows({Fix(60, "10"), Fix(100, "-", "-"), Fix(110, "10")});
  EXPECT_EQ(call.Column("setting"), (Row{"strict", "strict", "usual", "strict", "usual"}));
  EXPECT_EQ(call.Column("setting_version"), (Row{"3", "3", "1", "3", "1"}));
  EXPECT_EQ(call.Column("ended").back(), "2024-01-12 01:50:00") << "a row without a position ends no silence";
}

TEST(Detectors, SilenceClosesAnAlarmByEventTime) {
  Call call("speeding", kTrack, 1);
  call.Begin();
  call.Rows({Fix(0, "22"), Fix(5, "22")});
  EXPECT_EQ(call.Result().size(), 0u);
  call.Restart();
  call.End();
  EXPECT_EQ(call.Column("ended"), Row{"2024-01-12 00:05:00"});
}

TEST(Detectors, RefuseSettingsWithNameAndReason) {
  const auto message = [](const Row& setting) -> std::string {
    try {
      Call call("speeding", kTrack, 1, kSettings);
      call.Begin();
      call.Settings({setting});
      call.Rows({Fix(0, "10")});
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_NE(message({"speeding", "x", "1", "max_knots", "5"}).find("did you mean 'max_kn'"), std::string::npos)
      << message({"speeding", "x", "1", "max_knots", "5"});
  EXPECT_NE(message({"speeding", "x", "1", "max_kn", "-5"}).find("speeding.max_kn"), std::string::npos);
  EXPECT_NE(message({"speeding", "x", "1", "max_kn", "-5"}).find("'x', version 1"), std::string::npos);
  EXPECT_NE(message({"speeding", "x", "1", "max_kn", "-"}).find("no value"), std::string::npos);
  EXPECT_EQ(message({"speedin", "x", "1", "max_kn", "5"}),
            "setting 'x' is for the alarm 'speedin', which no detector gives, did you mean 'speeding'?");
  EXPECT_NE(message({"ais_gpa", "x", "1", "-", "-"}).find("did you mean 'ais_gap'"), std::string::npos);
  EXPECT_NE(message({"theft", "x", "1", "-", "-"}).find("the alarm 'theft', which no detector gives"),
            std::string::npos);
  for (const char* other : {"ais-gap", "ais_gap"}) EXPECT_EQ(message({other, "x", "1", "gap_s", "600"}), "no error");
  EXPECT_THROW(Call("speeding", Columns({{"mmsi", "STRING"}, {"ts", "TIMESTAMP(3)"}}), 1).Begin(), Error);
}

TEST(CleanTrack, KeepsTheInputsColumnsAndSaysWhy) {
  auto columns = kTrack;
  columns.push_back({"heading", paimon::ParseDataType("INT")});
  columns.push_back({"line", paimon::ParseDataType("BIGINT")});
  const auto row = [](int minute, const std::string& lon, const std::string& sog, const std::string& line) {
    Row r = Fix(minute, sog, lon);
    r.push_back("511");
    r.push_back(line);
    return r;
  };
  Call call("clean_track", columns, 1);
  call.Begin();
  call.Rows({row(0, "11", "102.3", "1"), row(0, "11", "102.3", "2"), row(1, "181", "5", "3"), row(2, "15", "5", "4")});
  call.Restart();
  call.Rows({row(3, "11.01", "5", "5"), row(4, "11.01", "5", "6")});
  EXPECT_EQ(call.Column("line"), (Row{"1", "2", "3", "4", "5", "6"}));
  EXPECT_EQ(call.Column("heading"), Row(6, "-"));
  EXPECT_EQ(call.Column("sog").front(), "-");
  const auto reasons = call.Column("reason");
  EXPECT_EQ(reasons[0], "-");
  EXPECT_EQ(reasons[1].substr(0, 9), "duplicate");
  EXPECT_EQ(reasons[2].substr(0, 11), "no position");
  EXPECT_EQ(reasons[3].substr(0, 19), "impossible position");
  EXPECT_EQ(reasons[4], "-");
  EXPECT_EQ(call.Column("interval_s"), (Row{"-", "-", "-", "-", "180.0", "60.0"}));
  EXPECT_EQ(call.Column("distance_m")[4].substr(0, 4), "607.");
  EXPECT_EQ(call.Column("distance_m")[5], "0.0");
}

TEST(CleanTrack, TakesItsOptions) {
  Call call("clean_track", kTrack, 1);
  call.With("duplicate_slack_s", "0").Begin();
  call.Rows({Fix(0, "5"), Fix(0, "5")});
  EXPECT_EQ(call.Column("reason"), (Row{"-", "-"}));
  EXPECT_THROW(Call("clean_track", kTrack, 1).With("max_kn", "0").Begin(), Error);
  EXPECT_THROW(Call("clean_track", kTrack, 1).With("max_kn", "fast").Begin(), Error);
  EXPECT_THROW(Call("clean_track", kTrack, 1).With("vessels_only", "maybe").Begin(), Error);
}

TEST(AisPositions, DecodesStoredLines) {
  const auto lines = Columns({{"line", "BIGINT"},
                              {"received", "TIMESTAMP_LTZ(3)"},
                              {"receiver", "STRING"},
                              {"raw", "BYTES"},
                              {"reason", "STRING"}});
  const std::string fix = "!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A";
  const auto row = [](const std::string& line, const std::string& raw, const std::string& reason = "-") {
    return Row{line, "2024-01-12 00:00:01+00", "rx", raw, reason};
  };
  Call call("AIS_POSITIONS", lines, 1);
  call.Begin();
  call.Rows({row("7", "1490110886," + fix + ",r1,1"), row("8", "comment"), row("9", fix, "too late"),
             row("10", "!AIVDM,2,1,3,A,53eQJ`02?HHsTP7C3O8l5R1Ltp@E:22222222200B0B<<4rc0D43jCU1,0*20")});
  call.Restart();
  call.Rows({row("11", "!AIVDM,2,2,3,A,H0H42E4QH888880,2*41"), row("12", fix)});
  EXPECT_EQ(call.Column("line"), (Row{"7", "12"})) << "a voyage is no position";
  EXPECT_EQ(call.Result().front(), (Row{"2024-01-12 00:00:01+00", "7", "1", "371798000", "-123.39538333333333",
                                        "48.38163333333333", "12.3", "224.0", "215", "0", "-127", "33", "rx"}));
}

TEST(ProcessFunctions, AreSortedAndDescribed) {
  const auto& all = ProcessFunctions();
  for (size_t i = 0; i < all.size(); ++i) {
    if (i > 0) {
      EXPECT_LT(all[i - 1].name, all[i].name);
    }
    EXPECT_FALSE(all[i].description.empty());
    EXPECT_NE(all[i].example.find(all[i].name + "(input => TABLE"), std::string::npos) << all[i].name;
  }
  EXPECT_EQ(FindProcessFunction("nothing"), nullptr);
  EXPECT_NE(FindProcessFunction("Ais_Gap"), nullptr);
}

}  // namespace
}  // namespace tarn::function
