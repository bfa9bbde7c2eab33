// 'print': writes each row to stdout as Flink does: [prefix> ]+I[a, 2024-01-31T12:00, null].
#include <cstdio>

#include "columnar/row_view.h"
#include "connector/connectors.h"
#include "connector/formats/java_text.h"
#include "connector/formats/value_text.h"

namespace tarn::connector {
namespace {

class Writer : public SinkWriter {
 public:
  Writer(std::vector<paimon::DataField> columns, std::string prefix, std::FILE* out)
      : columns_(std::move(columns)), prefix_(std::move(prefix)), out_(out) {}

  void Write(const columnar::ChangeBatch& batch) override {
    // The view flattens nothing and changes nothing, but DuckDB's interface for it is not const.
    columnar::ChunkView view(const_cast<duckdb::DataChunk&>(batch.chunk));
    std::string text;
    for (size_t row = 0; row < batch.size(); row++) {
      text += prefix_;
      text += columnar::ShortString(batch.kind(row));
      text += '[';
      for (size_t i = 0; i < columns_.size(); i++) {
        if (i > 0) text += ", ";
        if (Plain(columns_[i].type.root) && !view.IsNull(i, row)) {
          WriteValue(columnar::RowView(view, row), i, columns_[i].type, TimestampStyle::Iso8601, text);
        } else {
          WriteJavaText(view.Value(i, row), columns_[i].type, text);
        }
      }
      text += "]\n";
    }
    std::fwrite(text.data(), 1, text.size(), out_);
    std::fflush(out_);
  }
  std::string Prepare(int64_t) override { return {}; }
  void Abort() override {}

 private:
  // Types whose text is the same everywhere, and cheap.
  static bool Plain(paimon::TypeRoot root) {
    using paimon::TypeRoot;
    return root == TypeRoot::TinyInt || root == TypeRoot::SmallInt || root == TypeRoot::Int ||
           root == TypeRoot::BigInt || root == TypeRoot::Char || root == TypeRoot::VarChar || root == TypeRoot::Double;
  }

  std::vector<paimon::DataField> columns_;
  std::string prefix_;
  std::FILE* out_;
};

class Print : public Sink {
 public:
  Print(const TableDescription& table, const Options& options)
      : table_(table), standard_error_(options.Bool("standard-error")) {
    options.FindInt("sink.parallelism");
    if (const auto prefix = options.Find("print-identifier"); prefix && !prefix->empty()) prefix_ = *prefix + "> ";
  }
  std::unique_ptr<SinkWriter> OpenWriter(int, int) override {
    return std::make_unique<Writer>(table_.columns, prefix_, standard_error_ ? stderr : stdout);
  }
  void Commit(int64_t, const std::vector<std::string>&, const CommitTime&) override {}
  ChangelogMode Takes() const override { return ChangelogMode::All; }
  bool ExactlyOnce() const override { return false; }
  std::string Describe() const override { return table_.name + " (print)"; }

 private:
  TableDescription table_;
  bool standard_error_;
  std::string prefix_;
};

std::unique_ptr<Sink> MakePrint(const TableDescription& table, const ConnectorContext&) {
  return std::make_unique<Print>(table, TableOptions(FindConnector("print"), table));
}

}  // namespace

ConnectorEntry PrintConnector() {
  return {.name = "print",
          .description = "Writes every row to the standard output, with its row kind.",
          .options = {{"print-identifier", std::nullopt, "A word before each row."},
                      {"standard-error", "false", "Write to the standard error instead."},
                      {"sink.parallelism", std::nullopt, "Accepted; rows are printed by one thread."}},
          .make_source = nullptr,
          .make_sink = &MakePrint};
}

}  // namespace tarn::connector
