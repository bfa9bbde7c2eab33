#include "sql/scan/table_reference.h"

#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/tableref/at_clause.hpp>

#include "base/error.h"
#include "sql/names.h"

namespace tarn::sql {
namespace {

const duckdb::FunctionExpression& Call(const duckdb::ParsedExpression& expression) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::FUNCTION) {
    throw Error(ErrorCode::Internal, "a table's options are no call: " + expression.ToString());
  }
  return expression.Cast<duckdb::FunctionExpression>();
}

void NotePlace(TableReference& read, const std::string& option, const duckdb::ParsedExpression& expression) {
  const auto location = expression.GetQueryLocation();
  if (location.IsValid()) read.places[option] = {location.GetIndex(), 0};
}

}  // namespace

TableReference ReadReference(const duckdb::BaseTableRef& ref) {
  TableReference read;
  for (const auto* part : {&ref.catalog_name, &ref.schema_name, &ref.table_name}) {
    if (!part->empty()) read.name.push_back(DecodeName(*part));
  }
  if (!ref.at_clause) return read;
  for (const auto& child : Call(*ref.at_clause->ExpressionMutable()).children) {
    if (child->GetAlias() == "options") {
      const auto& pairs = Call(*child).children;
      for (size_t i = 0; i + 1 < pairs.size(); i += 2) {  // the last of equal keys wins
        const auto key = pairs[i]->Cast<duckdb::ConstantExpression>().value.ToString();
        read.hints[key] = pairs[i + 1]->Cast<duckdb::ConstantExpression>().value.ToString();
        NotePlace(read, key, *pairs[i]);
      }
    }
    if (child->GetAlias() == "timestamp") {
      read.timestamp = child->Copy();
      NotePlace(read, "scan.timestamp-millis", *child);
    }
    if (child->GetAlias() == "version") {
      read.version = child->Copy();
      NotePlace(read, "scan.version", *child);
    }
  }
  return read;
}

}  // namespace tarn::sql
