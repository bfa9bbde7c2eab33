#include "columnar/nested_cast.h"

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

Vector NamedElements(Vector& in, Vector& out, size_t count) {
  in.Flatten(count);
  out.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
  const auto& validity = duckdb::FlatVector::Validity(in);
  const auto* entries = duckdb::FlatVector::GetData<duckdb::list_entry_t>(in);
  auto* packed = duckdb::FlatVector::GetData<duckdb::list_entry_t>(out);
  duckdb::idx_t length = 0;
  bool already_packed = true;
  for (size_t row = 0; row < count; row++) {
    packed[row] = {length, validity.RowIsValid(row) ? entries[row].length : 0};
    already_packed &= packed[row].length == 0 || entries[row].offset == length;
    length += packed[row].length;
  }
  duckdb::FlatVector::SetValidity(out, validity);
  duckdb::ListVector::Reserve(out, length);
  duckdb::ListVector::SetListSize(out, length);
  auto& all = duckdb::ListVector::GetEntry(in);
  Vector elements(all);
  if (!already_packed) {
    duckdb::SelectionVector named(length);
    for (size_t row = 0; row < count; row++) {
      for (duckdb::idx_t i = 0; i < packed[row].length; i++)
        named.set_index(packed[row].offset + i, entries[row].offset + i);
    }
    elements.Slice(all, named, length);
  }
  elements.Flatten(length);
  return elements;
}

ColumnCast CastElements(ColumnCast element) {
  return [element = std::move(element)](Vector& in, Vector& out, size_t count) {
    Vector elements = NamedElements(in, out, count);
    element(elements, duckdb::ListVector::GetEntry(out), duckdb::ListVector::GetListSize(out));
  };
}

}  // namespace tarn::columnar
