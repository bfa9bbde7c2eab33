// What the lowering of every operator shares.
#pragma once

#include <duckdb/planner/expression.hpp>
#include <duckdb/planner/logical_operator.hpp>

#include "connector/connectors.h"
#include "sql/lower/lower.h"
#include "sql/sql_error.h"

namespace duckdb {
class ClientContext;
class Connection;
class LogicalColumnDataGet;
class LogicalExpressionGet;
class LogicalFilter;
class LogicalGet;
class LogicalProjection;
class LogicalSetOperation;
}  // namespace duckdb

namespace tarn::sql {

class Lowering {
 public:
  Lowering(duckdb::Connection& connection, const LowerOptions& options, stream::StreamPlan& plan)
      : connection_(connection), options_(options), plan_(plan) {}

  /// Adds the nodes of a tree and returns the index of its root.
  size_t Lower(duckdb::LogicalOperator& op);
  /// An INSERT (or a SELECT, without a target) writes the rows of a node. All that write into one table share its sink.
  void AddSink(size_t input, const ContinuousInsert& insert);
  void AddSink(size_t input, const BoundTable& target);
  /// Once all is lowered: adds the sinks to the plan.
  void FinishSinks();
  /// What the target asks of its rows, as a node where something must be done. Refuses changes that it cannot take.
  size_t ForSink(size_t input, const BoundTable& target, connector::ChangelogMode takes);

  duckdb::Connection& connection() { return connection_; }
  const LowerOptions& options() const { return options_; }
  const stream::Node& node(size_t index) const { return plan_.nodes[index]; }
  size_t node_count() const { return plan_.nodes.size(); }

  /// Adds a node, or finds one that gives the same rows: a table that is read twice alike is read once.
  size_t Add(stream::Node node);
  /// While it is set, tables are read to their end and no further (inputs that a function wants whole).
  void set_bounded(bool bounded) { bounded_ = bounded; }
  bool streaming() const { return options_.streaming && !bounded_; }

  connector::ConnectorContext ConnectorContext(const BoundTable& table);
  /// Bound over the columns of `input`: the expression for its operator, with the text that a user would write.
  stream::Expression Translate(const duckdb::Expression& expression, const stream::Columns& input) const;
  /// A Project above `input`, unless it would change nothing.
  size_t Project(size_t input, std::vector<stream::Expression> expressions, stream::Columns columns);
  /// A Project that picks columns of `input`.
  size_t Pick(size_t input, const std::vector<size_t>& columns);
  /// Refuses what would be wrong on rows that are updated.
  void RequireInsertOnly(size_t input, const std::string& what) const;

 private:
  struct Target {
    std::string table;
    std::string label;  // the table, and which of several sinks for it with different options
    connector::TableDescription description;
    std::shared_ptr<connector::Sink> sink;
    std::vector<size_t> inputs;
    stream::Columns columns;  // empty: those of its inputs
  };
  Target& TargetOf(const BoundTable& table);

  duckdb::Connection& connection_;
  const LowerOptions& options_;
  stream::StreamPlan& plan_;
  bool bounded_ = false;
  std::vector<Target> targets_;
};

/// No stream operator does what this one of a plan does. Where the statement asks for it is found by clause_place.h.
class RefusedOperator : public SqlError {
 public:
  RefusedOperator(duckdb::LogicalOperatorType type, const std::string& what, const std::string& hint)
      : SqlError(ErrorStage::Plan, {}, what + " is not supported in streaming mode yet", hint), type_(type) {}

  duckdb::LogicalOperatorType type() const { return type_; }

 private:
  duckdb::LogicalOperatorType type_;
};

/// The input column that an expression merely passes on, if it does.
std::optional<size_t> PassedColumn(const stream::Expression& expression);
stream::Expression ColumnExpression(const stream::Columns& columns, size_t index);

size_t LowerColumnData(Lowering& lowering, duckdb::LogicalColumnDataGet& op);
size_t LowerDummyScan(Lowering& lowering);
size_t LowerEmptyResult(Lowering& lowering, duckdb::LogicalOperator& op);
size_t LowerFilter(Lowering& lowering, duckdb::LogicalFilter& op);
size_t LowerGet(Lowering& lowering, duckdb::LogicalGet& op);
size_t LowerProcess(Lowering& lowering, duckdb::LogicalGet& op);
size_t LowerCall(Lowering& lowering, const BoundProcess& process);
size_t LowerProjection(Lowering& lowering, duckdb::LogicalProjection& op);
size_t LowerUnion(Lowering& lowering, duckdb::LogicalSetOperation& op);
size_t LowerValues(Lowering& lowering, duckdb::LogicalExpressionGet& op);

}  // namespace tarn::sql
