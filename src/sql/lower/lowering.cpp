#include "sql/lower/lowering.h"

#include <algorithm>
#include <duckdb/main/client_context.hpp>
#include <duckdb/main/config.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/planner/expression/bound_reference_expression.hpp>
#include <set>

#include "columnar/type_mapping.h"
#include "sql/describe_table.h"
#include "sql/lower/expression_text.h"
#include "sql/option_place.h"
#include "sql/sql_error.h"

namespace tarn::sql {

namespace {

std::string TempDirectory(duckdb::ClientContext& context) {
  const auto& directory = duckdb::DBConfig::GetConfig(context).options.temporary_directory;
  return directory.empty() ? "/tmp" : directory;
}

}  // namespace

connector::ConnectorContext Lowering::ConnectorContext(const BoundTable& table) {
  return {.env = table.env,
          .duckdb = connection_.context.get(),
          .streaming = streaming(),
          .commit_user = options_.commit_user,
          .time_zone = table.time_zone,
          .temp_directory = TempDirectory(*connection_.context),
          .data_files = options_.data_files};
}

namespace {

bool SameExpression(const stream::Expression& a, const stream::Expression& b) {
  return a.text == b.text && a.bound->Equals(*b.bound);
}

bool SameArgument(const stream::TableArgument& a, const stream::TableArgument& b) {
  return a.given == b.given && a.columns == b.columns && a.partition_by == b.partition_by && a.time == b.time;
}

/// Whether two nodes over the same inputs give the same rows.
bool SameRows(const stream::Node& a, const stream::Node& b) {
  if (a.what.index() != b.what.index() || a.inputs != b.inputs || a.columns != b.columns) return false;
  if (const auto* source = std::get_if<stream::SourceNode>(&a.what)) {
    const auto& other = std::get<stream::SourceNode>(b.what);
    return source->table == other.table && source->identity == other.identity && !source->identity.empty();
  }
  if (const auto* project = std::get_if<stream::ProjectNode>(&a.what)) {
    const auto& other = std::get<stream::ProjectNode>(b.what);
    for (size_t i = 0; i < project->expressions.size(); i++)
      if (!SameExpression(project->expressions[i], other.expressions[i])) return false;
    return true;
  }
  if (const auto* filter = std::get_if<stream::FilterNode>(&a.what))
    return SameExpression(filter->condition, std::get<stream::FilterNode>(b.what).condition);
  if (const auto* watermark = std::get_if<stream::WatermarkNode>(&a.what)) {
    const auto& other = std::get<stream::WatermarkNode>(b.what);
    return a.time == b.time && watermark->max_jump_us == other.max_jump_us &&
           SameExpression(watermark->watermark, other.watermark);
  }
  // A function sees its rows, its arguments and nothing else, so one call serves all that read it.
  if (const auto* process = std::get_if<stream::ProcessNode>(&a.what)) {
    const auto& other = std::get<stream::ProcessNode>(b.what);
    return a.time == b.time && process->function == other.function && process->uid == other.uid &&
           process->arguments == other.arguments &&
           std::equal(process->tables.begin(), process->tables.end(), other.tables.begin(), other.tables.end(),
                      SameArgument);
  }
  return false;
}

}  // namespace

size_t Lowering::Add(stream::Node node) {
  for (size_t i = 0; i < plan_.nodes.size(); i++)
    if (SameRows(plan_.nodes[i], node)) return i;
  return plan_.Add(std::move(node));
}

stream::Expression Lowering::Translate(const duckdb::Expression& expression, const stream::Columns& input) const {
  return {std::shared_ptr<const duckdb::Expression>(expression.Copy().release()), ExpressionText(expression, input)};
}

std::optional<size_t> PassedColumn(const stream::Expression& expression) {
  if (expression.bound->GetExpressionClass() != duckdb::ExpressionClass::BOUND_REF) return std::nullopt;
  return expression.bound->Cast<duckdb::BoundReferenceExpression>().index;
}

stream::Expression ColumnExpression(const stream::Columns& columns, size_t index) {
  return {std::make_shared<duckdb::BoundReferenceExpression>(columnar::VectorType(columns[index].type), index),
          columns[index].name};
}

size_t Lowering::Project(size_t input, std::vector<stream::Expression> expressions, stream::Columns columns) {
  const auto& below = plan_.nodes[input];
  bool same = expressions.size() == below.columns.size();
  std::optional<size_t> time;
  for (size_t i = 0; i < expressions.size(); i++) {
    const auto passed = PassedColumn(expressions[i]);
    same = same && passed == i;
    if (passed && below.time == passed && !time) time = i;
  }
  if (same && columns == below.columns) return input;
  stream::Node node;
  node.inputs = {input};
  node.columns = std::move(columns);
  node.time = time;
  node.mode = below.mode;
  for (const auto key : below.key) {
    const auto found = std::find_if(expressions.begin(), expressions.end(),
                                    [&](const stream::Expression& e) { return PassedColumn(e) == key; });
    if (found == expressions.end()) {
      node.key.clear();
      break;
    }
    node.key.push_back(static_cast<size_t>(found - expressions.begin()));
  }
  node.what = stream::ProjectNode{std::move(expressions)};
  return Add(std::move(node));
}

size_t Lowering::Pick(size_t input, const std::vector<size_t>& columns) {
  std::vector<stream::Expression> expressions;
  stream::Columns picked;
  for (const auto column : columns) {
    expressions.push_back(ColumnExpression(plan_.nodes[input].columns, column));
    picked.push_back(plan_.nodes[input].columns[column]);
  }
  return Project(input, std::move(expressions), std::move(picked));
}

void Lowering::RequireInsertOnly(size_t input, const std::string& what) const {
  if (plan_.nodes[input].mode == stream::ChangelogMode::InsertOnly) return;
  throw SqlError(
      ErrorStage::Plan, Span{},
      what + " over rows that are updated (a primary-key table read as a stream) is not supported yet",
      "read the table in batch mode, or its history alone ('scan.bounded.idle' = '0 s'), or write its changes "
      "to a primary-key table as they are");
}

size_t Lowering::ForSink(size_t input, const BoundTable& target, connector::ChangelogMode takes) {
  using stream::ChangelogMode;
  auto mode = plan_.nodes[input].mode;
  stream::ForSinkNode what{target.path.Text(), {}, options_.drop_nulls, false};
  const auto columns = target.definition.SinkColumns();
  for (size_t i = 0; i < columns.size(); i++)
    if (!columns[i]->type.nullable && plan_.nodes[input].columns[i].type.nullable) what.not_null.push_back(i);
  if (mode != ChangelogMode::InsertOnly && takes == ChangelogMode::InsertOnly)
    throw SqlError(ErrorStage::Plan, Span{},
                   "table " + target.path.Text() + " takes only new rows, and the query changes rows that it has given",
                   "give the table a primary key");
  std::set<std::string> key, primary_key(target.definition.primary_key.begin(), target.definition.primary_key.end());
  for (const auto column : plan_.nodes[input].key) key.insert(columns[column]->name);
  // Rows replace one another by their own key in the query and by the primary key in the table.
  if (mode != ChangelogMode::InsertOnly && !primary_key.empty() && key != primary_key) {
    if (mode == ChangelogMode::Upsert)
      throw SqlError(ErrorStage::Plan, Span{},
                     "the query changes rows by their key and does not say what they were before, and " +
                         target.path.Text() + " has another primary key; that is not supported in streaming mode yet",
                     "write the rows under the primary key of the table that they come from");
    stream::Node node;
    node.inputs = {input};
    node.columns = plan_.nodes[input].columns;
    node.time = plan_.nodes[input].time;
    node.mode = ChangelogMode::Upsert;
    stream::MaterializeNode materialize{{}, plan_.nodes[input].key};
    for (size_t i = 0; i < columns.size(); i++)
      if (primary_key.contains(columns[i]->name)) materialize.sink_key.push_back(i);
    node.key = materialize.sink_key;
    node.what = std::move(materialize);
    input = plan_.Add(std::move(node));
    mode = ChangelogMode::Upsert;
  }
  what.drop_update_before = mode == ChangelogMode::All && takes == ChangelogMode::Upsert;
  if (what.not_null.empty() && !what.drop_update_before) return input;
  stream::Node node;
  node.inputs = {input};
  node.columns = plan_.nodes[input].columns;
  for (const auto column : what.not_null) node.columns[column].type.nullable = false;
  node.time = plan_.nodes[input].time;
  node.key = plan_.nodes[input].key;
  node.mode = what.drop_update_before ? ChangelogMode::Upsert : mode;
  node.what = std::move(what);
  return plan_.Add(std::move(node));
}

Lowering::Target& Lowering::TargetOf(const BoundTable& table) {
  const auto name = table.path.Text();
  auto description = Describe(table);
  for (auto& target : targets_)
    if (target.table == name && target.description == description) return target;
  std::shared_ptr<connector::Sink> sink;
  try {
    sink = connector::MakeSink(table.connector(), description, ConnectorContext(table));
  } catch (const OptionError& e) {
    ThrowAtOption(e, table.places);
  }
  for (const auto& target : targets_)
    if (!sink->Target().empty() && target.sink->Target() == sink->Target())
      throw SqlError(ErrorStage::Plan, Span{},
                     (target.table == name ? "table " + name : "tables " + target.table + " and " + name) +
                         (target.table == name ? " is" : " are") + " one table on disk (" + sink->Target() +
                         "), and one job cannot write it in two ways",
                     "name the table alike in every INSERT, with the same options");
  // A job knows its sinks by what they are called.
  const auto before =
      std::count_if(targets_.begin(), targets_.end(), [&](const auto& target) { return target.table == name; });
  const auto label = before == 0 ? name : name + " (" + std::to_string(before + 1) + ")";
  targets_.push_back({name, label, std::move(description), std::move(sink), {}, {}});
  return targets_.back();
}

void Lowering::AddSink(size_t input, const BoundTable& table) {
  auto& target = TargetOf(table);
  target.inputs.push_back(ForSink(input, table, target.sink->Takes()));
}

void Lowering::AddSink(size_t input, const ContinuousInsert& insert) {
  if (insert.target) return AddSink(input, *insert.target);
  if (!options_.results) return;
  auto columns = plan_.nodes[input].columns;
  for (size_t i = 0; i < columns.size() && i < insert.columns.size(); i++)
    columns[i] = {insert.columns[i].name, insert.columns[i].type};
  targets_.push_back({"result", "result", {}, options_.results, {input}, std::move(columns)});
}

void Lowering::FinishSinks() {
  for (auto& target : targets_) {
    stream::Node node;
    const auto& first = plan_.nodes[target.inputs[0]];
    node.columns = std::move(target.columns);
    if (node.columns.empty()) node.columns = first.columns;
    node.time = first.time;
    for (const auto input : target.inputs) node.mode = std::max(node.mode, plan_.nodes[input].mode);
    node.inputs = std::move(target.inputs);
    node.what = stream::SinkNode{std::move(target.sink), std::move(target.label)};
    plan_.Add(std::move(node));
  }
  targets_.clear();
}

}  // namespace tarn::sql
