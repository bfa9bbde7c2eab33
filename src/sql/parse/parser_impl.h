// The recursive-descent parser, one source file a clause: cursor.cpp moves over the tokens, expression.cpp has the
// operators by precedence, primary.cpp what they stand between, and so on. Private to src/sql/parse.
//
// Each Parse.. function expects to stand on the first token of what it reads and leaves behind the last one.
#pragma once

#include <duckdb/common/enums/join_type.hpp>
#include <duckdb/common/enums/subquery_type.hpp>
#include <duckdb/parser/parsed_expression.hpp>
#include <duckdb/parser/query_node.hpp>
#include <duckdb/parser/query_node/select_node.hpp>
#include <duckdb/parser/result_modifier.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <duckdb/parser/tableref.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sql/parse/lexer.h"
#include "sql/parse/statement.h"

namespace duckdb {
class BaseTableRef;
class FunctionExpression;
class WindowExpression;
}  // namespace duckdb

namespace tarn::sql {

using Tree = duckdb::unique_ptr<duckdb::ParsedExpression>;
using Trees = duckdb::vector<Tree>;
using Node = duckdb::unique_ptr<duckdb::QueryNode>;
using Table = duckdb::unique_ptr<duckdb::TableRef>;

enum class IntervalUnit { Year, Month, Day, Hour, Minute, Second };

/// DAY(3) TO SECOND(6) and the like; first == last for a single unit.
struct IntervalQualifier {
  IntervalUnit first = IntervalUnit::Second;
  IntervalUnit last = IntervalUnit::Second;
  int leading_precision = 2;
  Span span;

  /// Counts months; otherwise milliseconds.
  bool IsYearMonth() const { return first == IntervalUnit::Year || first == IntervalUnit::Month; }
  paimon::DataType Type() const;
};

/// Where a window is used by its name: OVER w, OVER (w ..) or w2 AS (w ..).
struct NamedWindow {
  duckdb::WindowExpression* window;
  Name name;
  bool in_brackets = false;
};

/// How tightly an operator binds its operands; 0: it has none on that side.
struct Binding {
  int left;
  int right;

  constexpr int Strength() const { return left > right ? left : right; }
};

class Parser {
 public:
  explicit Parser(std::string_view text);

  Statement ParseStatementAlone();
  Query ParseQueryAlone();
  Expression ParseExpressionAlone();

 private:
  // ---- cursor.cpp
  const Token& Peek(size_t ahead = 0) const;
  const Token& Take();
  const Token& Last() const { return tokens_[at_ == 0 ? 0 : at_ - 1]; }
  bool IsWord(std::string_view upper, size_t ahead = 0) const;
  bool IsAnyWord(std::initializer_list<std::string_view> uppers, size_t ahead = 0) const;
  bool IsSymbol(std::string_view symbol, size_t ahead = 0) const;
  /// Takes the words when they all stand here, else nothing.
  template <typename... Words>
  bool Accept(Words... words) {
    size_t ahead = 0;
    if (!(IsWord(words, ahead++) && ...)) return false;
    at_ += sizeof...(words);
    return true;
  }
  bool AcceptSymbol(std::string_view symbol);
  const Token& Expect(std::string_view upper);
  const Token& ExpectSymbol(std::string_view symbol);
  [[noreturn]] void Fail(Span span, std::string message, std::string hint = "",
                         ErrorStage stage = ErrorStage::Parse) const;
  /// "'x' stands where .. is expected"
  [[noreturn]] void Unexpected(std::string_view expected, std::string hint = "") const;
  [[noreturn]] void Unsupported(Span span, std::string message, std::string hint = "") const;
  Span SpanFrom(const Token& first) const { return Cover(first.span, Last().span); }
  std::string TextOf(Span span) const { return std::string(text_.substr(span.offset, span.length)); }

  bool IsName(size_t ahead = 0) const;
  Name ParseName(std::string_view what);
  std::vector<Name> ParseNameList(std::string_view what);  // in brackets
  ObjectName ParseObjectName(std::string_view what);
  Text ParseString(std::string_view what);
  std::string ParseComment();  // behind COMMENT
  int ParseInteger(std::string_view what, int max);

  /// Bounds recursion: every function that can call itself through others holds one.
  class Depth {
   public:
    explicit Depth(Parser& parser);
    ~Depth() { parser_.depth_--; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };
  /// Bounds left-deep trees, which recurse when they are walked.
  void CountLink(size_t& links) const;
  /// Nothing but a `;` may follow; else an error that looks for a mistyped keyword before the place.
  void ExpectEnd(std::string_view what);

  // ---- expression.cpp: operators, loosest first
  Tree ParseTree();
  Tree ParseAnd();
  Tree ParseCondition();  // without AND and OR
  Tree ParseChain(std::string_view word, duckdb::ExpressionType type, Tree (Parser::*operand)());
  /// The operator that stands at the cursor.
  std::optional<Binding> OperatorHere() const;
  /// An operand and the operators behind it that take it for their left one, being bound by `least`, and are stronger
  /// than `above`.
  Tree ParseOperators(int least, int above = 0);
  Tree ParseAdditive();  // without comparisons, BETWEEN, IN and LIKE
  Tree ParsePrefix();
  /// `left` with the operator at the cursor. `weakest`: of the operators that `left` is made of.
  Tree ParseOperator(Tree left, const Binding& binding, int weakest);
  Tree ParseIs(Tree left, const Token& token);
  Tree ParseOverlaps(Tree left, const Token& at);
  Tree ParsePostfix();
  Tree ParseBetween(Tree input, bool negated, const Token& at, int weakest);
  Tree ParseIn(Tree input, bool negated, const Token& at);
  Tree ParseLike(Tree input, bool negated, const Token& at, const char* function);
  Tree ParseQuantified(Tree left, duckdb::ExpressionType comparison, const Token& at);

  // ---- primary.cpp
  Tree ParsePrimary();
  Tree ParseBracketed();
  Tree ParseNamePath();
  Tree ParseCase();
  Tree ParseCast(bool try_cast);
  Tree ParseExists();
  Tree ParseArray();
  Tree ParseMap();
  Tree ParseRow(Trees items, Span span);
  Tree SubqueryTree(duckdb::SubqueryType type, Span span);

  // ---- literal.cpp
  bool IsLiteral() const;
  Tree ParseLiteral();
  Tree ParseNumber(bool negative);
  Tree ParseDateTimeLiteral();
  Tree ParseIntervalLiteral();
  Tree ParseIntervalExpression(const Token& start, bool negative);
  /// INTERVAL '1' of the (last) unit.
  Tree OneUnit(const IntervalQualifier& qualifier) const;
  Tree StringLiteral(const std::string& value, Span span);
  IntervalQualifier ParseIntervalQualifier();
  bool IsIntervalUnit(size_t ahead = 0) const;

  // ---- call.cpp: function calls, and in special_call.cpp those with a syntax of their own
  Tree ParseCall(const std::vector<Name>& path);
  Tree ParseOver(duckdb::unique_ptr<duckdb::FunctionExpression> call, bool ignore_nulls, Span span);
  void ParseWindowSpecification(duckdb::WindowExpression& window);
  void ParseFrame(duckdb::WindowExpression& window);
  Tree ParseSpecialCall(const std::string& upper);  // null: none of them
  Tree MakeCall(const std::string& lower, Trees arguments, Span span);
  Tree MakeConstant(const std::string& value, Span span);
  std::string ParseTimeUnit();
  Tree ParseJsonValue(Span name);
  Tree ParseJsonQuery(Span name);
  Tree ParseJsonExists(Span name);
  Tree ParseJsonObject(const std::string& lower, Span name);
  Tree ParseJsonArray(const std::string& lower, Span name);

  // ---- type.cpp
  bool IsType() const;
  paimon::DataType ParseType();      // with [NOT] NULL
  paimon::DataType ParseBareType();  // without
  int AtMost(std::string_view what, int max);
  duckdb::LogicalType ParseCastTarget();

  // ---- query.cpp: WITH, set operations, ORDER BY, LIMIT
  Query ParseQuery();
  Node ParseQueryNode();
  Node ParseSetOperations();
  Node ParseIntersections();
  Node ParseQueryTerm();
  Node ParseValues();
  void ParseWith(duckdb::CommonTableExpressionMap& map);
  void ParseOrderAndLimit(Node& node);
  duckdb::vector<duckdb::OrderByNode> ParseOrderItems();
  bool IsQuery() const;
  bool IsBracketedQuery() const;
  duckdb::unique_ptr<duckdb::SelectStatement> Wrap(Node node) const;

  // ---- select.cpp
  Node ParseSelect();
  void ParseSelectList(duckdb::SelectNode& node);
  void ParseGroupBy(duckdb::SelectNode& node);
  void ParseWindowClause();
  void BuildOn(const duckdb::WindowExpression& base, const NamedWindow& use) const;

  // ---- hint.cpp
  OptionList ParseTableHint();
  void ParseQueryHints(size_t select_offset);
  void CheckQueryHints(size_t select_offset, const duckdb::TableRef& from) const;
  void CheckDuration(const Text& text) const;
  OptionList ParseOptions(std::string_view what);  // ('k' = 'v', ..)

  // ---- table_ref.cpp
  struct From {
    Table table;
    Tree as_of;  // FOR SYSTEM_TIME AS OF a column: the time of the probing row
    Span as_of_span;
  };
  Table ParseFrom();
  From ParseJoins();
  From ParseTablePrimary();
  From ParseNamedTable();
  From ParseLateral();
  From ParseUnnest();
  void ParseAlias(duckdb::TableRef& table);
  Table Join(Table left, From right, duckdb::JoinType type, Tree condition, const Token& at);
  Table ParseMatchRecognize(Table input);

  // ---- table_function.cpp
  From ParseTableFunctionCall();
  Table ParseTableFunction();

  // ---- statement.cpp and the files named after the statements
  Statement ParseStatement();
  Statement ParseInsert();
  std::vector<Name> ParseTargetColumns();
  InsertStatement ParseInsertBody();
  std::vector<PartitionValue> ParsePartition();
  StatementSet ParseStatementSetBody(bool outer_begin);
  Statement ParseDelete();
  Statement ParseUpdate();
  Statement ParseCall();
  Statement ParseExplain();
  Statement ParseCreate();
  CreateTable ParseCreateTable();
  void ParseTableElements(CreateTable& table);
  Column ParseColumn(CreateTable* table);
  Watermark ParseWatermark();
  PrimaryKey ParsePrimaryKey();
  Distribution ParseDistribution();
  LikeClause ParseLikeClause();
  CreateFunction ParseCreateFunction();
  Statement ParseDrop();
  Statement ParseAlter();
  AlterTable ParseAlterTable();
  alter::ChangeSchema ParseSchemaChange(bool modify);
  ColumnPosition ParseColumnPosition();
  Statement ParseShow();
  Statement ParseDescribe();
  Statement ParseSet();
  Statement ParseReset();
  Statement ParseUse();
  Statement ParseAnalyze();
  Statement ParseOther();
  Expression ParseExpressionHere();

  // ---- canonical.cpp
  std::string Canonical(Span span) const;

  /// What a SELECT gathers while it is read.
  struct Scope {
    std::vector<NamedWindow> windows;  // OVER name, until the WINDOW clause is read
    bool nulls_allowed = false;        // an INSERT's query may hold untyped NULLs
  };

  static constexpr size_t kMaxDepth = 600;
  static constexpr size_t kMaxLinks = 800;

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t depth_ = 0;
  bool casting_ = false;  // the type of a CAST is read
  std::vector<Scope> scopes_;
  std::vector<QueryHint> hints_;
  bool nulls_allowed_ = false;
};

}  // namespace tarn::sql
