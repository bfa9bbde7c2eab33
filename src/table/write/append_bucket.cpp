// Append tables: rows go to files in the order they come, or, if the table declares a watermark column, sorted by it
// within each row group, so that an ordered replay need not sort again. The first rows are held back until they are
// worth an open file: an INSERT may reach thousands of partitions.
#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "columnar/sort_order.h"
#include "columnar/type_mapping.h"
#include "paimon/special_fields.h"
#include "table/write/bucket_writer.h"
#include "table/write/file_meta.h"
#include "table/write/row_buffer.h"

namespace tarn::table {
namespace {

/// Where Flink's Paimon catalog keeps `WATERMARK FOR column AS ...`.
constexpr char kWatermarkColumn[] = "schema.watermark.0.rowtime";

/// Rows of fewer bytes wait in memory.
constexpr size_t kWorthAFile = 1 << 20;

std::optional<size_t> TimeColumn(const Table& table) {
  const auto found = table.options().find(kWatermarkColumn);
  if (found == table.options().end()) return std::nullopt;
  return table.schema().FindField(found->second);  // a computed column is in no file
}

class AppendBucket : public BucketWriter {
 public:
  AppendBucket(WriteShared& shared, BucketStart start)
      : shared_(shared),
        start_(std::move(start)),
        time_column_(TimeColumn(*shared.table)),
        buffer_(columnar::VectorTypes(shared.schema().fields)) {
    // A fixed bucket's rows are numbered on; in an unaware table the numbers mean nothing.
    if (shared_.options.bucket > 0)
      for (const auto& file : start_.files) next_sequence_ = std::max(next_sequence_, file.max_sequence_number + 1);
    start_.files.clear();
  }

  void Write(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count,
             std::span<const columnar::RowKind> kinds) override {
    if (kinds.empty()) return WriteRows(chunk, rows, count);
    duckdb::SelectionVector kept(count);
    duckdb::idx_t kept_count = 0;
    for (duckdb::idx_t i = 0; i < count; ++i) {
      const auto row = rows.get_index(i);
      if (!columnar::IsRetract(kinds[row])) {
        kept.set_index(kept_count++, row);
      } else if (!shared_.options.ignore_delete) {
        throw Error(ErrorCode::InvalidInput,
                    "a row of kind " + std::string(ShortString(kinds[row])) +
                        " cannot be written to a table without a primary key; give it one, or set 'ignore-delete' = "
                        "'true' to drop such rows")
            .At("table '" + shared_.table->path() + "'");
      }
    }
    WriteRows(chunk, kept, kept_count);
  }

  size_t MemoryBytes() const override {
    return buffer_.bytes() + (file_ ? static_cast<size_t>(file_->writer().BufferedBytes()) : 0);
  }

  int64_t OpenFileBytes() const override { return file_ ? std::max<int64_t>(1, file_->writer().EstimatedBytes()) : 0; }

  void Flush() override {
    WriteBuffered();
    if (file_) file_->writer().Release();
  }

  void Refresh(std::vector<paimon::DataFileMeta>) override {}

  void Prepare(CommitMessage& message) override {
    WriteBuffered();
    EndFile();
    message.new_files.insert(message.new_files.end(), std::make_move_iterator(done_.begin()),
                             std::make_move_iterator(done_.end()));
    done_.clear();
  }

 private:
  void WriteRows(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count) {
    if (count == 0) return;
    if (time_column_) {
      buffer_.Append(chunk, rows, count, {});
      if (buffer_.rows() >= shared_.parquet.row_group_rows) WriteBuffered();
      return;
    }
    if (!file_) {
      buffer_.Append(chunk, rows, count, {});
      if (buffer_.bytes() >= kWorthAFile || static_cast<int64_t>(buffer_.rows()) >= shared_.options.target_file_rows)
        WriteBuffered();
      return;
    }
    if (count == chunk.size()) return WriteChunk(chunk);
    duckdb::DataChunk slice;
    slice.InitializeEmpty(chunk.GetTypes());
    slice.Slice(chunk, rows, count);
    WriteChunk(slice);
  }

  /// By time: the buffer as one sorted row group. Else the rows as they came; the row group goes on.
  void WriteBuffered() {
    if (buffer_.rows() == 0) return;
    if (!time_column_) {
      std::vector<uint32_t> all(buffer_.rows());
      std::iota(all.begin(), all.end(), 0u);
      ForEachSlice(buffer_.chunk(), all, [&](duckdb::DataChunk& slice, auto) { WriteChunk(slice); });
      buffer_.Clear();
      return;
    }
    const size_t columns[] = {*time_column_};
    const auto sorted = columnar::SortRows(buffer_.chunk(), columns);
    ForEachSlice(buffer_.chunk(), sorted.rows, [&](duckdb::DataChunk& slice, auto) {
      // Rolling waits for the row group's end, so that none is cut.
      if (!file_) OpenFile();
      file_->writer().Write(slice);
    });
    file_->writer().EndRowGroup();
    buffer_.Clear();
    RollIfFull();
  }

  void WriteChunk(duckdb::DataChunk& chunk) {
    if (!file_) OpenFile();
    file_->writer().Write(chunk);
    RollIfFull();
  }

  void OpenFile() {
    auto options = shared_.parquet;
    if (time_column_) options.sorting_columns = {*time_column_};
    file_.emplace(shared_.table->env().fs, shared_.files.New(start_.directory), shared_.schema().fields, options);
  }

  void RollIfFull() {
    if (file_->writer().EstimatedBytes() >= shared_.options.target_file_bytes ||
        file_->writer().rows() >= shared_.options.target_file_rows)
      EndFile();
  }

  void EndFile() {
    if (!file_) return;
    const auto written = file_->Finish();
    auto meta = DescribeFile(shared_.schema(), shared_.table->options(), file_->place().name, written, written.columns,
                             0, FileSource::Append, shared_.table->env().clock);
    meta.min_sequence_number = next_sequence_;
    next_sequence_ += written.rows;
    meta.max_sequence_number = next_sequence_ - 1;
    done_.push_back(std::move(meta));
    file_.reset();
  }

  WriteShared& shared_;
  BucketStart start_;
  std::optional<size_t> time_column_;
  RowBuffer buffer_;
  std::optional<DataFile> file_;
  int64_t next_sequence_ = 0;
  std::vector<paimon::DataFileMeta> done_;
};

}  // namespace

std::unique_ptr<BucketWriter> NewAppendBucket(WriteShared& shared, BucketStart start) {
  return std::make_unique<AppendBucket>(shared, std::move(start));
}

}  // namespace tarn::table
