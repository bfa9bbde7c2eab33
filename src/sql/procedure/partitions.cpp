// sys.drop_partition
#include "sql/procedure/procedures.h"
#include "sql/statement/overwrite.h"

namespace tarn::sql {
namespace {

std::vector<std::string> DropPartition(Session& session, const ProcedureArguments& arguments) {
  const auto table = TableArgument(session, arguments);
  ReplacePartitions(session, *table, ParsePartition(arguments.Get("partitions")));
  for (const auto& partition : arguments.rest) ReplacePartitions(session, *table, ParsePartition(partition));
  return {"Success"};
}

}  // namespace

Procedure DropPartitionProcedure() {
  using Type = ProcedureParameter::Type;
  return {"drop_partition", {{"table", Type::Text, true}, {"partitions", Type::Text, true}}, true, &DropPartition};
}

}  // namespace tarn::sql
