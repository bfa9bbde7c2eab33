#include "stream/state/row_codec.h"

#include "base/encoding.h"
#include "columnar/chunk_bytes.h"

namespace tarn::stream {

RowCodec::RowCodec(const duckdb::vector<duckdb::LogicalType>& types) : types_(types) {
  for (const auto& type : types) {
    switch (type.InternalType()) {
      case duckdb::PhysicalType::BOOL:
      case duckdb::PhysicalType::INT8:
      case duckdb::PhysicalType::INT16:
      case duckdb::PhysicalType::INT32:
      case duckdb::PhysicalType::INT64:
        forms_.push_back(Form::Integer);
        break;
      case duckdb::PhysicalType::FLOAT:
      case duckdb::PhysicalType::DOUBLE:
        forms_.push_back(Form::Floating);
        break;
      case duckdb::PhysicalType::VARCHAR:
        forms_.push_back(Form::Bytes);
        break;
      default:
        forms_.push_back(Form::Other);
    }
  }
}

void RowCodec::Encode(const columnar::RowView& row, const std::vector<size_t>& columns, std::string& bytes) const {
  Encoder out;
  for (size_t i = 0; i < columns.size(); i++) {
    const auto column = columns[i];
    out.Bool(!row.IsNull(column));
    if (row.IsNull(column)) continue;
    switch (forms_[i]) {
      case Form::Integer:
        out.I64(row.Int64(column));
        break;
      case Form::Floating:
        out.F64(row.Double(column));
        break;
      case Form::Bytes:
        out.Str(row.String(column));
        break;
      case Form::Other: {
        duckdb::DataChunk one;
        one.Initialize(duckdb::Allocator::DefaultAllocator(), {types_[i]}, 1);
        one.SetCardinality(1);
        one.SetValue(0, 0, row.chunk().Value(column, row.row()));
        out.Str(columnar::ChunkToBytes(one));
        break;
      }
    }
  }
  bytes = out.Take();
}

void RowCodec::Decode(std::string_view bytes, columnar::RowAppender& out) const {
  Decoder in(bytes);
  for (size_t i = 0; i < forms_.size(); i++) {
    if (!in.Bool()) continue;
    switch (forms_[i]) {
      case Form::Integer:
        out.Int64(i, in.I64());
        break;
      case Form::Floating:
        out.Double(i, in.F64());
        break;
      case Form::Bytes:
        out.String(i, in.Str());
        break;
      case Form::Other: {
        duckdb::DataChunk one;
        columnar::BytesToChunk(in.Str(), one);
        out.Value(i, one.GetValue(0, 0));
        break;
      }
    }
  }
}

}  // namespace tarn::stream
