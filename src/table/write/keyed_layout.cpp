#include "table/write/keyed_layout.h"

#include "base/error.h"
#include "columnar/type_mapping.h"
#include "paimon/special_fields.h"

namespace tarn::table {

KeyedLayout::KeyedLayout(const paimon::TableSchema& schema) {
  for (const auto& name : schema.TrimmedPrimaryKeys()) {
    const auto index = schema.FindField(name);
    if (!index) throw Error(ErrorCode::Corruption, "the schema has no column '" + name + "' of its primary key");
    keys.push_back(*index);
    paimon::DataField field = schema.fields[*index];
    field.id += paimon::kKeyFieldIdOffset;
    field.name = std::string(paimon::kKeyFieldPrefix) + field.name;
    fields.push_back(std::move(field));
  }
  const auto system = [&](std::string_view name, int32_t id, paimon::TypeRoot root) {
    paimon::DataField field;
    field.id = id;
    field.name = name;
    field.type.root = root;
    field.type.nullable = false;
    fields.push_back(std::move(field));
  };
  system(paimon::kSequenceNumberField, paimon::kSequenceNumberFieldId, paimon::TypeRoot::BigInt);
  system(paimon::kValueKindField, paimon::kValueKindFieldId, paimon::TypeRoot::TinyInt);
  fields.insert(fields.end(), schema.fields.begin(), schema.fields.end());
  types = columnar::VectorTypes(fields);
}

columnar::BinaryRowEncoder KeyedLayout::KeyEncoder() const {
  std::vector<columnar::BinaryRowEncoder::Column> columns;
  for (size_t i = 0; i < keys.size(); ++i) columns.push_back({fields[i].type, i});
  return columnar::BinaryRowEncoder(std::move(columns));
}

}  // namespace tarn::table
