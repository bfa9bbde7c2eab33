#include <duckdb/planner/operator/logical_projection.hpp>

#include "sql/lower/lowering.h"
#include "sql/names.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

size_t LowerProjection(Lowering& lowering, duckdb::LogicalProjection& op) {
  const auto input = lowering.Lower(*op.children[0]);
  std::vector<stream::Expression> expressions;
  stream::Columns columns;
  for (const auto& expression : op.expressions) {
    const auto below = lowering.node(input).columns;
    expressions.push_back(lowering.Translate(*expression, below));
    const auto passed = PassedColumn(expressions.back());
    const auto& alias = expression->GetAlias();
    auto type = passed ? below[*passed].type : ToDataType(expression->return_type);
    columns.push_back({alias.empty() ? expressions.back().text : DecodeName(alias), std::move(type)});
  }
  return lowering.Project(input, std::move(expressions), std::move(columns));
}

}  // namespace tarn::sql
