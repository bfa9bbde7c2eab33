// The walk behind analyze.h. Private to src/sql/types: analyze_query.cpp has SELECT, set operations and CTEs,
// analyze_from.cpp FROM, analyze_expression.cpp expressions, analyze_comparison.cpp comparisons, analyze_subquery.cpp
// queries in expressions, analyze_call.cpp functions, analyze_aggregate.cpp aggregates, analyze_window.cpp functions
// with OVER.
//
// Each Visit rewrites the node that it is given and returns its type.
#pragma once

#include <duckdb/parser/expression/list.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/query_node/set_operation_node.hpp>
#include <duckdb/parser/tableref/list.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/time_zone.h"
#include "function/function.h"
#include "sql/types/scope.h"

namespace tarn::sql {

using Tree = duckdb::unique_ptr<duckdb::ParsedExpression>;
using Trees = duckdb::vector<Tree>;
using Node = duckdb::unique_ptr<duckdb::QueryNode>;

/// What an expression turned out to be.
struct Typed {
  paimon::DataType type;
  TimeAttribute time = TimeAttribute::None;
  bool can_fail = false;  // on bad data: evaluated only where SQL says so

  bool IsNullLiteral() const { return type.root == paimon::TypeRoot::Null; }
};

/// Where an expression stands, and what is gathered while it is walked.
struct Place {
  const Scope* scope = nullptr;
  const char* clause = "SELECT";
  bool join_condition = false;
  bool conjunct = false;  // true only if the whole condition of the join is: no NOT, OR or call stands around

  // Grouping: set when the SELECT is aggregated.
  bool grouped = false;
  bool aggregates_allowed = false;
  bool windows_allowed = false;
  bool inside_aggregate = false;
  bool in_subquery = false;                       // the value is one of this SELECT and computed in a query inside it
  const std::vector<Tree>* group_keys = nullptr;  // rewritten
  const std::vector<paimon::DataType>* group_types = nullptr;
  bool has_group_by = false;
  bool repeats_sets = false;                            // GROUPING SETS ((a), (a))
  std::vector<std::pair<std::string, Span>> ungrouped;  // columns outside of keys and aggregates, so far

  /// ORDER BY may name an output column: its name, and the item as it was written.
  const std::vector<std::pair<std::string, const duckdb::ParsedExpression*>>* outputs = nullptr;
  bool columns_first = false;  // HAVING: an output only where no column bears the name
};

struct OutputColumn {
  std::string name;     // encoded
  std::string emitted;  // encoded, unique
  Typed typed;
};
using Output = std::vector<OutputColumn>;

class Analyzer {
 public:
  explicit Analyzer(const AnalyzeContext& context) : context_(context) {}

  Output Query(Node& node, const Scope* outer, const std::vector<paimon::DataType>* target = nullptr);
  Typed Visit(Tree& tree, Place& place);

  /// Wraps the query so that column i has types[i].
  void CastOutput(Node& node, Output& output, const std::vector<paimon::DataType>& types);
  /// Makes `tree` of type `to`; a literal is converted at once. Nothing where the form is the same.
  void Cast(Tree& tree, const paimon::DataType& from, const paimon::DataType& to, bool try_cast = false);

 private:
  // ---- analyze_query.cpp
  Output Select(duckdb::SelectNode& node, const Scope* outer, const std::vector<paimon::DataType>* target);
  Output SetOperation(duckdb::SetOperationNode& node, const Scope* outer, const std::vector<paimon::DataType>* target);
  void Modifiers(duckdb::QueryNode& node, Output& output, Place* place,
                 const std::vector<std::pair<std::string, const duckdb::ParsedExpression*>>& items);
  void GroupBy(duckdb::SelectNode& node, const Scope& scope, std::vector<Tree>& keys,
               std::vector<paimon::DataType>& types);
  void CommonTables(duckdb::QueryNode& node);
  std::string UniqueAlias(const std::string& wanted);
  static void Uniquify(Output& output);

  // ---- analyze_star.cpp
  void ExpandStars(duckdb::SelectNode& node, const Scope& scope);
  std::pair<duckdb::vector<std::string>, std::vector<paimon::DataField>> RowOf(const Scope& scope,
                                                                               const duckdb::vector<std::string>& path,
                                                                               Span span);

  // ---- analyze_from.cpp
  void From(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope);
  void Table(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope);
  void Values(duckdb::ExpressionListRef& ref, Scope& scope);
  void TableFunction(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope);
  void Unnest(duckdb::unique_ptr<duckdb::TableRef>& ref, Scope& scope);
  void AddRelation(duckdb::TableRef& ref, Scope& scope, std::vector<ScopeColumn> columns,
                   std::vector<std::string> path);

  // ---- analyze_join.cpp
  void Join(duckdb::JoinRef& join, Scope& scope);

  // ---- analyze_expression.cpp
  Typed VisitNode(Tree& tree, Place& place);
  Typed Constant(Tree& tree, Place& place);
  Typed Column(Tree& tree, Place& place);
  Typed Comparison(Tree& tree, Place& place);
  Typed Conjunction(Tree& tree, Place& place);
  Typed Operator(Tree& tree, Place& place);
  Typed In(Tree& tree, Place& place);
  Typed Between(Tree& tree, Place& place);
  Typed Case(Tree& tree, Place& place);
  Typed CastTree(Tree& tree, Place& place);
  Typed RequireBoolean(Tree& tree, Place& place, const char* what);
  /// Gives both sides one type, as a comparison does. `op` is the comparison's type.
  bool Unify(Tree& left, Typed& a, Tree& right, Typed& b, duckdb::ExpressionType op, const Place& place, Span span);
  /// Of sides of one type, of which `type` is.
  static Tree Compare(duckdb::ExpressionType op, Tree left, Tree right, const paimon::DataType& type);

  // ---- analyze_access.cpp
  Typed Subscript(Tree& tree, Place& place);
  size_t FieldIndex(const paimon::DataType& row, const std::string& name, Span span) const;
  Typed FieldOf(Tree& tree, const Typed& row, const std::string& name, Span span);

  // ---- analyze_subquery.cpp
  Typed Subquery(Tree& tree, Place& place);
  Typed RowEqual(Tree& tree, Place& place);
  Typed RowIn(Tree& tree, Place& place);
  Typed RowInQuery(Tree& tree, Place& place);
  /// Puts an analyzed value into a tree that is yet to be visited.
  Tree OuterValue(Tree value, const Typed& typed);
  Typed VisitOuterValue(Tree& tree);

  // ---- analyze_call.cpp
  Typed Call(Tree& tree, Place& place);
  /// No catalog holds functions.
  void RefusePath(const std::string& catalog, const std::string& database, const std::string& name, Span span) const;
  Typed Form(const std::string& name, Tree& tree, Place& place, bool& found);
  Typed Scalar(const function::Function& entry, const std::string& shown, Tree& tree, Place& place);
  Typed Emit(const function::Function& entry, const std::string& shown, Tree& tree, Trees arguments,
             std::vector<Typed> types, Span span);
  Typed IntervalCast(Tree& tree, Place& place);
  Typed Choose(Tree& tree, Trees arguments, std::vector<Typed> types, Span span, function::Mixing mixing,
               const char* what);

  // ---- analyze_construct.cpp
  Typed Construct(const std::string& name, Tree& tree, Place& place);
  Typed ConstructMap(Tree& tree, Place& place);
  Typed ConstructJson(const std::string& name, Tree& tree, Place& place);

  // ---- analyze_aggregate.cpp
  bool IsAggregateName(const std::string& name) const;
  Typed Aggregate(Tree& tree, Place& place);
  /// ORDER BY inside the call of an aggregate.
  void OrderInside(const std::string& name, duckdb::vector<duckdb::OrderByNode>& orders, Place& inside, Span span);
  void RequireSelected(const duckdb::vector<duckdb::OrderByNode>& orders, const Tree& argument);
  void RequireOrder(const paimon::DataType& type, Span span) const;
  std::vector<Typed> Orders(duckdb::vector<duckdb::OrderByNode>& orders, Place& place);

  // ---- analyze_window.cpp
  Typed Window(Tree& tree, Place& place);
  void CheckWindow(const std::string& name, const duckdb::WindowExpression& window, Span span) const;
  /// Of the functions that exist only with OVER; the parser has taken LAG and LEAD apart.
  void RequireWindowCount(const std::string& name, const duckdb::WindowExpression& window, Span span) const;
  void CheckFrame(const duckdb::WindowExpression& window, const std::vector<Typed>& orders,
                  const std::vector<std::pair<const Tree*, Typed>>& distances);

  [[noreturn]] void Fail(Span span, const std::string& message, const std::string& hint = "",
                         ErrorStage stage = ErrorStage::Validation) const;
  static Span SpanOf(const duckdb::ParsedExpression& tree);
  static Span SpanOf(const duckdb::TableRef& ref);
  const TimeZone& Zone();

  struct CommonTable {
    std::string name;
    std::string emitted;  // what DuckDB calls it; unique in the statement
    std::vector<ScopeColumn> columns;
  };

  const AnalyzeContext& context_;
  std::vector<CommonTable> common_tables_;  // visible ones, innermost last
  std::set<std::string> aliases_;
  std::vector<std::pair<Tree, Typed>> outer_values_;
  std::optional<TimeZone> zone_;
  size_t depth_ = 0;
  const std::vector<paimon::DataType>* insert_target_ = nullptr;  // while the VALUES of an INSERT are read
};

/// The name in DuckDB's catalog of one of our functions.
std::string InternalName(std::string_view name);
Tree MakeFunction(const std::string& name, Trees arguments);
Tree MakeConstantTree(duckdb::Value value, const paimon::DataType& type);
bool IsOuterValue(const duckdb::FunctionExpression& call);
/// (a, b, ..) or ROW(a, b, ..), of two or more.
bool IsRowCall(const duckdb::ParsedExpression& tree);
/// Two rows that are written out, field by field.
bool AreRowsOfOneLength(const duckdb::ParsedExpression& a, const duckdb::ParsedExpression& b);
/// Whether an expression contains an aggregate call that is not one of a window.
bool ContainsAggregate(const duckdb::ParsedExpression& tree);
bool ContainsWindow(const duckdb::ParsedExpression& tree);

}  // namespace tarn::sql
