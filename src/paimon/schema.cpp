#include "paimon/schema.h"

#include <algorithm>

#include "base/name_list.h"

namespace tarn::paimon {

std::optional<size_t> TableSchema::FindField(std::string_view name) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return i;
  return std::nullopt;
}

std::vector<std::string> TableSchema::TrimmedPrimaryKeys() const {
  std::vector<std::string> keys;
  for (const auto& key : primary_keys)
    if (std::find(partition_keys.begin(), partition_keys.end(), key) == partition_keys.end()) keys.push_back(key);
  return keys;
}

std::vector<std::string> TableSchema::BucketKeys() const {
  const auto option = options.find("bucket-key");
  const auto keys = option == options.end() ? std::vector<std::string>() : SplitNames(option->second);
  return keys.empty() ? TrimmedPrimaryKeys() : keys;
}

std::vector<DataField> TableSchema::FieldsOf(const std::vector<std::string>& names) const {
  std::vector<DataField> found;
  for (const auto& name : names)
    if (const auto index = FindField(name)) found.push_back(fields[*index]);
  return found;
}

}  // namespace tarn::paimon
