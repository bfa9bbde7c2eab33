#include "sql/statement/overwrite.h"

#include <algorithm>
#include <duckdb/parser/expression/cast_expression.hpp>

#include "paimon/snapshot.h"
#include "sql/constant.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/table_schema.h"
#include "sql/types/flink_types.h"
#include "table/commit/committer.h"

namespace tarn::sql {
namespace {

void Replace(Session& session, const table::Table& table, const std::map<std::string, std::string>& partition) {
  table::OverwriteRequest request;
  request.commit.user = session.env().random.Uuid();
  request.commit.identifier = paimon::Snapshot::kBatchIdentifier;
  request.commit.ignore_empty = false;
  request.partition = partition;
  const auto outcome = table::Overwrite(table, request);
  if (outcome.kind == table::CommitOutcome::Conflict) throw Error(ErrorCode::Conflict, outcome.detail);
}

}  // namespace

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

Outcome DropPartitions(Session& session, const ObjectPath& path, const CatalogTable& table,
                       alter::DropPartitions& drop) {
  if (table.directory.empty()) {
    throw Error(ErrorCode::Unsupported, "partitions of " + path.Text() + " cannot be dropped: it is no Paimon table");
  }
  const auto lake = table::Table::Open(session.env(), table.directory);
  for (auto& partition : drop.partitions) {
    Replace(session, *lake, PartitionTexts(session, table.definition, partition));
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
  Replace(session, *bound->lake, {});
  return Done{"OK"};
}

}  // namespace tarn::sql
