#include <duckdb/planner/operator/logical_set_operation.hpp>

#include "sql/lower/lowering.h"

namespace tarn::sql {

size_t LowerUnion(Lowering& lowering, duckdb::LogicalSetOperation& op) {
  if (!op.setop_all) throw RefusedOperator(op.type, "UNION without ALL", "UNION ALL keeps equal rows and is supported");
  stream::Node node;
  for (auto& child : op.children) node.inputs.push_back(lowering.Lower(*child));
  const auto& first = lowering.node(node.inputs[0]);
  node.columns = first.columns;
  node.time = first.time;
  node.mode = first.mode;
  for (const auto input : node.inputs) {
    const auto& one = lowering.node(input);
    for (size_t i = 0; i < node.columns.size(); i++) node.columns[i].type.nullable |= one.columns[i].type.nullable;
    if (one.time != node.time) node.time.reset();  // only a mark that all inputs have survives
    // Rows of two inputs with one key would replace one another.
    if (one.mode == stream::ChangelogMode::Upsert) lowering.RequireInsertOnly(input, "UNION ALL");
    if (one.mode == stream::ChangelogMode::All) node.mode = stream::ChangelogMode::All;
  }
  node.what = stream::UnionNode{};
  return lowering.Add(std::move(node));
}

}  // namespace tarn::sql
