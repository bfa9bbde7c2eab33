#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/parser/expression/cast_expression.hpp>
#include <duckdb/parser/expression/columnref_expression.hpp>
#include <duckdb/parser/expression/constant_expression.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/tableref/subqueryref.hpp>

#include "sql/insert_run.h"
#include "sql/names.h"
#include "sql/query_rows.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/partition_value.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using Expr = duckdb::unique_ptr<duckdb::ParsedExpression>;

// Where the value of a sink column comes from: the query's n-th column, a constant of PARTITION, or NULL.
struct SinkSource {
  std::optional<size_t> query_column;
  const Expression* constant = nullptr;
};

struct SinkPlan {
  std::vector<TypedColumn> sink;      // what the writer gets
  std::vector<SinkSource> sources;    // parallel to sink
  std::vector<TypedColumn> expected;  // what the query must give
  bool direct = true;                 // the query gives the sink's columns as they are
};

SinkPlan PlanSink(const InsertStatement& statement, const BoundTable& table) {
  SinkPlan plan;
  const auto& definition = table.definition;
  for (const auto* column : definition.SinkColumns()) {
    TypedColumn typed{column->name, column->type, TimeAttribute::None};
    const auto& key = definition.primary_key;
    if (std::count(key.begin(), key.end(), column->name) != 0) typed.type.nullable = false;
    plan.sink.push_back(std::move(typed));
  }
  plan.sources.resize(plan.sink.size());
  std::vector<std::string> names;
  for (const auto& column : plan.sink) names.push_back(column.name);
  const auto index_of = [&](const Name& name) {
    const auto found = std::find(names.begin(), names.end(), name.text);
    if (found != names.end()) return static_cast<size_t>(found - names.begin());
    const auto* column = definition.Find(name.text);
    throw SqlError(ErrorStage::Validation, name.span,
                   column != nullptr ? "column '" + name.text + "' cannot be written"
                                     : "column '" + name.text + "' is not in " + table.path.Text(),
                   SuggestName(name.text, names));
  };
  for (const auto& value : statement.partition) {
    const size_t index = index_of(value.column);
    const auto& keys = definition.partition_keys;
    if (std::count(keys.begin(), keys.end(), value.column.text) == 0) {
      throw SqlError(ErrorStage::Validation, value.column.span,
                     "'" + value.column.text + "' is not a partition column of " + table.path.Text());
    }
    if (!value.value) continue;
    plan.sources[index].constant = &*value.value;
    plan.direct = false;
  }
  if (statement.columns.empty()) {
    for (size_t i = 0; i < plan.sink.size(); i++) {
      if (plan.sources[i].constant != nullptr) continue;
      plan.sources[i].query_column = plan.expected.size();
      plan.expected.push_back(plan.sink[i]);
    }
    return plan;
  }
  for (const auto& name : statement.columns) {
    const size_t index = index_of(name);
    if (plan.sources[index].query_column || plan.sources[index].constant != nullptr) {
      throw SqlError(ErrorStage::Validation, name.span, "column '" + name.text + "' is given twice");
    }
    plan.sources[index].query_column = plan.expected.size();
    plan.expected.push_back(plan.sink[index]);
  }
  for (size_t i = 0; i < plan.sink.size(); i++) {
    if (plan.sources[i].query_column != i) plan.direct = false;
    const bool given = plan.sources[i].query_column || plan.sources[i].constant != nullptr;
    if (given || plan.sink[i].type.nullable) continue;
    throw SqlError(ErrorStage::Validation, statement.columns.front().span,
                   "column '" + plan.sink[i].name + "' is NOT NULL and not among the columns that are written");
  }
  return plan;
}

// SELECT the sink's columns FROM (the query) AS q(c0, c1, ..).
duckdb::unique_ptr<duckdb::QueryNode> Arrange(duckdb::unique_ptr<duckdb::QueryNode> query, const SinkPlan& plan,
                                              const AnalyzeContext& context) {
  auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(query);
  auto from = duckdb::make_uniq<duckdb::SubqueryRef>(std::move(statement), "^ q");
  for (size_t i = 0; i < plan.expected.size(); i++) from->column_name_alias.push_back("c" + std::to_string(i));
  auto select = duckdb::make_uniq<duckdb::SelectNode>();
  for (size_t i = 0; i < plan.sink.size(); i++) {
    const auto type = ToLogicalType(plan.sink[i].type);
    Expr item;
    if (plan.sources[i].query_column) {
      item = duckdb::make_uniq<duckdb::ColumnRefExpression>("c" + std::to_string(*plan.sources[i].query_column), "^ q");
    } else if (plan.sources[i].constant != nullptr) {
      const auto& constant = *plan.sources[i].constant->tree;
      item = duckdb::make_uniq<duckdb::CastExpression>(type, constant.Copy());
      item->SetQueryLocation(constant.GetQueryLocation());
      AnalyzeExpression(item, {}, context);
    } else {
      item = duckdb::make_uniq<duckdb::ConstantExpression>(duckdb::Value(type));
    }
    item->SetAlias(EncodeName(plan.sink[i].name));
    select->select_list.push_back(std::move(item));
  }
  select->from_table = std::move(from);
  return select;
}

void CheckTarget(Session& session, const InsertStatement& statement, const BoundTable& table) {
  if (!table.system_table.empty()) {
    throw SqlError(ErrorStage::Validation, statement.table.span(), "system tables cannot be written");
  }
  RequireWritable(table, statement.table.span());
  if (!statement.overwrite) return;
  if (!table.lake) {
    throw SqlError(ErrorStage::Validation, statement.table.span(),
                   "INSERT OVERWRITE is for Paimon tables, and " + table.path.Text() + " is none",
                   "INSERT INTO adds to what it holds; delete that first if it is to go");
  }
  if (session.settings().streaming()) {
    throw SqlError(ErrorStage::Plan, statement.table.span(), "INSERT OVERWRITE is not possible in streaming mode",
                   "SET 'execution.runtime-mode' = 'batch' first");
  }
}

ContinuousInsert PrepareInsert(Session& session, duckdb::Connection& connection, InsertStatement& statement,
                               bool streaming, std::vector<std::shared_ptr<const BoundTable>>* tables) {
  TableBinder binder(session, connection, streaming);
  ContinuousInsert insert;
  insert.target = binder.BindNamed(statement.table, statement.options);
  CheckTarget(session, statement, *insert.target);
  const auto plan = PlanSink(statement, *insert.target);
  auto node = std::move(statement.query.tree->node);
  try {
    AnalyzeInsert(node, plan.expected, binder.Context());
  } catch (const SqlError& e) {
    // What is wrong with the query as a whole is shown at its first word.
    if (e.span().offset > 0 || e.span().length > 0) throw;
    throw SqlError(e.stage(), {statement.query.span.offset, 0}, e.message(), e.hint(), e.code());
  }
  binder.PutScans(*node);
  insert.query = plan.direct ? std::move(node) : Arrange(std::move(node), plan, binder.Context());
  insert.columns = plan.sink;
  NoteHints(session, statement.query.hints);
  if (tables != nullptr) *tables = binder.bound();
  return insert;
}

/// An INSERT of batch mode with nothing left to go wrong but its running.
struct PreparedInsert {
  ContinuousInsert insert;
  std::vector<std::shared_ptr<const BoundTable>> tables;
  bool overwrite = false;
  std::optional<PartitionValues> partition;
};

PreparedInsert PrepareBatch(Session& session, InsertStatement& statement) {
  PreparedInsert prepared;
  prepared.insert = PrepareInsert(session, session.connection(), statement, false, &prepared.tables);
  prepared.overwrite = statement.overwrite;
  if (statement.overwrite) {
    prepared.partition = WrittenPartition(session, prepared.insert.target->definition, statement.partition);
  }
  return prepared;
}

int64_t RunBatch(Session& session, PreparedInsert prepared) {
  auto& insert = prepared.insert;
  auto rows = RunQuery(session.connection(), std::move(insert.query), insert.columns, std::move(prepared.tables));
  return RunInsert(session, *rows,
                   {.target = insert.target,
                    .columns = insert.columns,
                    .overwrite = prepared.overwrite,
                    .partition = std::move(prepared.partition)});
}

}  // namespace

duckdb::unique_ptr<duckdb::QueryNode> PrepareBatchInsert(Session& session, InsertStatement& statement) {
  return PrepareBatch(session, statement).insert.query;
}

Outcome Run(Session& session, InsertStatement& statement) {
  if (session.settings().streaming()) {
    ContinuousQuery continuous;
    continuous.connection = session.engine().ConnectWork();
    continuous.inserts.push_back(PrepareInsert(session, *continuous.connection, statement, true, nullptr));
    return continuous;
  }
  return Done{"OK", RunBatch(session, PrepareBatch(session, statement))};
}

Outcome Run(Session& session, StatementSet& statement) {
  if (session.settings().streaming()) {
    ContinuousQuery continuous;
    continuous.connection = session.engine().ConnectWork();
    for (auto& insert : statement.inserts) {
      continuous.inserts.push_back(PrepareInsert(session, *continuous.connection, insert, true, nullptr));
    }
    return continuous;
  }
  // All of them before the first is run: a slip in one leaves nothing written.
  std::vector<PreparedInsert> prepared;
  for (auto& insert : statement.inserts) prepared.push_back(PrepareBatch(session, insert));
  int64_t rows = 0;
  for (auto& insert : prepared) rows += RunBatch(session, std::move(insert));
  return Done{"OK", rows};
}

}  // namespace tarn::sql
