#include "sql/statement/partition_value.h"

#include <algorithm>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>

#include "base/nearest.h"
#include "sql/constant.h"
#include "sql/scan/table_binder.h"
#include "sql/scan/value_bridge.h"
#include "sql/statement/table_schema.h"
#include "sql/types/flink_types.h"
#include "table/store_options.h"

namespace tarn::sql {
namespace {

using paimon::DataType;
using paimon::TypeRoot;
using Tree = duckdb::unique_ptr<duckdb::ParsedExpression>;

Tree Cast(Tree tree, const DataType& type) {
  return duckdb::make_uniq<duckdb::CastExpression>(ToLogicalType(type), std::move(tree));
}

bool IsText(const DataType& type) { return type.root == TypeRoot::Char || type.root == TypeRoot::VarChar; }

/// Digits before and behind the point; nullopt for other types than exact numbers.
std::optional<std::pair<int32_t, int32_t>> DigitsOf(const DataType& type) {
  switch (type.root) {
    case TypeRoot::TinyInt:
      return std::pair(3, 0);
    case TypeRoot::SmallInt:
      return std::pair(5, 0);
    case TypeRoot::Int:
      return std::pair(10, 0);
    case TypeRoot::BigInt:
      return std::pair(19, 0);
    case TypeRoot::Decimal:
      return std::pair(type.precision - type.scale, type.scale);
    default:
      return std::nullopt;
  }
}

/// Whether a CAST of this number, or of a text that spells one, to `type` keeps its value: none rounds it, and none
/// wraps it around.
bool KeepsNumber(Session& session, const duckdb::ParsedExpression& constant, const DataType& type,
                 const AnalyzeContext& context) {
  constexpr int32_t kMostDigits = 38, kFinerBy = 9;
  const auto digits = *DigitsOf(type);
  DataType fine;
  fine.root = TypeRoot::Decimal;
  fine.precision = kMostDigits;
  fine.scale = std::min(kMostDigits - digits.first, digits.second + kFinerBy);
  Tree equal = duckdb::make_uniq<duckdb::ComparisonExpression>(
      duckdb::ExpressionType::COMPARE_EQUAL, Cast(Cast(constant.Copy(), type), fine), Cast(constant.Copy(), fine));
  const auto answer = EvaluateConstant(session, std::move(equal), context);
  return !answer.IsNull() && answer.GetValue<bool>();
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
  const auto options = table::ParseStoreOptions(table.schema(), table.options());
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
  const auto value = EvaluateConstant(session, Cast(constant.Copy(), type), context);
  if (value.IsNull()) return std::nullopt;
  if (DigitsOf(type) && !KeepsNumber(session, constant, type, context)) return std::nullopt;
  // A text that is too long is cut off by the cast.
  if (IsText(type) && value.ToString().size() < given.ToString().size()) return std::nullopt;
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
    values[column.text] = NamedValue(session, table, column.text, *given->tree);
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
