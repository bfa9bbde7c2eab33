#include "sql/plan/explain_plan.h"

#include <duckdb/main/connection.hpp>
#include <duckdb/main/materialized_query_result.hpp>
#include <duckdb/parser/statement/explain_statement.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include "sql/duckdb_errors.h"
#include "sql/names.h"

namespace tarn::sql {

std::string ExplainBatch(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query) {
  auto select = duckdb::make_uniq<duckdb::SelectStatement>();
  select->node = std::move(query);
  auto result = connection.Query(duckdb::make_uniq<duckdb::ExplainStatement>(std::move(select)));
  if (result->HasError()) ThrowBindError(result->GetErrorObject());
  std::string text;
  for (duckdb::idx_t row = 0; row < result->RowCount(); row++) text += result->GetValue(1, row).ToString();
  return DecodeText(text);
}

}  // namespace tarn::sql
