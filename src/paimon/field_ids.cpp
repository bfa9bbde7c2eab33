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

void InheritFieldIds(const DataType& old, DataType& changed, int32_t& highest) {
  if (old.root == changed.root && old.children.size() == changed.children.size()) {
    for (size_t i = 0; i < changed.children.size(); i++) InheritFieldIds(old.children[i], changed.children[i], highest);
  } else {
    for (auto& child : changed.children) AssignNested(child, highest);
  }
  for (auto& field : changed.fields) {
    const auto same = std::find_if(old.fields.begin(), old.fields.end(),
                                   [&](const DataField& before) { return before.name == field.name; });
    if (same == old.fields.end()) {
      std::vector<DataField> added{field};
      AssignFieldIds(added, highest);
      field = added.front();
    } else {
      field.id = same->id;
      InheritFieldIds(same->type, field.type, highest);
    }
  }
}

}  // namespace tarn::paimon
