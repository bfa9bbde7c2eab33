// One vector's values into another, NULLs as they are.
#pragma once

#include <duckdb/common/types/vector.hpp>

namespace tarn::columnar {

/// Sets each of `count` values of `to` (becomes flat) to `convert` of the one of `from`.
template <class S, class T, class Convert>
void ForEach(duckdb::Vector& from, duckdb::Vector& to, size_t count, Convert convert) {
  duckdb::UnifiedVectorFormat in;
  from.ToUnifiedFormat(count, in);
  to.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
  const S* source = duckdb::UnifiedVectorFormat::GetDataUnsafe<S>(in);
  T* target = duckdb::FlatVector::GetData<T>(to);
  auto& validity = duckdb::FlatVector::Validity(to);
  validity.SetAllValid(count);
  for (size_t i = 0; i < count; i++) {
    const auto row = in.sel->get_index(i);
    if (!in.validity.RowIsValid(row)) {
      validity.SetInvalid(i);
    } else {
      target[i] = convert(source[row]);
    }
  }
}

}  // namespace tarn::columnar
