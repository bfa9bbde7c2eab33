#include "columnar/row_appender.h"

#include <duckdb/common/types/value.hpp>
#include <duckdb/common/types/vector.hpp>

#include "base/error.h"

namespace tarn::columnar {
namespace {

[[noreturn]] void WrongType(const duckdb::Vector& vector, const char* value) {
  throw Error(ErrorCode::Internal, std::string(value) + " was set in a column of type " + vector.GetType().ToString());
}

}  // namespace

void RowAppender::Begin(RowKind kind) {
  const auto row = batch_.size();
  if (kind != RowKind::Insert && batch_.kinds.empty()) batch_.kinds.assign(row, RowKind::Insert);
  if (kind != RowKind::Insert || !batch_.kinds.empty()) batch_.kinds.push_back(kind);
  batch_.chunk.SetCardinality(row + 1);
  for (auto& vector : batch_.chunk.data) duckdb::FlatVector::SetNull(vector, row, true);
}

void RowAppender::Cancel() {
  batch_.chunk.SetCardinality(batch_.size() - 1);
  if (!batch_.kinds.empty()) batch_.kinds.pop_back();
}

duckdb::idx_t RowAppender::Set(duckdb::Vector& vector) {
  const auto row = batch_.size() - 1;
  duckdb::FlatVector::Validity(vector).SetValid(row);
  return row;
}

void RowAppender::Int64(size_t column, int64_t value) {
  auto& vector = batch_.chunk.data[first_column_ + column];
  const auto row = Set(vector);
  switch (vector.GetType().InternalType()) {
    case duckdb::PhysicalType::BOOL:
      duckdb::FlatVector::GetData<bool>(vector)[row] = value != 0;
      break;
    case duckdb::PhysicalType::INT8:
      duckdb::FlatVector::GetData<int8_t>(vector)[row] = static_cast<int8_t>(value);
      break;
    case duckdb::PhysicalType::INT16:
      duckdb::FlatVector::GetData<int16_t>(vector)[row] = static_cast<int16_t>(value);
      break;
    case duckdb::PhysicalType::INT32:
      duckdb::FlatVector::GetData<int32_t>(vector)[row] = static_cast<int32_t>(value);
      break;
    case duckdb::PhysicalType::INT64:
      duckdb::FlatVector::GetData<int64_t>(vector)[row] = value;
      break;
    default:
      WrongType(vector, "an integer");
  }
}

void RowAppender::Double(size_t column, double value) {
  auto& vector = batch_.chunk.data[first_column_ + column];
  const auto row = Set(vector);
  switch (vector.GetType().InternalType()) {
    case duckdb::PhysicalType::FLOAT:
      duckdb::FlatVector::GetData<float>(vector)[row] = static_cast<float>(value);
      break;
    case duckdb::PhysicalType::DOUBLE:
      duckdb::FlatVector::GetData<double>(vector)[row] = value;
      break;
    default:
      WrongType(vector, "a floating-point number");
  }
}

void RowAppender::String(size_t column, std::string_view value) {
  auto& vector = batch_.chunk.data[first_column_ + column];
  if (vector.GetType().InternalType() != duckdb::PhysicalType::VARCHAR) WrongType(vector, "a string");
  const auto row = Set(vector);
  duckdb::FlatVector::GetData<duckdb::string_t>(vector)[row] =
      duckdb::StringVector::AddStringOrBlob(vector, value.data(), value.size());
}

void RowAppender::Value(size_t column, const duckdb::Value& value) {
  batch_.chunk.data[first_column_ + column].SetValue(batch_.size() - 1, value);
}

}  // namespace tarn::columnar
