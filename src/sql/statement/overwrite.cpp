#include "sql/statement/overwrite.h"

#include <algorithm>
#include <set>

#include "paimon/snapshot.h"
#include "sql/insert_run.h"
#include "sql/scan/table_binder.h"
#include "table/commit/overwrite.h"
#include "table/commit/settle.h"
#include "table/scan/scan_plan.h"

namespace tarn::sql {

void ReplacePartitions(Session& session, const table::Table& table, const PartitionValues& partition) {
  table::OverwriteRequest request;
  request.commit.user = session.env().random.Uuid();
  request.commit.identifier = paimon::Snapshot::kBatchIdentifier;
  request.commit.ignore_empty = false;
  request.partition = partition;
  table::Settle(table, {}, [&] { return table::Overwrite(table, request); });
}

namespace {

std::set<std::string> LivePartitions(const table::Table& lake) {
  std::set<std::string> partitions;
  for (const auto& split : table::PlanScan(lake, {}).splits) partitions.insert(split.partition);
  return partitions;
}

}  // namespace

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop) {
  if (table.directory.empty()) {
    throw Error(ErrorCode::Unsupported, "partitions of " + path.Text() + " cannot be dropped: it is no Paimon table");
  }
  const auto lake = table::Table::Open(session.env(), table.directory);
  // All are looked at before the first one goes.
  const auto live = LivePartitions(*lake);
  std::vector<PartitionValues> dropped;
  for (const auto& partition : drop.partitions) {
    auto values = NamedPartition(session, *lake, partition);
    if (std::any_of(live.begin(), live.end(), table::ReplacedPartitions(lake->schema(), values, {}))) {
      dropped.push_back(std::move(values));
    } else if (!drop.if_exists) {
      throw SqlError(ErrorStage::Validation, Cover(partition.front().column.span, partition.back().column.span),
                     "there is no partition (" + ShowPartition(*lake, values) + ") in " + path.Text(),
                     "SHOW PARTITIONS lists what there is", ErrorCode::NotFound);
    }
  }
  for (const auto& values : dropped) ReplacePartitions(session, *lake, values);
  return Done{"OK"};
}

Outcome Run(Session& session, TruncateStatement& statement) {
  if (session.settings().streaming()) {
    throw SqlError(ErrorStage::Plan, statement.table.span(), "TRUNCATE TABLE is not possible in streaming mode",
                   "SET 'execution.runtime-mode' = 'batch' first", ErrorCode::Unsupported);
  }
  TableBinder binder(session, session.connection(), false);
  const auto bound = binder.BindNamed(statement.table, {});
  if (!bound->lake) {
    throw SqlError(ErrorStage::Plan, statement.table.span(), bound->path.Text() + " is no Paimon table", "",
                   ErrorCode::Unsupported);
  }
  RequireWritable(*bound, statement.table.span());
  ReplacePartitions(session, *bound->lake, {});
  return Done{"OK"};
}

}  // namespace tarn::sql
