#include "columnar/parquet_writer.h"

#include "base/ascii_case.h"
#include "base/error.h"
#include "columnar/parquet/compressor.h"
#include "columnar/parquet/footer.h"
#include "columnar/parquet/leaf_column.h"
#include "columnar/parquet/page_writer.h"
#include "columnar/parquet/schema.h"
#include "columnar/parquet/shredder.h"
#include "columnar/type_mapping.h"
#include "paimon/options.h"

namespace tarn::columnar {

using namespace parquet;  // NOLINT: the writer is the face of that folder

struct ParquetWriter::State {
  State(env::WritableFile& file, std::vector<paimon::DataField> the_fields, ParquetWriteOptions the_options)
      : fields(std::move(the_fields)),
        options(std::move(the_options)),
        types(VectorTypes(fields)),
        schema(BuildSchema(fields)),
        leaves(LeavesOf(schema)),
        compressor(options.codec, options.zstd_level),
        out(file, compressor) {
    first_leaf.push_back(0);
    size_t at = 0;
    for (const Node& node : schema) {
      at += LeavesOf({node}).size();
      first_leaf.push_back(at);
    }
    for (const Leaf& leaf : leaves) columns.push_back(NewLeafColumn(leaf, options));
    out.Raw("PAR1");
  }

  size_t BufferedBytes() const {
    size_t bytes = 0;
    for (const auto& column : columns) bytes += column->BufferedBytes();
    return bytes;
  }

  void FlushRowGroup() {
    if (buffered_rows == 0) return;
    RowGroupInfo group;
    group.rows = static_cast<int64_t>(buffered_rows);
    group.first_byte = out.offset();
    flushed_plain_bytes += BufferedBytes();
    for (const auto& column : columns) group.chunks.push_back(column->Flush(out));
    groups.push_back(std::move(group));
    flushed_rows += buffered_rows;
    buffered_rows = 0;
  }

  const std::vector<paimon::DataField> fields;
  const ParquetWriteOptions options;
  const duckdb::vector<duckdb::LogicalType> types;
  const std::vector<Node> schema;
  const std::vector<Leaf> leaves;
  std::vector<size_t> first_leaf;  // of each field, and the end
  Compressor compressor;
  PageWriter out;
  std::vector<std::unique_ptr<LeafColumn>> columns;
  std::vector<RowGroupInfo> groups;
  uint64_t buffered_rows = 0;
  uint64_t flushed_rows = 0;
  uint64_t flushed_plain_bytes = 0;
};

ParquetWriter::ParquetWriter(env::WritableFile& file, std::vector<paimon::DataField> fields,
                             ParquetWriteOptions options)
    : state_(std::make_unique<State>(file, std::move(fields), std::move(options))) {}

ParquetWriter::~ParquetWriter() = default;

void ParquetWriter::Write(const duckdb::DataChunk& chunk) {
  State& s = *state_;
  if (chunk.ColumnCount() != s.fields.size()) {
    throw Error(ErrorCode::Internal, "a chunk of " + std::to_string(chunk.ColumnCount()) + " columns for a file of " +
                                         std::to_string(s.fields.size()));
  }
  if (chunk.size() == 0) return;
  for (size_t i = 0; i < s.fields.size(); i++) {
    // Reading a vector may normalise its form, which is why DuckDB wants it mutable.
    auto& vector = const_cast<duckdb::Vector&>(chunk.data[i]);
    if (vector.GetType().InternalType() != s.types[i].InternalType()) {
      throw Error(ErrorCode::Internal, "column '" + s.fields[i].name + "' came as " + vector.GetType().ToString() +
                                           " instead of " + s.types[i].ToString());
    }
    const std::span columns(s.columns);
    AppendVector(s.schema[i], vector, chunk.size(),
                 columns.subspan(s.first_leaf[i], s.first_leaf[i + 1] - s.first_leaf[i]));
  }
  s.buffered_rows += chunk.size();
  constexpr size_t kMostBuffered = 512 << 20;
  if (s.buffered_rows >= s.options.row_group_rows || s.BufferedBytes() > kMostBuffered) s.FlushRowGroup();
}

int64_t ParquetWriter::EstimatedBytes() const {
  const State& s = *state_;
  // Buffered values shrink as the flushed ones did; by half as long as nothing is known.
  const double written = static_cast<double>(s.out.offset());
  const double ratio = s.flushed_plain_bytes ? written / static_cast<double>(s.flushed_plain_bytes) : 0.5;
  return static_cast<int64_t>(written + ratio * static_cast<double>(s.BufferedBytes()));
}

int64_t ParquetWriter::rows() const { return static_cast<int64_t>(state_->flushed_rows + state_->buffered_rows); }

int64_t ParquetWriter::BufferedBytes() const { return static_cast<int64_t>(state_->BufferedBytes()); }

void ParquetWriter::EndRowGroup() { state_->FlushRowGroup(); }

void ParquetWriter::Release() {
  state_->FlushRowGroup();
  for (const auto& column : state_->columns) column->Release();
  state_->compressor.Release();
}

int64_t ParquetWriter::HeldBytes() const {
  size_t bytes = state_->compressor.held_bytes();
  for (const auto& column : state_->columns) bytes += column->HeldBytes();
  return static_cast<int64_t>(bytes);
}

WrittenFile ParquetWriter::Finish() {
  State& s = *state_;
  s.FlushRowGroup();
  std::vector<int32_t> sorting;
  for (const size_t field : s.options.sorting_columns) sorting.push_back(static_cast<int32_t>(s.first_leaf[field]));
  WriteFooter(s.out,
              {s.schema, s.leaves, s.groups, s.compressor.format_id(), std::move(sorting), s.options.key_values});
  WrittenFile written;
  written.rows = static_cast<int64_t>(s.flushed_rows);
  written.bytes = s.out.offset();
  for (size_t i = 0; i < s.fields.size(); i++) {
    const bool flat = s.schema[i].shape == Shape::Leaf;
    written.columns.push_back(s.columns[s.first_leaf[i]]->Range());
    if (!flat) {
      // A nested column has no range and, in Paimon's statistics, no null count either.
      written.columns.back() = ColumnRange{};
      written.columns.back().nulls_known = false;
    }
  }
  return written;
}

ParquetWriteOptions ParquetOptionsOf(const std::map<std::string, std::string>& table_options) {
  ParquetWriteOptions options;
  const auto find = [&](const char* key) -> const std::string* {
    const auto it = table_options.find(key);
    return it == table_options.end() ? nullptr : &it->second;
  };
  if (const auto* codec = find("file.compression")) {
    const auto name = AsciiLower(*codec);
    if (name == "zstd") {
      options.codec = ParquetCodec::Zstd;
    } else if (name == "snappy") {
      options.codec = ParquetCodec::Snappy;
    } else if (name == "lz4" || name == "lz4_raw") {
      options.codec = ParquetCodec::Lz4;
    } else if (name == "none" || name == "uncompressed") {
      options.codec = ParquetCodec::None;
    } else {
      throw Error(ErrorCode::InvalidInput, "'file.compression' = '" + *codec +
                                               "' cannot be written to Parquet; choose zstd, snappy, lz4 or none");
    }
  }
  for (const char* key : {"file.compression.zstd-level", "parquet.compression.codec.zstd.level"}) {
    const auto* level = find(key);
    if (!level) continue;
    const auto number = paimon::ParseOptionNumber<int>(*level);
    if (!number || *number < 1 || *number > 22) {
      throw Error(ErrorCode::InvalidInput, std::string("'") + key + "' = '" + *level + "': a number from 1 to 22");
    }
    options.zstd_level = *number;
  }
  if (const auto* plain = find("parquet.plain-only")) {
    const auto value = AsciiLower(*plain);
    if (value != "true" && value != "false") {
      throw Error(ErrorCode::InvalidInput, "'parquet.plain-only' = '" + *plain + "': true or false");
    }
    options.plain_only = value == "true";
  }
  return options;
}

}  // namespace tarn::columnar
