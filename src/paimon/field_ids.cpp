#include "paimon/field_ids.h"

#include <algorithm>

#include "paimon/special_fields.h"

namespace tarn::paimon {
namespace {

void Highest(const std::vector<DataField>& fields, int32_t& highest);

void Highest(const DataType& type, int32_t& highest) {
  for (const auto& child : type.children) Highest(child, highest);
  Highest(type.fields, highest);
}

void Highest(const std::vector<DataField>& fields, int32_t& highest) {
  for (const auto& field : fields) {
    if (field.id < kKeyFieldIdOffset) highest = std::max(highest, field.id);
    Highest(field.type, highest);
  }
}

void AssignNested(DataType& type, int32_t& highest) {
  for (auto& child : type.children) AssignNested(child, highest);
  for (auto& field : type.fields) {
    AssignNested(field.type, highest);
    field.id = ++highest;
  }
}

}  // namespace

int32_t HighestFieldId(const std::vector<DataField>& fields) {
  int32_t highest = -1;
  Highest(fields, highest);
  return highest;
}

void AssignFieldIds(std::vector<DataField>& fields, int32_t& highest) {
  for (auto& field : fields) {
    field.id = ++highest;
    AssignNested(field.type, highest);
  }
}

}  // namespace tarn::paimon
