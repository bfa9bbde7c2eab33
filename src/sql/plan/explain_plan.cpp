#include "sql/plan/explain_plan.h"

#include <algorithm>
#include <cctype>
#include <duckdb/main/connection.hpp>
#include <duckdb/main/materialized_query_result.hpp>
#include <duckdb/parser/statement/explain_statement.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include "sql/duckdb_errors.h"
#include "sql/names.h"
#include "sql/types/analyzer.h"

namespace tarn::sql {
namespace {

/// Takes the prefix of our functions' names in DuckDB's catalog off. The boxes around keep their width.
std::string WithoutPrefixes(const std::string& plan) {
  static constexpr std::string_view kEdge = "\u2502";
  const std::string quoted = "\"" + InternalName("");
  std::string text;
  size_t missing = 0;
  for (size_t i = 0; i < plan.size();) {
    const std::string_view rest = std::string_view(plan).substr(i);
    const bool begins = i == 0 || std::isalnum(static_cast<unsigned char>(plan[i - 1])) == 0;
    if (begins && rest.starts_with(quoted)) {
      // "f:sum": the quotes go too, where the name ends on its line.
      const size_t end = std::min(plan.find('"', i + quoted.size()), plan.find('\n', i));
      const bool closed = end < plan.size() && plan[end] == '"';
      text.append(plan, i + quoted.size(), (closed ? end : i + quoted.size()) - i - quoted.size());
      missing += quoted.size() + (closed ? 1 : 0);
      i = closed ? end + 1 : i + quoted.size();
      continue;
    }
    if (missing > 0 && (rest.starts_with(kEdge) || rest[0] == '\n')) {
      if (rest[0] != '\n') text.append(missing, ' ');
      missing = 0;
    }
    text += plan[i++];
  }
  return text;
}

}  // namespace

std::string ExplainBatch(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query) {
  auto select = duckdb::make_uniq<duckdb::SelectStatement>();
  select->node = std::move(query);
  auto result = connection.Query(duckdb::make_uniq<duckdb::ExplainStatement>(std::move(select)));
  if (result->HasError()) ThrowBindError(result->GetErrorObject());
  std::string text;
  for (duckdb::idx_t row = 0; row < result->RowCount(); row++) text += result->GetValue(1, row).ToString();
  return DecodeText(WithoutPrefixes(text));
}

}  // namespace tarn::sql
