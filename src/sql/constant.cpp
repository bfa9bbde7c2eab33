#include "sql/constant.h"

#include <duckdb/main/connection.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/emptytableref.hpp>

#include "sql/query_rows.h"
#include "sql/session.h"

namespace tarn::sql {

duckdb::Value EvaluateConstant(Session& session, duckdb::unique_ptr<duckdb::ParsedExpression> expression,
                               const AnalyzeContext& context) {
  const auto column = AnalyzeExpression(expression, {}, context);
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  select->select_list.push_back(std::move(expression));
  select->from_table = duckdb::make_uniq<duckdb::EmptyTableRef>();
  auto rows = RunQuery(session.connection(), std::move(select), {column}, {});
  columnar::ChangeBatch batch;
  if (!rows->Next(batch)) throw Error(ErrorCode::Internal, "a constant gave no row");
  auto value = batch.chunk.GetValue(0, 0);
  while (rows->Next(batch)) {
  }
  return value;
}

}  // namespace tarn::sql
