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

std::vector<std::string> Strings(const duckdb::ParsedExpression& array) {
  std::vector<std::string> texts;
  for (const auto& child : Call(array).children) {
    texts.push_back(child->Cast<duckdb::ConstantExpression>().value.ToString());
  }
  return texts;
}

// map(array(k ..), array(v ..)), or a constant MAP.
OptionMap ReadOptions(const duckdb::ParsedExpression& expression) {
  OptionMap options;
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::CONSTANT) {
    const auto& map = expression.Cast<duckdb::ConstantExpression>().value;
    for (const auto& entry : duckdb::MapValue::GetChildren(map)) {
      const auto& pair = duckdb::StructValue::GetChildren(entry);
      options[pair[0].ToString()] = pair[1].ToString();
    }
    return options;
  }
  const auto& call = Call(expression);
  if (call.children.size() == 2 && call.children[0]->GetExpressionClass() == duckdb::ExpressionClass::FUNCTION) {
    const auto keys = Strings(*call.children[0]), values = Strings(*call.children[1]);
    for (size_t i = 0; i < keys.size() && i < values.size(); i++) options[keys[i]] = values[i];
  } else {
    for (size_t i = 0; i + 1 < call.children.size(); i += 2) {
      options[call.children[i]->Cast<duckdb::ConstantExpression>().value.ToString()] =
          call.children[i + 1]->Cast<duckdb::ConstantExpression>().value.ToString();
    }
  }
  return options;
}

}  // namespace

TableReference ReadReference(const duckdb::BaseTableRef& ref) {
  TableReference read;
  for (const auto* part : {&ref.catalog_name, &ref.schema_name, &ref.table_name}) {
    if (!part->empty()) read.name.push_back(DecodeName(*part));
  }
  if (!ref.at_clause) return read;
  for (const auto& child : Call(*ref.at_clause->ExpressionMutable()).children) {
    if (child->GetAlias() == "options") read.hints = ReadOptions(*child);
    if (child->GetAlias() == "timestamp") read.timestamp = child->Copy();
    if (child->GetAlias() == "version") read.version = child->Copy();
  }
  return read;
}

}  // namespace tarn::sql
