// A process table function: its table arguments are queries of their own, lowered one by one.
#include <duckdb/main/connection.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "base/error.h"
#include "sql/lower/lowering.h"
#include "sql/plan/optimize.h"
#include "sql/scan/scan_functions.h"

namespace tarn::sql {

size_t LowerCall(Lowering& lowering, const BoundProcess& call_of) {
  const auto* process = &call_of;
  stream::Node node;
  if (process->inputs.empty())
    throw Error(ErrorCode::Internal, "the inputs of " + process->entry->name + " were lowered twice");
  const bool outer = !lowering.streaming();
  size_t parameter = 0;
  for (auto& query : process->inputs) {
    while (!process->call.tables[parameter].given) parameter++;
    const bool broadcast = process->entry->tables[parameter++].semantics == stream::TableSemantics::Broadcast;
    lowering.set_bounded(outer || broadcast);
    auto bound = PlanContinuous(lowering.connection(), std::move(query));
    node.inputs.push_back(lowering.Lower(*bound.root));
    lowering.set_bounded(outer);
    lowering.RequireInsertOnly(node.inputs.back(), "the process table function " + process->entry->name);
  }
  process->inputs.clear();
  for (const auto& column : process->columns) {
    if (column.time == TimeAttribute::Rowtime && !node.time) node.time = node.columns.size();
    node.columns.push_back({column.name, column.type});
  }
  const auto* entry = process->entry;
  const auto call = process->call;
  node.what = stream::ProcessNode{.function = entry->name,
                                  .uid = process->uid.empty() ? entry->name : process->uid,
                                  .parameters = entry->tables,
                                  .tables = call.tables,
                                  .arguments = process->arguments_text,
                                  .make = [entry, call] { return entry->make(call); }};
  return lowering.Add(std::move(node));
}

size_t LowerProcess(Lowering& lowering, duckdb::LogicalGet& op) {
  const auto index = LowerCall(lowering, *ProcessOf(op));
  std::vector<size_t> output;
  for (const auto& id : op.GetColumnIds())
    output.push_back(id.IsVirtualColumn() ? 0 : static_cast<size_t>(id.GetPrimaryIndex()));
  if (op.projection_ids.empty()) return lowering.Pick(index, output);
  std::vector<size_t> kept;
  for (const auto id : op.projection_ids) kept.push_back(output[id]);
  return lowering.Pick(index, kept);
}

std::shared_ptr<const stream::StreamPlan> LowerInBatch(duckdb::Connection& connection, const BoundProcess& process) {
  auto plan = std::make_shared<stream::StreamPlan>();
  LowerOptions options;
  options.streaming = false;
  Lowering lowering(connection, options, *plan);
  LowerCall(lowering, process);
  return plan;
}

}  // namespace tarn::sql
