#include "columnar/row_view.h"

#include <cmath>
#include <duckdb/common/types/decimal.hpp>
#include <duckdb/common/types/hugeint.hpp>

#include "base/error.h"

namespace tarn::columnar {
namespace {

[[noreturn]] void WrongType(const duckdb::LogicalType& type, const char* wanted) {
  throw Error(ErrorCode::Internal, "a column of type " + type.ToString() + " was read as " + wanted);
}

}  // namespace

void ChunkView::Reset(duckdb::DataChunk& chunk) {
  chunk_ = &chunk;
  columns_.resize(chunk.ColumnCount());
  for (size_t i = 0; i < columns_.size(); i++) {
    auto& column = columns_[i];
    column.type = chunk.data[i].GetType();
    column.physical = column.type.InternalType();
    column.format = duckdb::UnifiedVectorFormat();
    chunk.data[i].ToUnifiedFormat(chunk.size(), column.format);
  }
}

int64_t ChunkView::Int64(size_t column, size_t row) const {
  const auto& c = columns_[column];
  const auto at = c.format.sel->get_index(row);
  switch (c.physical) {
    case duckdb::PhysicalType::BOOL:
      return reinterpret_cast<const bool*>(c.format.data)[at] ? 1 : 0;
    case duckdb::PhysicalType::INT8:
      return reinterpret_cast<const int8_t*>(c.format.data)[at];
    case duckdb::PhysicalType::INT16:
      return reinterpret_cast<const int16_t*>(c.format.data)[at];
    case duckdb::PhysicalType::INT32:
      return reinterpret_cast<const int32_t*>(c.format.data)[at];
    case duckdb::PhysicalType::INT64:
      return reinterpret_cast<const int64_t*>(c.format.data)[at];
    default:
      WrongType(c.type, "an integer");
  }
}

double ChunkView::Double(size_t column, size_t row) const {
  const auto& c = columns_[column];
  const auto at = c.format.sel->get_index(row);
  double value = 0;
  switch (c.physical) {
    case duckdb::PhysicalType::FLOAT:
      return static_cast<double>(reinterpret_cast<const float*>(c.format.data)[at]);
    case duckdb::PhysicalType::DOUBLE:
      return reinterpret_cast<const double*>(c.format.data)[at];
    case duckdb::PhysicalType::INT128:
      value = duckdb::Hugeint::Cast<double>(reinterpret_cast<const duckdb::hugeint_t*>(c.format.data)[at]);
      break;
    default:
      value = static_cast<double>(Int64(column, row));
  }
  if (c.type.id() == duckdb::LogicalTypeId::DECIMAL) value /= std::pow(10.0, duckdb::DecimalType::GetScale(c.type));
  return value;
}

std::string_view ChunkView::String(size_t column, size_t row) const {
  const auto& c = columns_[column];
  if (c.physical != duckdb::PhysicalType::VARCHAR) WrongType(c.type, "a string");
  const auto& text = reinterpret_cast<const duckdb::string_t*>(c.format.data)[c.format.sel->get_index(row)];
  return {text.GetData(), text.GetSize()};
}

}  // namespace tarn::columnar
