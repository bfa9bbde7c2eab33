#include "table/system/stats_text.h"

#include "paimon/binary_row.h"
#include "paimon/partition_path.h"

namespace tarn::table {
namespace {

std::string Join(std::string_view serialized, const std::vector<paimon::DataField>& fields) {
  const auto values = paimon::DeserializeRow(serialized, fields);
  std::string text;
  for (size_t i = 0; i < fields.size(); ++i)
    text += (i ? ", " : "") + ToText(values[i], fields[i].type, paimon::TextStyle::Cast);
  return text;
}

}  // namespace

std::string PartitionText(const Table& table, std::string_view serialized) {
  return "{" + Join(serialized, table.schema().PartitionFields()) + "}";
}

std::string PartitionSpec(const Table& table, std::string_view serialized) {
  auto rules = paimon::PathRules::FromOptions(table.options());
  rules.legacy_name = false;  // the directory may say days since 1970, this says the date
  const auto fields = table.schema().PartitionFields();
  const auto values = paimon::DeserializeRow(serialized, fields);
  std::string text;
  for (size_t i = 0; i < fields.size(); ++i)
    text += (i ? "/" : "") + fields[i].name + "=" + PartitionValueText(values[i], fields[i].type, rules);
  return text;
}

std::string KeyText(const Table& table, std::string_view serialized) {
  return "[" + Join(serialized, table.schema().FieldsOf(table.schema().TrimmedPrimaryKeys())) + "]";
}

}  // namespace tarn::table
