// DELETE and UPDATE of primary-key tables: the rows are read, and written again as -D or with their new values as +U.
// Whole partitions, and the whole table, are replaced by nothing instead, as Paimon does.
#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/comparison_expression.hpp>
#include <duckdb/parser/expression/conjunction_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/basetableref.hpp>

#include "sql/insert_run.h"
#include "sql/names.h"
#include "sql/query_rows.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/overwrite.h"

namespace tarn::sql {
namespace {

using ParsedTree = duckdb::unique_ptr<duckdb::ParsedExpression>;

[[noreturn]] void RefuseRowLevel(const ObjectName& table, const std::string& what, const std::string& hint = "") {
  throw SqlError(ErrorStage::Plan, table.span(), what, hint, ErrorCode::Unsupported);
}

bool HasOption(const BoundTable& table, const char* option) { return table.lake->Option(option) == "true"; }

/// The target of a row-level statement; refuses tables whose rows cannot be told apart.
std::shared_ptr<const BoundTable> RowLevelTarget(Session& session, TableBinder& binder, const ObjectName& name,
                                                 const char* statement) {
  if (session.settings().streaming())
    RefuseRowLevel(name, std::string(statement) + " is not possible in streaming mode",
                   "SET 'execution.runtime-mode' = 'batch' first");
  auto table = binder.BindNamed(name, {});
  const auto path = table->path.Text();
  if (!table->lake) RefuseRowLevel(name, std::string(statement) + " is for Paimon tables, and " + path + " is none");
  if (!table->lake->HasPrimaryKey())
    RefuseRowLevel(name, std::string(statement) + " needs a primary key, and " + path + " has none");
  RequireWritable(*table, name.span());
  return table;
}

void RequireDeletable(const BoundTable& table, const ObjectName& name) {
  const auto engine = table.lake->Option("merge-engine").value_or("deduplicate");
  if (engine == "deduplicate") return;
  const auto option = engine + ".remove-record-on-delete";
  if ((engine == "partial-update" || engine == "aggregation") && HasOption(table, option.c_str())) return;
  RefuseRowLevel(name, "merge engine '" + engine + "' of " + table.path.Text() + " takes no DELETE",
                 engine == "first-row" ? "" : "'" + option + "' = 'true' lets it");
}

void RequireUpdatable(const BoundTable& table, const UpdateStatement& statement) {
  const auto engine = table.lake->Option("merge-engine").value_or("deduplicate");
  if (engine != "deduplicate" && engine != "partial-update")
    RefuseRowLevel(statement.table, "merge engine '" + engine + "' of " + table.path.Text() + " takes no UPDATE");
  const auto& keys = table.definition.primary_key;
  for (const auto& [column, value] : statement.assignments) {
    if (std::count(keys.begin(), keys.end(), column.text) == 0) continue;
    throw SqlError(ErrorStage::Plan, column.span, "column '" + column.text + "' is of the primary key",
                   "an UPDATE cannot change a key: delete the row and insert another", ErrorCode::Unsupported);
  }
}

struct RowChange {
  duckdb::unique_ptr<duckdb::SelectNode> query;
  std::vector<TypedColumn> columns;
  std::vector<Span> places;  // of the values that an UPDATE assigns, by column
};

/// SELECT the stored columns FROM the table WHERE the condition; an assignment's expression stands for its column.
RowChange SelectRows(const BoundTable& table, const std::optional<Name>& alias,
                     std::vector<std::pair<Name, Expression>>* assignments, std::optional<Expression>& condition) {
  RowChange change;
  change.query = duckdb::make_uniq<duckdb::SelectNode>();
  auto from = duckdb::make_uniq<duckdb::BaseTableRef>();
  from->catalog_name = EncodeName(table.path.catalog);
  from->schema_name = EncodeName(table.path.database);
  from->table_name = EncodeName(table.path.name);
  if (alias) from->alias = EncodeName(alias->text);
  change.query->from_table = std::move(from);
  for (const auto* column : table.definition.SinkColumns()) {
    ParsedTree item = duckdb::make_uniq<duckdb::ColumnRefExpression>(EncodeName(column->name));
    change.places.emplace_back();
    if (assignments != nullptr) {
      for (auto& [name, value] : *assignments) {
        if (name.text != column->name) continue;
        item = std::move(value.tree);
        change.places.back() = value.span;
      }
    }
    item->SetAlias(EncodeName(column->name));
    change.query->select_list.push_back(std::move(item));
    TypedColumn typed{column->name, column->type, TimeAttribute::None};
    const auto& key = table.definition.primary_key;
    if (std::count(key.begin(), key.end(), column->name) != 0) typed.type.nullable = false;
    change.columns.push_back(std::move(typed));
  }
  if (condition) change.query->where_clause = std::move(condition->tree);
  return change;
}

int64_t WriteChange(Session& session, TableBinder& binder, const std::shared_ptr<const BoundTable>& target,
                    RowChange change, columnar::RowKind kind) {
  duckdb::unique_ptr<duckdb::QueryNode> node = std::move(change.query);
  AnalyzeInsert(node, change.columns, binder.Context(), &change.places);
  binder.PutScans(*node);
  auto rows = RunQuery(session.connection(), std::move(node), change.columns, binder.bound());
  return RunInsert(session, *rows, {.target = target, .columns = change.columns, .kind = kind});
}

bool IsLiteral(const duckdb::ParsedExpression& expression) {
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::CAST)
    return IsLiteral(*expression.Cast<duckdb::CastExpression>().child);
  return expression.GetExpressionClass() == duckdb::ExpressionClass::CONSTANT;
}

bool IsExactNumber(const paimon::DataType& type) {
  using paimon::TypeRoot;
  return type.root == TypeRoot::TinyInt || type.root == TypeRoot::SmallInt || type.root == TypeRoot::Int ||
         type.root == TypeRoot::BigInt || type.root == TypeRoot::Decimal;
}

/// Whether `column = literal` is true for one value of the column at most. Not where the comparison converts the
/// column (a STRING beside a number: '01' and '1' both equal 1), nor for -0.0 or the blanks of CHAR.
bool EqualsOneValue(const paimon::DataType& column, const paimon::DataType& literal) {
  using paimon::TypeRoot;
  switch (column.root) {
    case TypeRoot::Boolean:
    case TypeRoot::Date:
      return literal.root == column.root;
    case TypeRoot::Timestamp:
      return literal.root == column.root && literal.precision <= column.precision;
    case TypeRoot::VarChar:
      return literal.root == TypeRoot::Char || literal.root == TypeRoot::VarChar;
    default:
      return IsExactNumber(column) && IsExactNumber(literal);
  }
}

/// Whether the condition says no more than `partition column = literal AND ..`; fills `partition`.
bool NamesPartitions(Session& session, TableBinder& binder, const BoundTable& table,
                     const duckdb::ParsedExpression& condition, PartitionValues& partition) {
  if (condition.GetExpressionType() == duckdb::ExpressionType::CONJUNCTION_AND) {
    const auto& parts = condition.Cast<duckdb::ConjunctionExpression>().children;
    return std::all_of(parts.begin(), parts.end(),
                       [&](const auto& part) { return NamesPartitions(session, binder, table, *part, partition); });
  }
  if (condition.GetExpressionType() != duckdb::ExpressionType::COMPARE_EQUAL) return false;
  const auto& comparison = condition.Cast<duckdb::ComparisonExpression>();
  const bool swapped = IsLiteral(*comparison.left);
  const auto& left = swapped ? *comparison.right : *comparison.left;
  const auto& right = swapped ? *comparison.left : *comparison.right;
  if (left.GetExpressionClass() != duckdb::ExpressionClass::COLUMN_REF || !IsLiteral(right)) return false;
  const auto& reference = left.Cast<duckdb::ColumnRefExpression>();
  if (reference.IsQualified()) return false;  // by the right name? Reading the rows tells.
  const auto name = DecodeName(reference.GetColumnName());
  const auto& keys = table.definition.partition_keys;
  if (std::count(keys.begin(), keys.end(), name) == 0 || partition.contains(name)) return false;
  const auto* column = table.definition.Find(name);
  auto literal = right.Copy();
  if (!EqualsOneValue(column->type, AnalyzeExpression(literal, {}, binder.Context()).type)) return false;
  const auto value = ExactValue(session, right, column->type, binder.Context());
  if (!value || paimon::IsNull(*value)) return false;
  partition[name] = *value;
  return true;
}

}  // namespace

Outcome Run(Session& session, DeleteStatement& statement) {
  TableBinder binder(session, session.connection(), false);
  const auto target = RowLevelTarget(session, binder, statement.table, "DELETE");
  RequireDeletable(*target, statement.table);
  PartitionValues partition;
  const bool whole =
      !statement.condition || NamesPartitions(session, binder, *target, *statement.condition->tree, partition);
  if (whole && !HasOption(*target, "delete.force-produce-changelog")) {
    ReplacePartitions(session, *target->lake, partition);
    return Done{"OK"};
  }
  auto change = SelectRows(*target, statement.alias, nullptr, statement.condition);
  return Done{"OK", WriteChange(session, binder, target, std::move(change), columnar::RowKind::Delete)};
}

Outcome Run(Session& session, UpdateStatement& statement) {
  TableBinder binder(session, session.connection(), false);
  const auto target = RowLevelTarget(session, binder, statement.table, "UPDATE");
  std::vector<std::string> names;
  for (const auto* column : target->definition.SinkColumns()) names.push_back(column->name);
  for (size_t i = 0; i < statement.assignments.size(); i++) {
    const auto& column = statement.assignments[i].first;
    if (std::count(names.begin(), names.end(), column.text) == 0)
      throw SqlError(ErrorStage::Validation, column.span,
                     "column '" + column.text + "' is not in " + target->path.Text(), SuggestName(column.text, names));
    for (size_t j = 0; j < i; j++)
      if (statement.assignments[j].first.text == column.text)
        throw SqlError(ErrorStage::Validation, column.span, "column '" + column.text + "' is given twice");
  }
  RequireUpdatable(*target, statement);
  auto change = SelectRows(*target, statement.alias, &statement.assignments, statement.condition);
  return Done{"OK", WriteChange(session, binder, target, std::move(change), columnar::RowKind::UpdateAfter)};
}

}  // namespace tarn::sql
