#include "corpus/test_connectors.h"

#include <fstream>
#include <map>
#include <mutex>

#include "base/error.h"
#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "connector/add_connector.h"
#include "connector/formats/value_text.h"
#include "corpus/case_file.h"

namespace tarn::corpus {
namespace {

using columnar::RowKind;

RowKind KindOf(const std::string& text) {
  for (const auto kind : {RowKind::Insert, RowKind::UpdateBefore, RowKind::UpdateAfter, RowKind::Delete})
    if (columnar::ShortString(kind) == text) return kind;
  throw Error(ErrorCode::InvalidInput, "'" + text + "' is no row kind");
}

/// The next step of every open reader, so that a reader waits while another one has earlier rows.
class Turns {
 public:
  void Set(const void* reader, int64_t step) {
    const std::scoped_lock lock(mutex_);
    next_[reader] = step;
  }
  void Leave(const void* reader) {
    const std::scoped_lock lock(mutex_);
    next_.erase(reader);
  }
  bool IsNext(int64_t step) {
    const std::scoped_lock lock(mutex_);
    for (const auto& [reader, other] : next_)
      if (other < step) return false;
    return true;
  }

 private:
  std::mutex mutex_;  // guards next_
  std::map<const void*, int64_t> next_;
};

Turns& TheTurns() {
  static Turns turns;
  return turns;
}

struct Step {
  int64_t number = 0;
  std::vector<std::string> fields;  // kind, then the values
};

std::vector<Step> ReadSteps(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorCode::NotFound, "there is no file '" + path + "'");
  std::vector<Step> steps;
  for (std::string line; std::getline(in, line);) {
    Step step;
    size_t begin = 0;
    for (size_t comma = line.find(','); comma != std::string::npos; comma = line.find(',', begin)) {
      step.fields.push_back(line.substr(begin, comma - begin));
      begin = comma + 1;
    }
    step.fields.push_back(line.substr(begin));
    step.number = std::stoll(step.fields.front());
    step.fields.erase(step.fields.begin());
    steps.push_back(std::move(step));
  }
  return steps;
}

connector::ChangelogMode RowsOf(const std::map<std::string, std::string>& options) {
  const auto mode = options.find("changelog-mode");
  if (mode == options.end() || mode->second == "append") return connector::ChangelogMode::InsertOnly;
  return mode->second == "upsert" ? connector::ChangelogMode::Upsert : connector::ChangelogMode::All;
}

class StepsReader : public connector::SourceReader {
 public:
  StepsReader(const connector::TableDescription& table, connector::Projection columns, const std::string& position)
      : columns_(std::move(columns)), table_(table), steps_(ReadSteps(table.options.at("path"))) {
    if (!position.empty()) next_ = std::stoull(position);
    Announce();
  }
  ~StepsReader() override { TheTurns().Leave(this); }

  connector::ReadResult Read(columnar::ChangeBatch& batch) override {
    if (next_ >= steps_.size()) {
      TheTurns().Leave(this);
      return connector::ReadResult::End;
    }
    const auto& step = steps_[next_];
    if (!TheTurns().IsNext(step.number)) return connector::ReadResult::Blocked;
    columnar::RowAppender rows(batch);
    rows.Begin(KindOf(step.fields.at(0)));
    for (size_t i = 0; i < columns_.size(); i++) {
      const auto& text = step.fields.at(columns_[i] + 1);
      const auto& column = table_.columns[columns_[i]];
      if (text == "NULL") continue;
      if (!connector::ReadValue(text, column.type, connector::TextRules::JsonSql, rows, i))
        throw Error(ErrorCode::InvalidInput, "'" + text + "' is no value of column '" + column.name + "'");
    }
    next_++;
    Announce();
    return connector::ReadResult::Batch;
  }
  std::string Position() const override { return std::to_string(next_); }

 private:
  void Announce() {
    if (next_ < steps_.size()) TheTurns().Set(this, steps_[next_].number);
  }

  connector::Projection columns_;
  connector::TableDescription table_;
  std::vector<Step> steps_;
  size_t next_ = 0;
};

class StepsSource : public connector::Source {
 public:
  StepsSource(connector::TableDescription table, connector::Projection columns)
      : table_(std::move(table)), columns_(std::move(columns)) {}

  bool Bounded() const override { return true; }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<connector::SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<StepsReader>(table_, columns_, position);
  }
  connector::ChangelogMode Mode() const override { return RowsOf(table_.options); }
  std::string Describe() const override { return table_.name + " (steps)"; }

 private:
  connector::TableDescription table_;
  connector::Projection columns_;
};

std::mutex captured_mutex;  // guards captured
std::vector<std::string> captured;

class Capture : public connector::Sink {
 public:
  Capture(std::vector<paimon::DataField> columns, std::string mode)
      : columns_(std::move(columns)), mode_(std::move(mode)) {}

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override { return std::make_unique<Writer>(*this); }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return false; }
  connector::ChangelogMode Takes() const override { return RowsOf({{"changelog-mode", mode_}}); }
  std::string Describe() const override { return "capture"; }

 private:
  struct Writer : connector::SinkWriter {
    explicit Writer(const Capture& sink) : columns(sink.columns_), mode(sink.mode_) {}
    void Write(const columnar::ChangeBatch& batch) override {
      columnar::ChunkView view(const_cast<duckdb::DataChunk&>(batch.chunk));
      const std::scoped_lock lock(captured_mutex);
      for (size_t row = 0; row < batch.size(); row++) {
        const auto kind = batch.kind(row);
        if (mode == "upsert" && kind == RowKind::UpdateBefore) continue;
        std::string line = std::string(columnar::ShortString(kind)) + "|";
        for (size_t i = 0; i < columns.size(); i++) {
          std::string text;
          if (!view.IsNull(i, row))
            connector::WriteValue(columnar::RowView(view, row), i, columns[i].type, connector::TimestampStyle::Iso8601,
                                  text);
          line += (view.IsNull(i, row) ? std::string("\\N") : EscapeValue(text)) + "|";
        }
        captured.push_back(std::move(line));
      }
    }
    std::string Prepare(int64_t) override { return {}; }
    void Abort() override {}
    std::vector<paimon::DataField> columns;
    std::string mode;
  };

  std::vector<paimon::DataField> columns_;
  std::string mode_;
};

const connector::OptionSpec kMode = {"changelog-mode", "append", "append, upsert or all"};

std::string ModeOf(const char* connector, const connector::TableDescription& table) {
  return connector::TableOptions(connector::FindConnector(connector), table)
      .OneOf("changelog-mode", {"append", "upsert", "all"});
}

std::unique_ptr<connector::Source> MakeSteps(const connector::TableDescription& table,
                                             const connector::Projection& columns, const connector::ConnectorContext&) {
  ModeOf("steps", table);
  return std::make_unique<StepsSource>(table, columns);
}

std::unique_ptr<connector::Sink> MakeCapture(const connector::TableDescription& table,
                                             const connector::ConnectorContext&) {
  return std::make_unique<Capture>(table.columns, ModeOf("capture", table));
}

}  // namespace

void AddTestConnectors() {
  connector::AddConnector({.name = "steps",
                           .description = "Rows in the order of their steps.",
                           .options = {kMode, {"path", std::nullopt, "A file of step,kind,value,..", true}},
                           .make_source = &MakeSteps,
                           .make_sink = nullptr});
  connector::AddConnector({.name = "capture",
                           .description = "Keeps what it is sent.",
                           .options = {kMode},
                           .make_source = nullptr,
                           .make_sink = &MakeCapture});
}

std::vector<std::string> TakeCaptured() {
  const std::scoped_lock lock(captured_mutex);
  return std::exchange(captured, {});
}

}  // namespace tarn::corpus
