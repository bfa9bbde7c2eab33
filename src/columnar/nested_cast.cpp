#include "columnar/nested_cast.h"

#include <cstring>

namespace tarn::columnar {

using duckdb::Vector;

ColumnCast CastFields(std::vector<std::optional<FieldCast>> fields) {
  return [fields = std::move(fields)](Vector& in, Vector& out, size_t count) {
    in.Flatten(count);
    out.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    duckdb::FlatVector::SetValidity(out, duckdb::FlatVector::Validity(in));
    auto& sources = duckdb::StructVector::GetEntries(in);
    auto& targets = duckdb::StructVector::GetEntries(out);
    for (size_t i = 0; i < fields.size(); i++) {
      if (!fields[i]) {
        targets[i]->SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
        duckdb::ConstantVector::SetNull(*targets[i], true);
        targets[i]->Flatten(count);
      } else if (fields[i]->cast) {
        fields[i]->cast(*sources[fields[i]->from], *targets[i], count);
      } else {
        targets[i]->Reference(*sources[fields[i]->from]);
      }
    }
  };
}

ColumnCast CastElements(ColumnCast element) {
  return [element = std::move(element)](Vector& in, Vector& out, size_t count) {
    in.Flatten(count);
    const auto size = duckdb::ListVector::GetListSize(in);
    duckdb::ListVector::Reserve(out, size);
    out.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    std::memcpy(duckdb::FlatVector::GetData(out), duckdb::FlatVector::GetData(in),
                count * sizeof(duckdb::list_entry_t));
    duckdb::FlatVector::SetValidity(out, duckdb::FlatVector::Validity(in));
    element(duckdb::ListVector::GetEntry(in), duckdb::ListVector::GetEntry(out), size);
    duckdb::ListVector::SetListSize(out, size);
  };
}

}  // namespace tarn::columnar
