// Primary-key tables: a write buffer that is sorted, merged and written as level-0 files, and compaction beside it.
#include <algorithm>
#include <duckdb/function/create_sort_key.hpp>

#include "base/error.h"
#include "columnar/sort_order.h"
#include "columnar/type_mapping.h"
#include "table/compact/bucket_compaction.h"
#include "table/write/bucket_writer.h"
#include "table/write/keyed_files.h"
#include "table/write/row_buffer.h"

namespace tarn::table {
namespace {

/// Which of two rows of a key is newer by the user's sequence fields; NULL is older than everything.
class SequenceOrder {
 public:
  SequenceOrder(const paimon::TableSchema& schema, const StoreOptions& options) {
    for (const auto& name : options.sequence_fields) columns_.push_back(schema.FindField(name).value());
    modifiers_.assign(columns_.size(),
                      duckdb::OrderModifiers(
                          options.sequence_descending ? duckdb::OrderType::DESCENDING : duckdb::OrderType::ASCENDING,
                          duckdb::OrderByNullType::NULLS_FIRST));
  }

  void Bind(duckdb::DataChunk& chunk) {
    if (columns_.empty()) return;
    duckdb::DataChunk picked;
    duckdb::vector<duckdb::LogicalType> types;
    for (const size_t column : columns_) types.push_back(chunk.data[column].GetType());
    picked.InitializeEmpty(types);
    for (size_t i = 0; i < columns_.size(); ++i) picked.data[i].Reference(chunk.data[columns_[i]]);
    picked.SetCardinality(chunk.size());
    codes_ = std::make_unique<duckdb::Vector>(duckdb::LogicalType::BLOB, chunk.size());
    duckdb::CreateSortKeyHelpers::CreateSortKey(picked, modifiers_, *codes_);
    codes_->ToUnifiedFormat(chunk.size(), format_);
  }
  /// Rows are numbered as they came, so that of equals the later wins.
  bool Newer(uint32_t a, uint32_t b) const {
    if (!codes_) return a > b;
    const auto* codes = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(format_);
    const auto& left = codes[format_.sel->get_index(a)];
    const auto& right = codes[format_.sel->get_index(b)];
    if (left == right) return a > b;
    return left > right;
  }

 private:
  std::vector<size_t> columns_;
  duckdb::vector<duckdb::OrderModifiers> modifiers_;
  std::unique_ptr<duckdb::Vector> codes_;
  duckdb::UnifiedVectorFormat format_;
};

class KeyedBucket : public BucketWriter {
 public:
  KeyedBucket(WriteShared& shared, BucketStart start)
      : shared_(shared),
        start_(std::move(start)),
        layout_(shared.schema()),
        buffer_(columnar::VectorTypes(shared.schema().fields)) {
    for (const auto& file : start_.files) next_sequence_ = std::max(next_sequence_, file.max_sequence_number + 1);
    if (shared.compacts) compaction_ = std::make_unique<BucketCompaction>(shared, layout_, start_);
    start_.files.clear();
  }

  void Write(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count,
             std::span<const columnar::RowKind> kinds) override {
    const auto& options = shared_.options;
    if (kinds.empty() || (!options.ignore_delete && !options.ignore_update_before))
      return buffer_.Append(chunk, rows, count, kinds);
    duckdb::SelectionVector kept(count);
    duckdb::idx_t kept_count = 0;
    for (duckdb::idx_t i = 0; i < count; ++i) {
      const auto row = rows.get_index(i);
      const bool drop =
          options.ignore_delete ? columnar::IsRetract(kinds[row]) : kinds[row] == columnar::RowKind::UpdateBefore;
      if (!drop) kept.set_index(kept_count++, row);
    }
    if (kept_count > 0) buffer_.Append(chunk, kept, kept_count, kinds);
  }

  size_t MemoryBytes() const override { return buffer_.bytes(); }

  void Flush() override {
    if (buffer_.rows() == 0) return;
    const auto winners = Merge();
    KeyedFiles files(shared_, layout_, start_.directory, /*level=*/0, FileSource::Append);
    duckdb::DataChunk out;
    out.InitializeEmpty(layout_.types);
    duckdb::Vector sequences(duckdb::LogicalType::BIGINT), kinds(duckdb::LogicalType::TINYINT);
    ForEachSlice(buffer_.chunk(), winners, [&](duckdb::DataChunk& slice, std::span<const uint32_t> rows) {
      auto* sequence = duckdb::FlatVector::GetData<int64_t>(sequences);
      auto* kind = duckdb::FlatVector::GetData<int8_t>(kinds);
      for (size_t i = 0; i < rows.size(); ++i) {
        sequence[i] = next_sequence_ + rows[i];
        kind[i] = static_cast<int8_t>(buffer_.kind(rows[i]));
      }
      out.Reset();
      for (size_t i = 0; i < layout_.key_count(); ++i) out.data[i].Reference(slice.data[layout_.keys[i]]);
      out.data[layout_.sequence_column()].Reference(sequences);
      out.data[layout_.kind_column()].Reference(kinds);
      for (size_t i = 0; i < slice.ColumnCount(); ++i) out.data[layout_.first_value() + i].Reference(slice.data[i]);
      out.SetCardinality(rows.size());
      files.Write(out);
    });
    next_sequence_ += static_cast<int64_t>(buffer_.rows());
    buffer_.Clear();
    for (auto& file : files.Finish()) {
      if (compaction_) compaction_->Add(file);
      done_.push_back(std::move(file));
    }
    if (compaction_) compaction_->RunIfBlocked();
  }

  void Prepare(CommitMessage& message) override {
    Flush();
    message.new_files.insert(message.new_files.end(), std::make_move_iterator(done_.begin()),
                             std::make_move_iterator(done_.end()));
    done_.clear();
    if (compaction_) compaction_->Prepare(message);
  }

  void Refresh(std::vector<paimon::DataFileMeta> live) override {
    for (const auto& file : live) next_sequence_ = std::max(next_sequence_, file.max_sequence_number + 1);
    if (!compaction_) return;
    live.insert(live.end(), done_.begin(), done_.end());
    compaction_->Restart(std::move(live));
  }

 private:
  /// The newest row of each key, in key order. The deduplicate engine: nothing of the older ones matters.
  std::vector<uint32_t> Merge() {
    const auto sorted = columnar::SortRows(buffer_.chunk(), layout_.keys);
    SequenceOrder order(shared_.schema(), shared_.options);
    order.Bind(buffer_.chunk());
    std::vector<uint32_t> winners;
    winners.reserve(sorted.rows.size());
    for (size_t i = 0; i < sorted.rows.size(); ++i) {
      if (!sorted.equals_previous[i]) {
        winners.push_back(sorted.rows[i]);
      } else if (order.Newer(sorted.rows[i], winners.back())) {
        winners.back() = sorted.rows[i];
      }
    }
    return winners;
  }

  WriteShared& shared_;
  BucketStart start_;
  KeyedLayout layout_;
  RowBuffer buffer_;
  int64_t next_sequence_ = 0;
  std::vector<paimon::DataFileMeta> done_;
  std::unique_ptr<BucketCompaction> compaction_;  // null if this writer does not compact
};

}  // namespace

std::unique_ptr<BucketWriter> NewKeyedBucket(WriteShared& shared, BucketStart start) {
  return std::make_unique<KeyedBucket>(shared, std::move(start));
}

}  // namespace tarn::table
