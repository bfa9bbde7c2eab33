#include <algorithm>
#include <set>

#include "paimon/binary_row.h"
#include "paimon/partition_path.h"
#include "sql/statement/partition_value.h"
#include "sql/statement/table_rows.h"
#include "table/commit/overwrite.h"
#include "table/scan/scan_plan.h"

namespace tarn::sql {

Outcome ShowPartitions(Session& session, const ShowStatement& statement) {
  const Span span = statement.from->span();
  const auto path = session.catalogs().Resolve(Parts(*statement.from));
  const auto found = ObjectOf(session, path, span, "table");
  const auto* table = std::get_if<CatalogTable>(&found.object);
  if (table == nullptr || table->definition.partition_keys.empty() || table->directory.empty()) {
    throw SqlError(ErrorStage::Plan, span, path.Text() + " is not partitioned");
  }
  const auto lake = table::Table::Open(session.env(), table->directory);
  const auto& schema = lake->schema();
  // As the directories are named, unescaped. NULL, '' and ' ' are three partitions that share a name.
  const auto rules = paimon::PathRules::FromOptions(lake->options());
  std::set<std::string> partitions;
  const auto wanted = table::ReplacedPartitions(schema, NamedPartition(session, *lake, statement.partition), {});
  for (const auto& split : table::PlanScan(*lake, {}).splits)
    if (wanted(split.partition)) partitions.insert(split.partition);
  std::vector<std::string> names;
  for (const auto& partition : partitions) {
    const auto row = paimon::BinaryRowView::FromSerialized(partition);
    std::string name;
    for (size_t i = 0; i < schema.partition_keys.size(); i++) {
      const auto& type = schema.fields[*schema.FindField(schema.partition_keys[i])].type;
      name += (i == 0 ? "" : "/") + schema.partition_keys[i] + "=" +
              paimon::PartitionValueText(row.Get(static_cast<int32_t>(i), type), type, rules);
    }
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<std::vector<std::optional<std::string>>> rows;
  for (const auto& name : names) rows.push_back({name});
  return RowsOfText(TextColumns({"partition name"}), std::move(rows));
}

}  // namespace tarn::sql
