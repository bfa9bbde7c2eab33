// A continuous query as plain values: a graph of nodes, each saying what it does, what it gives and what it was lowered
// from. Built by sql/lower (or by hand in tests), shown by explain.h, run by executor.h.
#pragma once

#include <duckdb/common/shared_ptr.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "connector/sink.h"
#include "connector/source.h"
#include "stream/column.h"
#include "stream/process_function.h"

namespace duckdb {
class Expression;
}

namespace tarn::stream {

using connector::ChangelogMode;

/// A bound DuckDB expression over the input's columns (BoundReferenceExpression), and how a user would write it.
struct Expression {
  std::shared_ptr<const duckdb::Expression> bound;
  std::string text;
};

struct SourceNode {
  std::shared_ptr<connector::Source> source;
  std::string table;
  std::string identity = {};  // equal for sources that give the same rows; empty: like no other
};
/// What its input, a source, could not make rows of (connector::RejectedTypes).
struct RejectsNode {};
struct ProjectNode {
  std::vector<Expression> expressions;  // one per output column
};
struct FilterNode {
  Expression condition;
  /// Over rows that replace one another by key: a row that fails may have replaced one that did not, so it is passed on
  /// as -D.
  bool failing_are_deletes = false;
};
/// Rows as their sink may get them.
struct ForSinkNode {
  std::string sink;              // whose rules they are
  std::vector<size_t> not_null;  // columns that a NULL must not reach (-D rows aside)
  bool drop_nulls = false;       // such rows are left out and counted; else they stop the job
  bool drop_update_before = false;
};
struct UnionNode {};  // UNION ALL of its inputs, which have equal columns
/// Declares event time: no later row has a time at or before the largest value of `watermark` so far. Passes all rows.
struct WatermarkNode {
  Expression watermark;
  std::optional<int64_t> max_jump_us;  // a row whose time is further ahead than this does not move the watermark
  bool null_time_is_error = true;
};
/// Rows that change by one key, for a sink that keeps them by another (or rows that change without a key).
struct MaterializeNode {
  std::vector<size_t> sink_key;
  std::vector<size_t> row_key;  // empty: a row is known by all of its columns
};
struct ProcessNode {
  std::string function;
  std::string uid;  // defaults to the function's name; state is found again by it
  std::vector<TableParameter> parameters;
  std::vector<TableArgument> tables;  // given ones are the node's inputs, in this order
  std::string arguments;              // the scalar ones as text, for EXPLAIN
  std::function<std::unique_ptr<ProcessFunction>()> make;
};
struct SinkNode {
  std::shared_ptr<connector::Sink> sink;
  std::string table;
};

struct Node {
  std::vector<size_t> inputs;  // indexes into StreamPlan::nodes, all smaller than this node's own
  Columns columns;
  std::optional<size_t> time;  // the time attribute (microseconds in its vectors)
  std::vector<size_t> key;     // unique key of the rows, empty = none known
  ChangelogMode mode = ChangelogMode::InsertOnly;
  std::variant<SourceNode, RejectsNode, ProjectNode, FilterNode, ForSinkNode, MaterializeNode, UnionNode, WatermarkNode,
               ProcessNode, SinkNode>
      what;
};

/// Nodes in an order in which inputs come first. Roots are nodes that nobody reads: sinks, or the result of a SELECT.
struct StreamPlan {
  std::vector<Node> nodes;
  std::vector<std::string> notes;  // what EXPLAIN should warn about

  size_t Add(Node node);
  std::vector<size_t> Roots() const;
  /// Every source ends by itself.
  bool Bounded() const;
};

/// Vector types of these columns.
duckdb::vector<duckdb::LogicalType> VectorTypes(const Columns& columns);

/// What a node is, without what it reads: "Filter  sog > 30". Stable between two plannings of one statement.
std::string Label(const Node& node);

}  // namespace tarn::stream
