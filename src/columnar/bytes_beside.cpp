#include "columnar/bytes_beside.h"

namespace tarn::columnar {

size_t BytesBeside(duckdb::Vector& vector, duckdb::idx_t vector_rows, const duckdb::SelectionVector& rows,
                   duckdb::idx_t count) {
  if (count == 0) return 0;
  const auto physical = vector.GetType().InternalType();
  if (physical != duckdb::PhysicalType::VARCHAR)
    return duckdb::TypeIsConstantSize(physical) ? 0 : vector.GetAllocationSize(vector_rows) * count / vector_rows;
  duckdb::UnifiedVectorFormat format;
  vector.ToUnifiedFormat(vector_rows, format);
  const auto* strings = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(format);
  size_t bytes = 0;
  for (duckdb::idx_t i = 0; i < count; ++i) {
    const auto at = format.sel->get_index(rows.get_index(i));
    if (format.validity.RowIsValid(at) && !strings[at].IsInlined()) bytes += strings[at].GetSize();
  }
  return bytes;
}

size_t BytesReferenced(duckdb::DataChunk& chunk) {
  const auto& all = *duckdb::FlatVector::IncrementalSelectionVector();
  size_t bytes = 0;
  for (auto& vector : chunk.data) {
    auto* values = &vector;
    auto count = chunk.size();
    if (vector.GetVectorType() == duckdb::VectorType::DICTIONARY_VECTOR) {
      const auto size = duckdb::DictionaryVector::DictionarySize(vector);
      if (size.IsValid() && size.GetIndex() < count) {
        values = &duckdb::DictionaryVector::Child(vector);
        count = size.GetIndex();
      }
    }
    bytes += BytesBeside(*values, count, all, count);
  }
  return bytes;
}

size_t BytesBeside(duckdb::DataChunk& chunk) {
  const auto& all = *duckdb::FlatVector::IncrementalSelectionVector();
  size_t bytes = 0;
  for (auto& vector : chunk.data) bytes += BytesBeside(vector, chunk.size(), all, chunk.size());
  return bytes;
}

}  // namespace tarn::columnar
