#include "table/merge/gather.h"

#include <duckdb/common/types/hugeint.hpp>
#include <duckdb/common/types/interval.hpp>
#include <duckdb/common/types/string_type.hpp>
#include <duckdb/common/vector_operations/vector_operations.hpp>

namespace tarn::table {

using duckdb::PhysicalType;

void Gatherer::Bind(const std::vector<ChunkSlice>& slices) {
  slices_ = &slices;
  bound_.clear();
  bound_.resize(columns_.size());
  for (size_t i = 0; i < columns_.size(); i++) {
    Column& column = bound_[i];
    column.formats.resize(slices.size());
    for (size_t k = 0; k < slices.size(); k++) {
      auto& chunk = slices[k].chunk->rows;
      chunk.data[columns_[i]].ToUnifiedFormat(chunk.size(), column.formats[k]);
      column.flat &= !column.formats[k].sel->IsSet();
      column.valid &= column.formats[k].validity.AllValid();
    }
  }
}

template <class T>
void Gatherer::GatherFixed(const Column& column, std::span<const RowRef> rows, duckdb::Vector& out) {
  T* to = duckdb::FlatVector::GetDataUnsafe<T>(out);
  const auto* formats = column.formats.data();
  if (column.flat && column.valid) {
    const T* bases[64];
    if (column.formats.size() <= 64) {
      for (size_t k = 0; k < column.formats.size(); k++) {
        bases[k] = duckdb::UnifiedVectorFormat::GetDataUnsafe<T>(formats[k]);
      }
      for (size_t i = 0; i < rows.size(); i++) to[i] = bases[rows[i].chunk][rows[i].row];
    } else {
      for (size_t i = 0; i < rows.size(); i++) {
        to[i] = duckdb::UnifiedVectorFormat::GetDataUnsafe<T>(formats[rows[i].chunk])[rows[i].row];
      }
    }
    return;
  }
  auto& validity = duckdb::FlatVector::Validity(out);
  for (size_t i = 0; i < rows.size(); i++) {
    const auto& format = formats[rows[i].chunk];
    const auto at = format.sel->get_index(rows[i].row);
    if (!column.valid && !format.validity.RowIsValid(at)) {
      validity.SetInvalid(i);
      // A NULL's slot must still be a string that can be looked at.
      if constexpr (std::is_same_v<T, duckdb::string_t>) to[i] = duckdb::string_t(uint32_t{0});
      continue;
    }
    to[i] = duckdb::UnifiedVectorFormat::GetDataUnsafe<T>(format)[at];
  }
}

void Gatherer::GatherNested(size_t column, std::span<const RowRef> rows, duckdb::Vector& out) {
  duckdb::SelectionVector selection(STANDARD_VECTOR_SIZE);
  for (size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    const uint32_t chunk = rows[begin].chunk;
    for (end = begin; end < rows.size() && rows[end].chunk == chunk; end++) {
      selection.set_index(end - begin, rows[end].row);
    }
    duckdb::VectorOperations::Copy((*slices_)[chunk].chunk->rows.data[column], out, selection, end - begin, 0, begin);
  }
}

void Gatherer::Gather(std::span<const RowRef> rows, duckdb::DataChunk& out) {
  out.Reset();
  for (size_t i = 0; i < columns_.size(); i++) GatherColumn(i, rows, out.data[i]);
  out.SetCardinality(rows.size());
}

void Gatherer::GatherColumn(size_t i, std::span<const RowRef> rows, duckdb::Vector& vector) {
  switch (vector.GetType().InternalType()) {
    case PhysicalType::BOOL:
    case PhysicalType::INT8:
      GatherFixed<int8_t>(bound_[i], rows, vector);
      break;
    case PhysicalType::INT16:
      GatherFixed<int16_t>(bound_[i], rows, vector);
      break;
    case PhysicalType::INT32:
    case PhysicalType::FLOAT:
      GatherFixed<int32_t>(bound_[i], rows, vector);
      break;
    case PhysicalType::INT64:
    case PhysicalType::DOUBLE:
      GatherFixed<int64_t>(bound_[i], rows, vector);
      break;
    case PhysicalType::INT128:
      GatherFixed<duckdb::hugeint_t>(bound_[i], rows, vector);
      break;
    case PhysicalType::VARCHAR:
      GatherFixed<duckdb::string_t>(bound_[i], rows, vector);
      break;
    default:
      GatherNested(columns_[i], rows, vector);
  }
}

}  // namespace tarn::table
