// 'nmea': AIS logs as rows, a line each or a message each. Bounded: a log is read to its end.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <span>

#include "base/encoding.h"
#include "base/error.h"
#include "base/time_zone.h"
#include "connector/connectors.h"
#include "connector/nmea/columns.h"
#include "connector/nmea/log_file.h"
#include "track/ais/log_decoder.h"
#include "track/clean/time_gate.h"

namespace tarn::connector {
namespace {

namespace ais = track::ais;

constexpr uint8_t kPositionVersion = 2;
constexpr uint8_t kPositionByNumber = 1;  // the log's place in the folder; nothing of what was read
constexpr std::string_view kTimeNotBelieved = "the time is too far from those around it";

enum class Rows { Line, Message, Position, Static };

/// What the options and columns of a table come down to; shared by its readers.
struct Plan {
  std::string table;
  std::vector<std::string> logs;  // in reading order
  Rows rows = Rows::Message;
  TimeZone zone;
  bool require_checksum = true;
  bool nulls = true;
  bool fail_on_error = false;
  bool keep_rejected = false;
  std::optional<int64_t> max_jump_us;
  std::vector<nmea::BoundColumn> columns;
  bool needs_position = false;
  bool needs_static = false;
};

class Reader : public SourceReader {
 public:
  Reader(std::shared_ptr<const Plan> plan, env::FileSystem& fs, const std::string& position)
      : plan_(std::move(plan)), fs_(fs), decoder_({.zone = plan_->zone, .require_checksum = plan_->require_checksum}) {
    waiting_.assign(plan_->logs.rbegin(), plan_->logs.rend());
    if (!position.empty()) Restore(position);
  }

  ReadResult Read(columnar::ChangeBatch& batch) override {
    columnar::RowAppender rows(batch);
    std::string_view line;
    // Rejected lines are bounded as well: they are taken away after each call.
    while (!rows.Full() && rejected_rows_.size() < STANDARD_VECTOR_SIZE) {
      if (!Next(&line)) break;
      Take(line, rows);
    }
    if (batch.size() > 0) return ReadResult::Batch;
    return log_ || !waiting_.empty() ? ReadResult::Blocked : ReadResult::End;
  }

  bool TakeRejected(columnar::ChangeBatch& batch) override {
    if (rejected_rows_.empty()) return false;
    columnar::RowAppender rows(batch);
    size_t taken = 0;
    std::string buffer;
    for (; taken < rejected_rows_.size() && !rows.Full(); ++taken) {
      const auto& r = rejected_rows_[taken];
      rows.Begin();
      rows.String(0, r.log);
      rows.Int64(1, r.line);
      rows.String(2, r.reason);
      rows.String(3, nmea::ValidText(r.raw, &buffer));
    }
    rejected_rows_.erase(rejected_rows_.begin(), rejected_rows_.begin() + static_cast<std::ptrdiff_t>(taken));
    return true;
  }

  int64_t Rejected() const override { return rejected_; }

  std::string Position() const override {
    Encoder out;
    out.U8(kPositionVersion).I64(static_cast<int64_t>(done_.size()));
    for (const auto& log : done_) out.Str(log);
    out.Str(log_ ? log_->path() : "").I64(log_ ? log_->offset() : 0);
    if (log_) log_->trace().Save(out);
    out.I64(rejected_).I64(gate_.front_us).I64(gate_.suspect_us).I64(gate_.suspects).I64(last_us_);
    decoder_.Save(out);
    return out.Take();
  }

 private:
  struct RejectedLine {
    std::string log;
    int64_t line;
    std::string reason;
    std::string raw;
  };

  void Restore(const std::string& position) {
    Decoder in(position);
    const auto version = in.U8();
    if (version == kPositionVersion) {
      for (auto left = in.I64(); left > 0; --left) done_.emplace(in.Str());
      const std::string log(in.Str());
      const auto offset = in.I64();
      if (!log.empty()) {
        auto file = fs_.OpenRead(log);
        ReadTrace::Check(in, *file);
        Begin(std::move(file), offset);
      }
    } else if (version == kPositionByNumber) {
      const auto at = in.I64(), offset = in.I64();
      const auto& logs = plan_->logs;
      for (size_t i = 0; i < logs.size() && static_cast<int64_t>(i) < at; ++i) done_.insert(logs[i]);
      if (offset > 0) Begin(fs_.OpenRead(logs.at(static_cast<size_t>(at))), offset);
    } else {
      throw Error(ErrorCode::Corruption, "the saved position of table '" + plan_->table + "' is of another version");
    }
    std::erase_if(waiting_, [&](const auto& log) { return done_.contains(log) || (log_ && log == log_->path()); });
    rejected_ = in.I64();
    gate_.front_us = in.I64();
    gate_.suspect_us = in.I64();
    gate_.suspects = static_cast<int32_t>(in.I64());
    last_us_ = in.I64();
    decoder_.Load(in);
  }

  void Begin(std::unique_ptr<env::ReadableFile> file, int64_t offset) {
    log_ = std::make_unique<nmea::LogFile>(std::move(file), offset);
    log_name_ = log_->path().substr(log_->path().rfind('/') + 1);
  }

  bool Next(std::string_view* line) {
    for (;;) {
      if (!log_) {
        if (waiting_.empty()) return false;
        Begin(fs_.OpenRead(waiting_.back()), 0);
        waiting_.pop_back();
      }
      if (log_->Next(line)) return true;
      RejectOrphans(decoder_.GiveUp());
      done_.insert(log_->path());
      log_.reset();
      last_us_ = ais::kNoTime;
      // A log knows nothing of the one before it: no header, no parts, and lines count from 1.
      decoder_ = ais::LogDecoder({.zone = plan_->zone, .require_checksum = plan_->require_checksum});
    }
  }

  void Take(std::string_view text, columnar::RowAppender& rows) {
    const auto& line = decoder_.Decode(text);
    nmea::RowValues values{.log = log_name_, .raw = text, .line = &line};
    if (line.outcome == ais::Outcome::Bad) values.reason = ais::Reason(line.fault);
    if (Believe(line))
      values.received_us = line.reception.time_us;
    else
      values.reason = kTimeNotBelieved;
    if (values.received_us == ais::kNoTime) values.received_us = last_us_;
    last_us_ = values.received_us;
    RejectOrphans(line.orphans);
    const bool rejected = !values.reason.empty();
    if (rejected) Reject(values.reason, text, line.line.line);

    const bool complete = line.outcome == ais::Outcome::Complete;
    bool wanted = plan_->rows == Rows::Line || (complete && !rejected);
    if (complete && wanted) {
      const bool any = plan_->rows == Rows::Line || plan_->rows == Rows::Message;
      if ((any ? plan_->needs_position : plan_->rows == Rows::Position) && ais::ToPosition(*line.message, &position_))
        values.position = &position_;
      if ((any ? plan_->needs_static : plan_->rows == Rows::Static) && ais::ToStatic(*line.message, &static_))
        values.info = &static_;
      wanted = any || values.position || values.info;
    }
    if (!wanted) return;
    rows.Begin();
    nmea::Fill(plan_->columns, values, plan_->nulls, rows);
  }

  /// Of lines that hold no good sentence nothing depends on the time.
  bool Believe(const ais::DecodeResult& line) {
    const int64_t time_us = line.reception.time_us;
    if (!plan_->max_jump_us || time_us == ais::kNoTime || line.outcome == ais::Outcome::Other) return true;
    if (line.outcome == ais::Outcome::Bad) return true;
    return gate_.Believe(time_us, *plan_->max_jump_us);
  }

  void RejectOrphans(std::span<const ais::Assembler::Orphan> orphans) {
    for (const auto& orphan : orphans) Reject(ais::Reason(ais::Fault::PartOrphaned), orphan.text, orphan.line);
  }

  void Reject(std::string_view reason, std::string_view raw, int64_t line) {
    if (plan_->fail_on_error) {
      std::string buffer;
      throw Error(ErrorCode::InvalidInput, "table '" + plan_->table + "': " + log_->path() + ":" +
                                               std::to_string(line) + ": " + std::string(reason) + "\n  " +
                                               std::string(nmea::ValidText(raw, &buffer)) +
                                               "\n  With 'on-error' = 'skip' such lines are counted and left out.");
    }
    ++rejected_;
    if (plan_->keep_rejected) rejected_rows_.push_back({log_name_, line, std::string(reason), std::string(raw)});
  }

  std::shared_ptr<const Plan> plan_;
  env::FileSystem& fs_;
  ais::LogDecoder decoder_;
  track::TimeGate gate_;
  int64_t last_us_ = ais::kNoTime;    // of the line before
  std::vector<std::string> waiting_;  // the next one last
  std::set<std::string> done_;
  std::unique_ptr<nmea::LogFile> log_;
  std::string log_name_;
  int64_t rejected_ = 0;
  std::vector<RejectedLine> rejected_rows_;
  ais::PositionRow position_;
  ais::StaticRow static_;
};

class NmeaSource : public Source {
 public:
  NmeaSource(std::shared_ptr<const Plan> plan, env::FileSystem& fs) : plan_(std::move(plan)), fs_(fs) {}

  bool Bounded() const override { return true; }
  /// Headers and parts tie a log's lines together: one reader.
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<Reader>(plan_, fs_, position);
  }
  std::string Describe() const override {
    return plan_->table + " (nmea) " + plan_->logs.front() +
           (plan_->logs.size() > 1 ? " and " + std::to_string(plan_->logs.size() - 1) + " more" : "");
  }

 private:
  std::shared_ptr<const Plan> plan_;
  env::FileSystem& fs_;
};

std::vector<OptionSpec> Specs() {
  return {
      {"path", std::nullopt,
       "The log, plain or gzip, or a folder of logs that are read by name; relative to the working directory.", true},
      {"rows", "message",
       "'line': a row for every line of the log. 'message', 'position', 'static': a row for every decoded message, or "
       "for those with a position or with static data."},
      {"log-time-zone", "UTC", "Time zone of times in the log that name none."},
      {"ignore-checksum", "false", "Decode sentences whose checksum is wrong or missing."},
      {"not-available", "null", "'null': the standard's values for 'not available' become NULL; 'keep': they stay."},
      {"max-jump", std::nullopt,
       "A time farther than this from those around it is not believed: the line is rejected. Without it, every time "
       "is believed."},
      {"on-error", "skip",
       "'skip': malformed lines, and parts of messages whose other parts do not come, are counted and left out; "
       "'fail': "
       "the first one stops the job."},
      {"dead-letter.table", std::nullopt, "Table that keeps rejected lines with their reasons."},
  };
}

std::vector<std::string> FindLogs(env::FileSystem& fs, const std::string& given, const std::string& owner) {
  const std::string path = std::filesystem::absolute(given).lexically_normal().string();
  const auto status = fs.Stat(path);
  if (!status) throw Error(ErrorCode::NotFound, owner + ": there is no log or folder " + path);
  if (!status->is_directory) return {path};
  std::vector<std::string> logs;
  for (const auto& entry : fs.List(path))
    if (!entry.is_directory && entry.name[0] != '.') logs.push_back(env::JoinPath(path, entry.name));
  if (logs.empty()) throw Error(ErrorCode::NotFound, owner + ": folder " + path + " holds no log");
  std::sort(logs.begin(), logs.end());
  return logs;
}

std::unique_ptr<Source> MakeNmea(const TableDescription& table, const Projection& columns,
                                 const ConnectorContext& context);

}  // namespace

ConnectorEntry NmeaConnector() {
  return {"nmea", "AIS logs: NMEA sentences as ships and shore stations write them", Specs(), &MakeNmea, nullptr};
}

namespace {

std::unique_ptr<Source> MakeNmea(const TableDescription& table, const Projection& columns,
                                 const ConnectorContext& context) {
  const Options options = TableOptions(NmeaConnector(), table);
  auto plan = std::make_shared<Plan>();
  plan->table = table.name;
  const std::string rows = options.OneOf("rows", {"line", "message", "position", "static"});
  plan->rows = rows == "line"       ? Rows::Line
               : rows == "position" ? Rows::Position
               : rows == "static"   ? Rows::Static
                                    : Rows::Message;
  plan->zone = options.Zone("log-time-zone");
  plan->require_checksum = !options.Bool("ignore-checksum");
  plan->nulls = options.OneOf("not-available", {"null", "keep"}) == "null";
  plan->fail_on_error = options.OneOf("on-error", {"skip", "fail"}) == "fail";
  plan->keep_rejected = options.Find("dead-letter.table").has_value();
  plan->max_jump_us = options.FindMicros("max-jump");
  if (plan->max_jump_us && *plan->max_jump_us <= 0) options.Refuse("max-jump", "a duration above 0");
  // All columns are checked, whichever the query reads.
  std::vector<nmea::BoundColumn> bound;
  for (const auto& column : table.columns) bound.push_back(nmea::Bind(column, table.name));
  for (const size_t i : columns) plan->columns.push_back(bound[i]);
  plan->needs_position = nmea::NeedsPosition(plan->columns);
  plan->needs_static = nmea::NeedsStatic(plan->columns);
  plan->logs = FindLogs(context.env.fs, options.Get("path"), options.owner());
  return std::make_unique<NmeaSource>(std::move(plan), context.env.fs);
}

}  // namespace
}  // namespace tarn::connector
