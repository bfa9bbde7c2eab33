// A table as a source: its physical columns, then the computed ones, then the watermark, then what the query reads.
#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <duckdb/planner/expression_iterator.hpp>
#include <duckdb/planner/operator/logical_get.hpp>
#include <set>

#include "base/duration.h"
#include "base/option_error.h"
#include "sql/describe_table.h"
#include "sql/lower/lowering.h"
#include "sql/option_place.h"
#include "sql/plan/optimize.h"
#include "sql/scan/scan_functions.h"
#include "sql/sql_error.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using BoundExpression = duckdb::unique_ptr<duckdb::Expression>;

std::set<size_t> ColumnsIn(BoundExpression& expression) {
  std::set<size_t> columns;
  duckdb::ExpressionIterator::VisitExpression<duckdb::BoundReferenceExpression>(
      *expression, [&](const duckdb::BoundReferenceExpression& reference) { columns.insert(reference.index); });
  return columns;
}

BoundExpression Remapped(const duckdb::Expression& expression, const std::map<size_t, size_t>& place_of) {
  auto copy = expression.Copy();
  duckdb::ExpressionIterator::VisitExpressionMutable<duckdb::BoundReferenceExpression>(
      copy, [&](duckdb::BoundReferenceExpression& reference, BoundExpression&) {
        reference.index = place_of.at(reference.index);
      });
  return copy;
}

AnalyzeContext ContextOf(const BoundTable& table) {
  AnalyzeContext context;
  context.time_zone = table.time_zone;
  context.streaming = true;
  context.now_us = table.env.clock.NowMicros();
  return context;
}

std::optional<size_t> IndexOf(const std::vector<TypedColumn>& columns, const std::string& name) {
  for (size_t i = 0; i < columns.size(); i++)
    if (columns[i].name == name) return i;
  return std::nullopt;
}

/// The definition of a table, bound: which columns a read needs, and how the others follow from them.
struct TablePlan {
  const BoundTable& table;
  std::map<size_t, BoundExpression> computed;  // by index of the table's columns; over its physical ones
  BoundExpression watermark;                   // over the table's columns
  std::optional<size_t> time;                  // of the table's columns
};

TablePlan PlanTable(Lowering& lowering, const BoundTable& table) {
  TablePlan plan{table, {}, nullptr, std::nullopt};
  std::vector<std::string> texts;
  std::vector<size_t> indexes;
  for (size_t i = 0; i < table.columns.size(); i++) {
    const auto* definition = table.definition.Find(table.columns[i].name);
    if (!definition || definition->kind != ColumnDefinition::Kind::Computed) continue;
    texts.push_back(definition->expression);
    indexes.push_back(i);
  }
  const auto context = ContextOf(table);
  if (!texts.empty()) {
    auto bound = BindOverRow(lowering.connection(), texts, table.scan_columns, context);
    for (size_t i = 0; i < indexes.size(); i++) plan.computed[indexes[i]] = std::move(bound[i]);
  }
  if (table.definition.watermark) {
    // A mark that a source would have to make true; none does, and Flink too finds that out when the job runs.
    if (table.definition.watermark->expression.starts_with("SOURCE_WATERMARK")) {
      throw SqlError(ErrorStage::Runtime, {},
                     "SOURCE_WATERMARK() of " + table.path.Text() + ": its connector gives no watermarks of its own",
                     "write WATERMARK FOR " + table.definition.watermark->column + " AS " +
                         table.definition.watermark->column +
                         " - INTERVAL '5' SECOND, with the delay that its rows may have");
    }
    auto bound = BindOverRow(lowering.connection(), {table.definition.watermark->expression}, table.columns, context);
    plan.watermark = std::move(bound[0]);
    plan.time = IndexOf(table.columns, table.definition.watermark->column);
  }
  return plan;
}

/// The columns of the table's primary key as places among `columns`; empty if not all of them are there.
std::vector<size_t> KeyAmong(const BoundTable& table, const stream::Columns& columns) {
  std::vector<size_t> key;
  for (const auto& name : table.definition.primary_key) {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const stream::Column& c) { return c.name == name; });
    if (found == columns.end()) return {};
    key.push_back(static_cast<size_t>(found - columns.begin()));
  }
  return key;
}

/// Equal for two references that read the same rows.
std::string Identity(const BoundTable& table, const connector::Source& source) {
  auto identity = table.path.Text() + "\n" + source.Describe();
  for (const auto& [key, value] : table.options) identity += "\n" + key + "=" + value;
  return identity;
}

std::optional<int64_t> MaxJump(const BoundTable& table) {
  const std::string name = "scan.watermark.max-jump";
  const auto jump = table.options.find(name);
  if (jump == table.options.end()) return std::nullopt;
  try {
    return ParseDurationMicros(jump->second);
  } catch (const Error&) {
    throw OptionError(name, "option '" + name + "' is '" + jump->second + "', allowed: a duration such as '6 h'");
  }
}

// 'dead-letter.table': what the source could not read goes there, under the same checkpoints.
void AddDeadLetters(Lowering& lowering, size_t source, const BoundTable& table) {
  const auto option = table.options.find("dead-letter.table");
  if (option == table.options.end()) return;
  if (!lowering.options().find_table) throw Error(ErrorCode::Unsupported, "'dead-letter.table' cannot be used here");
  const auto target = lowering.options().find_table(option->second);
  stream::Node rejects;
  rejects.inputs = {source};
  const char* kTypes[] = {"STRING", "BIGINT", "STRING", "STRING"};
  for (size_t i = 0; i < 4; i++)
    rejects.columns.push_back({connector::kRejectedColumns[i], paimon::ParseDataType(kTypes[i])});
  rejects.what = stream::RejectsNode{};
  const auto from = lowering.Add(std::move(rejects));
  std::vector<size_t> picked;
  for (const auto* column : target->definition.SinkColumns()) {
    const auto& columns = lowering.node(from).columns;
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == column->name; });
    if (found == columns.end() || found->type.Nullable() != column->type.Nullable())
      throw SqlError(ErrorStage::Validation, Span{},
                     "table " + target->path.Text() + " cannot keep dead letters: column '" + column->name + " " +
                         paimon::ToSql(column->type) +
                         "' is none of source STRING, line BIGINT, reason STRING, raw STRING");
    picked.push_back(static_cast<size_t>(found - columns.begin()));
  }
  lowering.AddSink(lowering.Pick(from, picked), *target);
}

}  // namespace

size_t LowerGet(Lowering& lowering, duckdb::LogicalGet& op) {
  const auto table = TableOf(op);
  if (!table)
    throw SqlError(ErrorStage::Plan, Span{},
                   "the table function " + op.function.name + " is not supported in streaming mode yet");
  auto plan = PlanTable(lowering, *table);

  // What the query reads, as indexes of the table's columns.
  std::vector<size_t> output;
  for (const auto& id : op.GetColumnIds())
    output.push_back(id.IsVirtualColumn() ? SIZE_MAX : static_cast<size_t>(id.GetPrimaryIndex()));
  if (!op.projection_ids.empty()) {
    std::vector<size_t> kept;
    for (const auto id : op.projection_ids) kept.push_back(output[id]);
    output = std::move(kept);
  }
  std::set<size_t> needed;  // of the table's columns
  for (const auto column : output)
    if (column != SIZE_MAX) needed.insert(column);
  if (plan.watermark) {
    needed.insert(*plan.time);
    for (const auto column : ColumnsIn(plan.watermark)) needed.insert(column);
  }
  std::set<size_t> physical;  // of its scan columns
  for (const auto column : needed) {
    if (const auto computed = plan.computed.find(column); computed != plan.computed.end()) {
      for (const auto one : ColumnsIn(computed->second)) physical.insert(one);
    } else if (const auto index = IndexOf(table->scan_columns, table->columns[column].name)) {
      physical.insert(*index);
    } else {
      throw SqlError(ErrorStage::Plan, Span{},
                     "metadata column '" + table->columns[column].name + "' cannot be read from " + table->path.Text());
    }
  }
  if (physical.empty()) physical.insert(0);  // something must count the rows
  // Every reading of the table in a statement set is then the same one: a record is rejected once.
  if (table->options.contains("dead-letter.table"))
    for (size_t column = 0; column < table->scan_columns.size(); column++) physical.insert(column);

  connector::Projection projection(physical.begin(), physical.end());
  stream::Node source;
  std::map<size_t, size_t> place_of_physical;
  for (const auto column : projection) {
    place_of_physical[column] = source.columns.size();
    source.columns.push_back({table->scan_columns[column].name, table->scan_columns[column].type});
  }
  std::shared_ptr<connector::Source> made;
  try {
    made = connector::MakeSource(table->connector(), Describe(*table), projection, lowering.ConnectorContext(*table));
  } catch (const OptionError& e) {
    ThrowAtOption(e, table->places);
  }
  source.mode = made->Mode();
  source.key = KeyAmong(*table, source.columns);
  source.what = stream::SourceNode{made, table->path.Text(), Identity(*table, *made)};
  const auto nodes_before = lowering.node_count();
  const auto source_index = lowering.Add(std::move(source));
  if (lowering.node_count() > nodes_before) AddDeadLetters(lowering, source_index, *table);

  // The needed columns of the table, computed ones included.
  std::vector<stream::Expression> expressions;
  stream::Columns columns;
  std::map<size_t, size_t> place_of;
  for (const auto column : needed) {
    const auto& below = lowering.node(source_index).columns;
    place_of[column] = expressions.size();
    if (const auto computed = plan.computed.find(column); computed != plan.computed.end()) {
      expressions.push_back(lowering.Translate(*Remapped(*computed->second, place_of_physical), below));
    } else {
      const auto index = IndexOf(table->scan_columns, table->columns[column].name);
      expressions.push_back(ColumnExpression(below, place_of_physical.at(*index)));
    }
    columns.push_back({table->columns[column].name, table->columns[column].type});
  }
  auto top = needed.empty() ? source_index : lowering.Project(source_index, std::move(expressions), std::move(columns));

  if (plan.watermark) {
    stream::Node watermark;
    watermark.inputs = {top};
    watermark.columns = lowering.node(top).columns;
    watermark.time = place_of.at(*plan.time);
    watermark.mode = lowering.node(top).mode;
    watermark.key = lowering.node(top).key;
    stream::WatermarkNode what;
    what.watermark = lowering.Translate(*Remapped(*plan.watermark, place_of), watermark.columns);
    what.max_jump_us = MaxJump(*table);
    // An ordered replay gives NULL times first, before it promises anything; 'on-null-time' is its own to judge.
    if (const auto order = table->options.find("scan.order"); order != table->options.end())
      what.null_time_is_error = order->second != "event-time";
    watermark.what = std::move(what);
    top = lowering.Add(std::move(watermark));
  }
  std::vector<size_t> picked;
  for (const auto column : output) picked.push_back(column == SIZE_MAX ? 0 : place_of.at(column));
  return lowering.Pick(top, picked);
}

}  // namespace tarn::sql
