// sys.compact of primary-key tables: every bucket becomes one sorted run.
#include <algorithm>
#include <duckdb/main/connection.hpp>

#include "base/error.h"
#include "sql/procedure/procedures.h"
#include "sql/statement/partition_value.h"
#include "table/commit/overwrite.h"
#include "table/commit/settle.h"
#include "table/compact/full_compaction.h"

namespace tarn::sql {
namespace {

using Wanted = std::function<bool(const std::string&)>;

/// 'dt=a,h=1;dt=b': any of these.
Wanted PartitionsOf(Session& session, const table::Table& table, const std::string& text) {
  std::vector<Wanted> parts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(';', begin), text.size());
    const auto partition = NamedPartition(session, table, ParsePairs(text.substr(begin, end - begin)));
    parts.push_back(table::ReplacedPartitions(table.schema(), partition, {}));
    begin = end + 1;
  }
  return [parts](const std::string& partition) {
    return std::any_of(parts.begin(), parts.end(), [&](const Wanted& wanted) { return wanted(partition); });
  };
}

std::vector<std::string> Compact(Session& session, const ProcedureArguments& arguments) {
  const auto table = TableArgument(session, arguments);
  for (const char* name : {"order_strategy", "order_by", "where", "partition_idle_time"})
    if (const auto value = arguments.Find(name); value && !value->empty())
      throw Error(ErrorCode::Unsupported, std::string("compact does not know the argument '") + name + "' yet");
  if (const auto strategy = arguments.Find("compact_strategy"); strategy && *strategy != "full")
    throw Error(ErrorCode::Unsupported,
                "compact_strategy '" + *strategy + "' is not known: only 'full' is, the default");
  if (!table->HasPrimaryKey())
    throw Error(ErrorCode::Unsupported,
                "compact knows primary-key tables only, and '" + arguments.Get("table") + "' has no primary key");
  Wanted wanted = [](const std::string&) { return true; };
  if (const auto partitions = arguments.Find("partitions"); partitions && !partitions->empty())
    wanted = PartitionsOf(session, *table, *partitions);
  auto connection = session.engine().ConnectQuery();
  table::CommitRequest commit;
  commit.user = session.env().random.Uuid();
  commit.identifier = paimon::Snapshot::kBatchIdentifier;
  commit.messages = table::CompactFully(*connection->context, table, wanted);
  if (commit.messages.empty()) return {"Success"};
  const auto outcome = table::Settle(*table, commit.messages, [&] { return table::Commit(*table, commit); });
  if (outcome.compaction_dropped) throw Error(ErrorCode::Conflict, outcome.detail);
  return {"Success"};
}

}  // namespace

Procedure CompactProcedure() {
  using Type = ProcedureParameter::Type;
  return {"compact",
          {{"table", Type::Text, true},
           {"partitions", Type::Text},
           {"order_strategy", Type::Text},
           {"order_by", Type::Text},
           {"options", Type::Text},
           {"where", Type::Text},
           {"partition_idle_time", Type::Text},
           {"compact_strategy", Type::Text}},
          false,
          &Compact};
}

}  // namespace tarn::sql
