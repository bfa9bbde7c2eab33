// Columns that Paimon adds to data files, and the field ids that it keeps for itself (Paimon's SpecialFields, 1.x).
#pragma once

#include <cstdint>
#include <string_view>

namespace tarn::paimon {

/// Ids from here on belong to the system; `_KEY_x` has the id of x plus this.
constexpr int32_t kKeyFieldIdOffset = 1073741823;
constexpr std::string_view kKeyFieldPrefix = "_KEY_";

constexpr std::string_view kSequenceNumberField = "_SEQUENCE_NUMBER";  // BIGINT NOT NULL
constexpr int32_t kSequenceNumberFieldId = 2147483646;
constexpr std::string_view kValueKindField = "_VALUE_KIND";  // TINYINT NOT NULL
constexpr int32_t kValueKindFieldId = 2147483645;
constexpr std::string_view kLevelField = "_LEVEL";  // INT NOT NULL
constexpr int32_t kLevelFieldId = 2147483644;
constexpr std::string_view kRowKindField = "rowkind";  // STRING, in audit logs
constexpr int32_t kRowKindFieldId = 2147483643;
constexpr std::string_view kRowIdField = "_ROW_ID";  // BIGINT NOT NULL
constexpr int32_t kRowIdFieldId = 2147483642;

/// No column of a table may be called so.
constexpr bool IsReservedFieldName(std::string_view name) {
  return name == kSequenceNumberField || name == kValueKindField || name == kLevelField || name == kRowKindField ||
         name == kRowIdField || name.starts_with(kKeyFieldPrefix);
}

// Ids of the nested parts of arrays and maps inside data files; `depth` is 1 for the outermost of a column.
constexpr int32_t kNestedFieldIdBase = 536870911;
constexpr int32_t ElementFieldId(int32_t field_id, int32_t depth) {
  return kNestedFieldIdBase + field_id * 1024 + depth;
}
constexpr int32_t MapKeyFieldId(int32_t field_id, int32_t depth) {
  return kNestedFieldIdBase - field_id * 1024 - depth;
}
constexpr int32_t MapValueFieldId(int32_t field_id, int32_t depth) {
  return kNestedFieldIdBase + field_id * 1024 + depth;
}

}  // namespace tarn::paimon
