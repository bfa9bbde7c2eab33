// One row a column: the `fields.{column}.*` options that say how it is merged.
#include "paimon/data_type.h"
#include "table/system/fills.h"

namespace tarn::table {

void FillAggregationFields(const Table& table, SystemRows& rows) {
  for (const auto& field : table.schema().fields) {
    const std::string prefix = "fields." + field.name + ".";
    std::string functions, options;
    for (const auto& [key, value] : table.schema().options) {
      if (!key.starts_with(prefix)) continue;
      functions += (functions.empty() ? "" : ", ") + value;
      options += (options.empty() ? "" : ", ") + key;
    }
    rows.Begin();
    rows.Text(field.name);
    rows.Text(ToSchemaString(field.type));
    rows.Text("[" + functions + "]");
    rows.Text("[" + options + "]");
    rows.Text(field.description);
  }
}

}  // namespace tarn::table
