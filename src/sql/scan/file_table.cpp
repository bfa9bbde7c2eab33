#include "sql/scan/file_table.h"

#include <duckdb/main/connection.hpp>
#include <duckdb/main/relation.hpp>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/expression/function_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>
#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <filesystem>

#include "function/type_rules.h"
#include "sql/names.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using duckdb::LogicalTypeId;
using paimon::DataType;
using paimon::TypeRoot;

/// The Flink type that holds every value of a type of DuckDB's; nullopt: there is none.
std::optional<DataType> FlinkTypeOf(const duckdb::LogicalType& type) {
  using function::Simple;
  switch (type.id()) {
    case LogicalTypeId::BOOLEAN:
      return Simple(TypeRoot::Boolean);
    case LogicalTypeId::TINYINT:
      return Simple(TypeRoot::TinyInt);
    case LogicalTypeId::SMALLINT:
    case LogicalTypeId::UTINYINT:
      return Simple(TypeRoot::SmallInt);
    case LogicalTypeId::INTEGER:
    case LogicalTypeId::USMALLINT:
      return Simple(TypeRoot::Int);
    case LogicalTypeId::BIGINT:
    case LogicalTypeId::UINTEGER:
      return Simple(TypeRoot::BigInt);
    case LogicalTypeId::UBIGINT:
      return function::DecimalType(20, 0);
    case LogicalTypeId::HUGEINT:
      return function::DecimalType(38, 0);
    case LogicalTypeId::DECIMAL:
      return function::DecimalType(duckdb::DecimalType::GetWidth(type), duckdb::DecimalType::GetScale(type));
    case LogicalTypeId::FLOAT:
      return Simple(TypeRoot::Float);
    case LogicalTypeId::DOUBLE:
      return Simple(TypeRoot::Double);
    case LogicalTypeId::VARCHAR:
    case LogicalTypeId::UUID:
    case LogicalTypeId::ENUM:
      return function::StringType();
    case LogicalTypeId::BLOB:
      return function::BytesType();
    case LogicalTypeId::DATE:
      return Simple(TypeRoot::Date);
    case LogicalTypeId::TIMESTAMP:
    case LogicalTypeId::TIMESTAMP_MS:
    case LogicalTypeId::TIMESTAMP_SEC:
      return function::TimestampType(6);
    case LogicalTypeId::TIMESTAMP_TZ:
      return function::TimestampLtzType(6);
    case LogicalTypeId::LIST: {
      const auto element = FlinkTypeOf(duckdb::ListType::GetChildType(type));
      if (!element) return std::nullopt;
      return function::ArrayType(function::WithNull(*element, true));
    }
    default:
      return std::nullopt;
  }
}

/// DuckDB takes a path for a pattern; this one means the file itself. In a path that is a pattern DuckDB separates
/// names at '\\' too, so that it cannot be written there.
std::string PatternOf(const std::string& path, Span span) {
  constexpr std::string_view kSpecial = "*?[";
  if (path.find_first_of(kSpecial) == std::string::npos) return path;
  if (path.find('\\') != std::string::npos)
    throw SqlError(ErrorStage::Plan, span,
                   "'" + path + "' has a '\\' beside one of *?[ in its name, and cannot be read so",
                   "give it, or its folder, another name", ErrorCode::Unsupported);
  std::string pattern = "/.";  // the first name is never taken for a pattern
  for (const char c : path) {
    if (kSpecial.find(c) == std::string_view::npos) {
      pattern += c;
    } else {
      pattern.append("[").append(1, c).append("]");
    }
  }
  return pattern;
}

/// DuckDB would make a column of a folder 'dt=2024-01-01', and of the file's own column dt what the folder says.
constexpr char kFoldersAreColumns[] = "hive_partitioning";

std::string ReaderOf(const std::string& path, Span span) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".parquet") return "read_parquet";
  if (extension == ".csv") return "read_csv";
  throw SqlError(ErrorStage::Validation, span, "'" + path + "' is read by its name only if it ends in .parquet or .csv",
                 "CREATE TEMPORARY TABLE .. WITH ('connector' = 'filesystem', 'path' = '..', 'format' = '..')");
}

}  // namespace

FileTable OpenFileTable(duckdb::Connection& connection, const std::string& path, Span span) {
  FileTable file;
  file.reader = ReaderOf(path, span);
  file.path = std::filesystem::absolute(path).lexically_normal().string();
  if (!std::filesystem::is_regular_file(file.path)) {
    throw SqlError(ErrorStage::Validation, span, "there is no file " + file.path, "", ErrorCode::NotFound);
  }
  file.path = PatternOf(file.path, span);
  duckdb::shared_ptr<duckdb::Relation> relation;
  try {
    duckdb::named_parameter_map_t rules{{kFoldersAreColumns, duckdb::Value::BOOLEAN(false)}};
    relation = connection.TableFunction(file.reader, {duckdb::Value(file.path)}, rules);
  } catch (const std::exception& error) {
    throw SqlError(ErrorStage::Validation, span,
                   "'" + path + "' cannot be read: " + duckdb::ErrorData(error).RawMessage(), "",
                   ErrorCode::Corruption);
  }
  for (const auto& column : relation->Columns()) {
    const auto type = FlinkTypeOf(column.Type());
    if (!type) {
      throw SqlError(ErrorStage::Plan, span,
                     "column '" + column.Name() + "' of '" + path + "' has the type " + column.Type().ToString() +
                         ", which cannot be read from a file by its name",
                     "write the column with another type", ErrorCode::Unsupported);
    }
    file.columns.push_back({column.Name(), function::WithNull(*type, true), TimeAttribute::None});
  }
  return file;
}

duckdb::unique_ptr<duckdb::TableRef> ScanOfFile(const FileTable& file, const std::string& alias) {
  duckdb::vector<duckdb::unique_ptr<duckdb::ParsedExpression>> arguments;
  arguments.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value(file.path)));
  arguments.push_back(duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value::BOOLEAN(false)));
  arguments.back()->SetAlias(kFoldersAreColumns);
  auto scan = duckdb::make_uniq<duckdb::TableFunctionRef>();
  scan->function = duckdb::make_uniq<duckdb::FunctionExpression>(file.reader, std::move(arguments));
  scan->alias = "^ file";
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  for (const auto& column : file.columns) {
    auto item = duckdb::make_uniq<duckdb::CastExpression>(ToLogicalType(column.type),
                                                          duckdb::make_uniq<duckdb::ColumnRefExpression>(column.name));
    item->SetAlias(EncodeName(column.name));
    select->select_list.push_back(std::move(item));
  }
  select->from_table = std::move(scan);
  auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(select);
  return duckdb::make_uniq<duckdb::SubqueryRef>(std::move(statement), alias);
}

}  // namespace tarn::sql
