#include "sql/lower/rows_source.h"

namespace tarn::sql {
namespace {

using Chunks = std::vector<std::shared_ptr<duckdb::DataChunk>>;

class RowsReader : public connector::SourceReader {
 public:
  RowsReader(std::shared_ptr<const Chunks> chunks, size_t at) : chunks_(std::move(chunks)), at_(at) {}

  connector::ReadResult Read(columnar::ChangeBatch& batch) override {
    if (at_ == chunks_->size()) return connector::ReadResult::End;
    auto& chunk = *(*chunks_)[at_++];
    for (size_t i = 0; i < chunk.ColumnCount(); i++) batch.chunk.data[i].Reference(chunk.data[i]);
    batch.chunk.SetCardinality(chunk.size());
    return connector::ReadResult::Batch;
  }
  std::string Position() const override { return std::to_string(at_); }

 private:
  std::shared_ptr<const Chunks> chunks_;
  size_t at_;
};

class RowsSource : public connector::Source {
 public:
  explicit RowsSource(Chunks chunks) : chunks_(std::make_shared<Chunks>(std::move(chunks))) {
    for (const auto& chunk : *chunks_) rows_ += chunk->size();
  }
  bool Bounded() const override { return true; }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<connector::SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<RowsReader>(chunks_, position.empty() ? 0 : std::stoul(position));
  }
  std::string Describe() const override {
    return std::to_string(rows_) + (rows_ == 1 ? " row" : " rows") + " of the statement";
  }

 private:
  std::shared_ptr<const Chunks> chunks_;
  size_t rows_ = 0;
};

}  // namespace

std::shared_ptr<connector::Source> NewRowsSource(Chunks chunks) {
  return std::make_shared<RowsSource>(std::move(chunks));
}

}  // namespace tarn::sql
