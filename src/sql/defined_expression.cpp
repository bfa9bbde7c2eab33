#include "sql/defined_expression.h"

#include "sql/parse/parser.h"
#include "sql/table_refs.h"

namespace tarn::sql {

duckdb::unique_ptr<duckdb::ParsedExpression> ParseDefined(const std::string& expression) {
  auto tree = ParseExpression(expression).tree;
  ForgetPositions(*tree);
  return tree;
}

TypedColumn ComputedType(const ColumnDefinition& column, const std::vector<TypedColumn>& stored,
                         const AnalyzeContext& context) {
  try {
    auto tree = ParseDefined(column.expression);
    return AnalyzeExpression(tree, stored, context);
  } catch (const SqlError& e) {
    throw SqlError(e.stage(), {}, "computed column '" + column.name + "': " + e.message(), e.hint(), e.code());
  }
}

}  // namespace tarn::sql
