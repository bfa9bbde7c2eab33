#include "table/write/keyed_files.h"

#include <algorithm>

namespace tarn::table {
namespace {

/// Paimon keeps longer prefixes of keys than of values.
constexpr columnar::StatsMode kKeyStats{.kind = columnar::StatsMode::Truncate, .length = 128};

}  // namespace

KeyedFiles::KeyedFiles(WriteShared& shared, const KeyedLayout& layout, std::string directory, int32_t level,
                       FileSource source)
    : shared_(shared),
      layout_(layout),
      directory_(std::move(directory)),
      level_(level),
      source_(source),
      encoder_(layout.KeyEncoder()) {}

void KeyedFiles::Write(duckdb::DataChunk& chunk) {
  if (chunk.size() == 0) return;
  encoder_.Bind(chunk);
  const auto last = chunk.size() - 1;
  duckdb::UnifiedVectorFormat sequences, kinds;
  chunk.data[layout_.sequence_column()].ToUnifiedFormat(chunk.size(), sequences);
  chunk.data[layout_.kind_column()].ToUnifiedFormat(chunk.size(), kinds);
  const auto* sequence = duckdb::UnifiedVectorFormat::GetData<int64_t>(sequences);
  const auto* kind = duckdb::UnifiedVectorFormat::GetData<int8_t>(kinds);
  if (!file_) {
    file_.emplace(shared_.table->env().fs, shared_.files.New(directory_), layout_.fields, shared_.parquet);
    min_key_ = encoder_.Serialized(0);
    deletes_ = 0;
    min_sequence_ = max_sequence_ = sequence[sequences.sel->get_index(0)];
  }
  for (duckdb::idx_t row = 0; row <= last; ++row) {
    const int64_t number = sequence[sequences.sel->get_index(row)];
    min_sequence_ = std::min(min_sequence_, number);
    max_sequence_ = std::max(max_sequence_, number);
    deletes_ += columnar::IsRetract(static_cast<columnar::RowKind>(kind[kinds.sel->get_index(row)]));
  }
  max_key_ = encoder_.Serialized(last);
  file_->writer().Write(chunk);
  if (file_->writer().EstimatedBytes() >= shared_.options.target_file_bytes ||
      file_->writer().rows() >= shared_.options.target_file_rows)
    EndFile();
}

void KeyedFiles::EndFile() {
  if (!file_) return;
  const auto written = file_->Finish();
  const std::span<const columnar::ColumnRange> ranges(written.columns);
  auto meta = DescribeFile(shared_.schema(), shared_.table->options(), file_->place().name, written,
                           ranges.subspan(layout_.first_value()), level_, source_, shared_.table->env().clock);
  const auto keys = ranges.first(layout_.key_count());
  meta.min_key = std::move(min_key_);
  meta.max_key = std::move(max_key_);
  meta.key_stats = columnar::ToFileStats(layout_.key_fields(), {keys.begin(), keys.end()},
                                         std::vector(layout_.key_count(), kKeyStats), /*dense=*/false)
                       .stats;
  meta.min_sequence_number = min_sequence_;
  meta.max_sequence_number = max_sequence_;
  meta.delete_row_count = deletes_;
  done_.push_back(std::move(meta));
  file_.reset();
}

std::vector<paimon::DataFileMeta> KeyedFiles::Finish() {
  EndFile();
  return std::move(done_);
}

}  // namespace tarn::table
