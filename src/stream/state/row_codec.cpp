#include "stream/state/row_codec.h"

#include "base/encoding.h"
#include "columnar/chunk_bytes.h"

namespace tarn::stream {

RowCodec::RowCodec(const duckdb::vector<duckdb::LogicalType>& types) : types_(types) {
  for (const auto& type : types) forms_.push_back(FormOf(type));
}

void RowCodec::Encode(const columnar::RowView& row, const std::vector<size_t>& columns, std::string& bytes) const {
  Encoder out;
  for (size_t i = 0; i < columns.size(); i++) {
    const auto column = columns[i];
    out.Bool(!row.IsNull(column));
    if (row.IsNull(column)) continue;
    switch (forms_[i]) {
      case ValueForm::Integer:
        out.I64(row.Int64(column));
        break;
      case ValueForm::Floating:
        out.F64(row.Double(column));
        break;
      case ValueForm::Bytes:
        out.Str(row.String(column));
        break;
      case ValueForm::Other: {
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
      case ValueForm::Integer:
        out.Int64(i, in.I64());
        break;
      case ValueForm::Floating:
        out.Double(i, in.F64());
        break;
      case ValueForm::Bytes:
        out.String(i, in.Str());
        break;
      case ValueForm::Other: {
        duckdb::DataChunk one;
        columnar::BytesToChunk(in.Str(), one);
        out.Value(i, one.GetValue(0, 0));
        break;
      }
    }
  }
}

}  // namespace tarn::stream
