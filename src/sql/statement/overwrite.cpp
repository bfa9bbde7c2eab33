#include "sql/statement/overwrite.h"

#include <algorithm>
#include <duckdb/parser/expression/cast_expression.hpp>

#include "paimon/snapshot.h"
#include "sql/constant.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/table_schema.h"
#include "sql/types/flink_types.h"
#include "table/commit/overwrite.h"
#include "table/commit/settle.h"
#include "table/scan/scan_plan.h"

namespace tarn::sql {

void ReplacePartitions(Session& session, const table::Table& table,
                       const std::map<std::string, std::string>& partition) {
  table::OverwriteRequest request;
  request.commit.user = session.env().random.Uuid();
  request.commit.identifier = paimon::Snapshot::kBatchIdentifier;
  request.commit.ignore_empty = false;
  request.partition = partition;
  table::Settle(table, {}, [&] { return table::Overwrite(table, request); });
}

std::map<std::string, std::string> PartitionTexts(Session& session, const TableDefinition& definition,
                                                  std::vector<PartitionValue>& partition) {
  std::map<std::string, std::string> texts;
  for (auto& value : partition) {
    const auto& keys = definition.partition_keys;
    if (std::count(keys.begin(), keys.end(), value.column.text) == 0) {
      throw SqlError(ErrorStage::Validation, value.column.span,
                     "'" + value.column.text + "' is not a partition column of the table",
                     SuggestName(value.column.text, keys));
    }
    if (!value.value) continue;
    auto tree = value.value->tree->Copy();
    const auto result = EvaluateConstant(session, std::move(tree), RowContext(session));
    texts[value.column.text] = result.IsNull() ? "" : result.ToString();
  }
  return texts;
}

namespace {

bool HasPartition(const table::Table& lake, const std::map<std::string, std::string>& texts) {
  const auto matches =
      table::ReplacedPartitions(lake.schema(), table::ParseStoreOptions(lake.schema(), lake.options()), texts, {});
  const auto splits = table::PlanScan(lake, {}).splits;
  return std::any_of(splits.begin(), splits.end(), [&](const auto& split) { return matches(split.partition); });
}

}  // namespace

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop) {
  if (table.directory.empty()) {
    throw Error(ErrorCode::Unsupported, "partitions of " + path.Text() + " cannot be dropped: it is no Paimon table");
  }
  const auto lake = table::Table::Open(session.env(), table.directory);
  for (auto& partition : drop.partitions) {
    const auto texts = PartitionTexts(session, table.definition, partition);
    if (!HasPartition(*lake, texts)) {
      if (drop.if_exists) continue;
      std::string wanted;
      for (const auto& [column, text] : texts) wanted += (wanted.empty() ? "" : ", ") + column + "='" + text + "'";
      throw Error(ErrorCode::NotFound, "there is no partition (" + wanted + ") in " + path.Text() +
                                           "\n  SHOW PARTITIONS lists what there is");
    }
    ReplacePartitions(session, *lake, texts);
  }
  return Done{"OK"};
}

Outcome Run(Session& session, TruncateStatement& statement) {
  TableBinder binder(session, session.connection(), false);
  const auto bound = binder.BindNamed(statement.table, {});
  if (!bound->lake) {
    throw SqlError(ErrorStage::Plan, statement.table.span(), bound->path.Text() + " is no Paimon table", "",
                   ErrorCode::Unsupported);
  }
  ReplacePartitions(session, *bound->lake, {});
  return Done{"OK"};
}

}  // namespace tarn::sql
