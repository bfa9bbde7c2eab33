// sys.drop_partition
#include "sql/procedure/procedures.h"
#include "sql/statement/overwrite.h"

namespace tarn::sql {
namespace {

std::vector<std::string> DropPartition(Session& session, const ProcedureArguments& arguments) {
  const auto table = TableArgument(session, arguments);
  std::vector<PartitionValues> dropped = {NamedPartition(session, *table, ParsePairs(arguments.Get("partitions")))};
  for (const auto& partition : arguments.rest)
    dropped.push_back(NamedPartition(session, *table, ParsePairs(partition)));
  for (const auto& values : dropped) ReplacePartitions(session, *table, values);
  return {"Success"};
}

}  // namespace

Procedure DropPartitionProcedure() {
  using Type = ProcedureParameter::Type;
  return {"drop_partition", {{"table", Type::Text, true}, {"partitions", Type::Text, true}}, true, &DropPartition};
}

}  // namespace tarn::sql
