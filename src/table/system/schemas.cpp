// One row a schema version, its parts as JSON.
#include "paimon/schema_json.h"
#include "table/system/fills.h"

namespace tarn::table {

void FillSchemas(const Table& table, SystemRows& rows) {
  for (const auto id : SchemaIds(table)) {
    const auto schema = table.SchemaById(id);
    rows.Begin();
    rows.Int(schema->id);
    rows.Text(paimon::FieldsToCompactJson(schema->fields));
    rows.Text(paimon::ToCompactJson(schema->partition_keys));
    rows.Text(paimon::ToCompactJson(schema->primary_keys));
    rows.Text(paimon::ToCompactJson(schema->options));
    rows.Text(schema->comment);
    rows.Millis(schema->time_ms);
  }
}

}  // namespace tarn::table
