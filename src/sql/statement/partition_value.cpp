#include "sql/statement/partition_value.h"

#include <algorithm>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>

#include "base/nearest.h"
#include "function/type_rules.h"
#include "sql/constant.h"
#include "sql/scan/table_binder.h"
#include "sql/scan/value_bridge.h"
#include "sql/statement/same_value.h"
#include "sql/statement/table_schema.h"
#include "sql/types/flink_types.h"
#include "table/store_options.h"

namespace tarn::sql {
namespace {

using paimon::DataType;
using Tree = duckdb::unique_ptr<duckdb::ParsedExpression>;

Tree Cast(Tree tree, const DataType& type) {
  return duckdb::make_uniq<duckdb::CastExpression>(ToLogicalType(type), std::move(tree));
}
Tree TryCast(Tree tree, const DataType& type) {
  return duckdb::make_uniq<duckdb::CastExpression>(ToLogicalType(type), std::move(tree), true);
}

std::string Quoted(const duckdb::Value& value) { return value.IsNull() ? "NULL" : "'" + value.ToString() + "'"; }

void CheckColumn(const Name& column, const std::vector<std::string>& keys) {
  if (std::count(keys.begin(), keys.end(), column.text) == 0)
    throw SqlError(ErrorStage::Validation, column.span, "'" + column.text + "' is not a partition column of the table",
                   SuggestName(column.text, keys));
}

const DataType& TypeOf(const table::Table& table, const std::string& column) {
  const auto& schema = table.schema();
  const auto& keys = schema.partition_keys;
  if (std::count(keys.begin(), keys.end(), column) == 0)
    throw Error(ErrorCode::InvalidInput,
                "'" + column + "' is not a partition column of the table" + DidYouMean(column, keys));
  return schema.fields[*schema.FindField(column)].type;
}

paimon::Value NamedValue(Session& session, const table::Table& table, const std::string& column,
                         const duckdb::ParsedExpression& constant) {
  const auto& type = TypeOf(table, column);
  const auto plain = EvaluateConstant(session, constant.Copy(), RowContext(session));
  const auto options = table::ParseStoreOptions(table);
  if (plain.IsNull() || plain.ToString() == options.partition_default_name) return {};
  const auto value = ExactValue(session, constant, type, RowContext(session));
  if (!value)
    throw Error(ErrorCode::InvalidInput,
                Quoted(plain) + " is no value of partition column '" + column + "' (" + ToSql(type) + ")");
  return *value;
}

}  // namespace

std::optional<paimon::Value> ExactValue(Session& session, const duckdb::ParsedExpression& constant,
                                        const DataType& type, const AnalyzeContext& context) {
  const auto given = EvaluateConstant(session, constant.Copy(), context);
  if (given.IsNull()) return paimon::Value();
  const auto value = EvaluateConstant(session, TryCast(constant.Copy(), type), context);
  if (value.IsNull()) return std::nullopt;
  // A cast rounds, wraps around, cuts off and fills up: the value is the constant's only if it leads back to it.
  auto copy = constant.Copy();
  const auto given_type = AnalyzeExpression(copy, {}, context).type;
  // Not to its own length: that would cut off again what filled it up.
  const bool text = function::IsCharacter(given_type), bytes = function::IsBinary(given_type);
  const auto back_type = text ? function::StringType() : bytes ? function::BytesType() : given_type;
  if (!function::CanCast(type, back_type)) return std::nullopt;
  const auto back = EvaluateConstant(session, TryCast(TryCast(constant.Copy(), type), back_type), context);
  const bool same = text || bytes ? SpellOneValue(duckdb::StringValue::Get(given), duckdb::StringValue::Get(back), type)
                                  : duckdb::Value::NotDistinctFrom(given, back);
  if (!same) return std::nullopt;
  return ToStoredValue(value, type);
}

PartitionValues WrittenPartition(Session& session, const TableDefinition& definition,
                                 const std::vector<PartitionValue>& partition) {
  PartitionValues values;
  for (const auto& [column, given] : partition) {
    CheckColumn(column, definition.partition_keys);
    if (!given) continue;
    const auto& type = definition.Find(column.text)->type;
    values[column.text] =
        ToStoredValue(EvaluateConstant(session, Cast(given->tree->Copy(), type), RowContext(session)), type);
  }
  return values;
}

PartitionValues NamedPartition(Session& session, const table::Table& table,
                               const std::vector<PartitionValue>& partition) {
  PartitionValues values;
  for (const auto& [column, given] : partition) {
    CheckColumn(column, table.schema().partition_keys);
    if (!given)
      throw SqlError(ErrorStage::Validation, column.span, "partition column '" + column.text + "' has no value here",
                     "leave it out for the partitions of all its values");
    if (values.contains(column.text))
      throw SqlError(ErrorStage::Validation, column.span, "partition column '" + column.text + "' is given twice");
    try {
      values[column.text] = NamedValue(session, table, column.text, *given->tree);
    } catch (const SqlError&) {
      throw;
    } catch (const Error& e) {
      throw SqlError(ErrorStage::Validation, given->span, e.what(), "", e.code());
    }
  }
  return values;
}

PartitionValues NamedPartition(Session& session, const table::Table& table,
                               const std::map<std::string, std::string>& texts) {
  if (texts.empty())
    throw Error(ErrorCode::InvalidInput,
                "no partition is named; expected 'column=value,column=value' (TRUNCATE TABLE empties the whole table)");
  PartitionValues values;
  for (const auto& [column, text] : texts)
    values[column] = NamedValue(session, table, column, duckdb::ConstantExpression(duckdb::Value(text)));
  return values;
}

std::string ShowPartition(const table::Table& table, const PartitionValues& values) {
  std::string text;
  for (const auto& [column, value] : values) {
    const bool null = paimon::IsNull(value);
    text += (text.empty() ? "" : ", ") + column + (null ? "=NULL" : "='");
    if (!null) text += ToText(value, TypeOf(table, column), paimon::TextStyle::Cast) + "'";
  }
  return text;
}

}  // namespace tarn::sql
