#include "table/key_compare.h"

#include "base/error.h"
#include "paimon/binary_row.h"

namespace tarn::table {

KeyCompare KeyCompareOf(const paimon::TableSchema& schema) {
  std::vector<paimon::DataType> types;
  for (const auto& name : schema.TrimmedPrimaryKeys()) {
    const auto field = schema.FindField(name);
    if (!field) throw Error(ErrorCode::Corruption, "the schema has no column '" + name + "' of its primary key");
    types.push_back(schema.fields[*field].type);
  }
  return [types](std::string_view a, std::string_view b) {
    const auto left = paimon::DeserializeRow(a, types);
    const auto right = paimon::DeserializeRow(b, types);
    for (size_t i = 0; i < types.size(); ++i) {
      if (IsNull(left[i]) || IsNull(right[i])) {
        if (IsNull(left[i]) != IsNull(right[i])) return IsNull(left[i]) ? -1 : 1;
        continue;
      }
      const auto order = Compare(left[i], right[i]);
      if (order != 0) return order < 0 ? -1 : 1;
    }
    return 0;
  };
}

}  // namespace tarn::table
