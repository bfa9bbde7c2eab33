#include "table/scan/ordered_spill.h"

#include <algorithm>

#include "base/error.h"
#include "columnar/parquet_writer.h"
#include "columnar/type_mapping.h"
#include "env/durable_directory.h"

namespace tarn::table {
namespace {

constexpr size_t kPartRows = 16 << 10;

}  // namespace

struct OrderedSpill::Piece {
  std::string path;
  int64_t first_row = 0;
  std::unique_ptr<columnar::DataFileReader> reader;  // while it is read
  size_t parts_left = 0;
};

OrderedSpill::OrderedSpill(duckdb::ClientContext& context, const env::Env& env, std::string directory,
                           std::vector<paimon::DataField> fields)
    : context_(context), env_(env), directory_(std::move(directory)), fields_(std::move(fields)) {
  int32_t id = 0;
  for (const auto& field : fields_) id = std::max(id, field.id);
  fields_.push_back({id + 1, "_ROW_IN_UNIT", paimon::ParseDataType("BIGINT NOT NULL"), {}, {}});
  types_ = columnar::VectorTypes(fields_);
  env_.fs.CreateDirectories(directory_);
}

OrderedSpill::~OrderedSpill() {
  for (auto& piece : pieces_) {
    if (!piece || piece->path.empty()) continue;
    piece->reader.reset();
    try {
      env_.fs.Delete(piece->path);
    } catch (const Error&) {
      // A temporary file stays; whoever cleans the directory finds it.
    }
  }
}

std::vector<OrderedSpill::Part> OrderedSpill::Add(const OrderedRun& run) {
  std::vector<Part> parts;
  if (run.times.empty()) return parts;
  auto& piece = *pieces_.emplace_back(std::make_unique<Piece>());
  piece.path = env::JoinPath(directory_, "replay-" + env_.random.Uuid() + ".parquet");
  piece.first_row = run.first_row;
  const auto file = env_.fs.Create(piece.path);
  columnar::ParquetWriteOptions options;
  options.codec = columnar::ParquetCodec::Lz4;
  options.row_group_rows = kPartRows;
  columnar::ParquetWriter writer(*file, fields_, options);
  duckdb::DataChunk chunk;
  chunk.InitializeEmpty(types_);
  duckdb::Vector rows_in_unit(duckdb::LogicalType::BIGINT);
  duckdb::SelectionVector selected(STANDARD_VECTOR_SIZE);
  auto* numbers = duckdb::FlatVector::GetData<int64_t>(rows_in_unit);
  for (size_t begin = 0; begin < run.times.size(); begin += STANDARD_VECTOR_SIZE) {
    const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE, run.times.size() - begin);
    for (size_t i = 0; i < count; i++) {
      selected.set_index(i, run.row_of[begin + i]);
      numbers[i] = run.RowOf(run.row_of[begin + i]);
    }
    auto& source = const_cast<duckdb::DataChunk&>(run.rows);  // slicing changes nothing
    for (size_t c = 0; c < source.ColumnCount(); c++) chunk.data[c].Slice(source.data[c], selected, count);
    chunk.data.back().Reference(rows_in_unit);
    chunk.SetCardinality(count);
    writer.Write(chunk);
  }
  writer.Finish();
  file->Close();
  for (size_t begin = 0; begin < run.times.size(); begin += kPartRows) {
    parts.push_back({parts_.size(), run.times[begin]});
    parts_.emplace_back(pieces_.size() - 1, piece.parts_left++);
  }
  return parts;
}

void OrderedSpill::Read(size_t part, OrderedRun& run) {
  const auto [number, row_group] = parts_[part];
  auto& piece = *pieces_[number];
  if (!piece.reader) {
    columnar::DataFileRequest request;
    request.path = piece.path;
    request.file = request.wanted = fields_;
    request.consumed_at_once = true;
    piece.reader = std::make_unique<columnar::DataFileReader>(context_, std::move(request));
  }
  piece.reader->Restart({row_group});
  ReadIntoRun(run, *piece.reader);
  // Behind earlier parts of this piece and before the next piece, whose rows come later in the unit.
  run.first_row = piece.first_row + static_cast<int64_t>(row_group * kPartRows);
  run.row_column = fields_.size() - 1;
  if (--piece.parts_left > 0) return;
  piece.reader.reset();
  env_.fs.Delete(piece.path);
  piece.path.clear();
}

}  // namespace tarn::table
