// What the parser makes of a statement: one value per kind. Queries and expressions inside are DuckDB's syntax trees
// with encoded names (names.h) and byte offsets of the statement's text; everything else holds names as written.
#pragma once

#include <duckdb/parser/parsed_expression.hpp>
#include <duckdb/parser/statement/select_statement.hpp>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "paimon/data_type.h"
#include "sql/sql_error.h"

namespace tarn::sql {

struct Name {
  std::string text;
  Span span;
};

/// object, database.object or catalog.database.object.
struct ObjectName {
  std::vector<Name> parts;

  Span span() const { return parts.empty() ? Span{} : Cover(parts.front().span, parts.back().span); }
  /// Joined with dots, for messages.
  std::string Text() const;
};

struct Text {
  std::string value;
  Span span;
};

/// 'key' = 'value', as in WITH (..), SET (..) and OPTIONS(..).
struct Option {
  Text key;
  Text value;
};
using OptionList = std::vector<Option>;

/// One hint of a /*+ .. */ behind a SELECT: STATE_TTL('a' = '1d'), LOOKUP('table' = 'd', ..), BROADCAST(a, b).
struct QueryHint {
  Name name;
  std::vector<Name> arguments;
  OptionList options;
  size_t select_offset = 0;  // which SELECT: where its keyword stands
};

struct Query {
  duckdb::unique_ptr<duckdb::SelectStatement> tree;
  std::vector<QueryHint> hints;
  std::string text;  // as written
  Span span;
};

struct Expression {
  duckdb::unique_ptr<duckdb::ParsedExpression> tree;
  std::string text;       // as written
  std::string canonical;  // as Flink prints it: names in backticks, keywords in upper case, single blanks
  Span span;
};

// ---- queries and DML

struct SelectStatement {
  Query query;
};

/// PARTITION (dt = 'x', hr): a value for a static partition column, none for a dynamic one.
struct PartitionValue {
  Name column;
  std::optional<Expression> value;
};

struct InsertStatement {
  bool overwrite = false;
  bool upsert = false;
  ObjectName table;
  OptionList options;  // of the hint behind the table
  std::vector<PartitionValue> partition;
  std::vector<Name> columns;
  Query query;
};

struct DeleteStatement {
  ObjectName table;
  std::optional<Name> alias;
  std::optional<Expression> condition;
};

struct UpdateStatement {
  ObjectName table;
  std::optional<Name> alias;
  std::vector<std::pair<Name, Expression>> assignments;
  std::optional<Expression> condition;
};

struct TruncateStatement {
  ObjectName table;
};

struct StatementSet {
  std::vector<InsertStatement> inserts;
};

struct CallStatement {
  struct Argument {
    std::optional<Name> name;
    Expression value;
  };
  ObjectName procedure;
  std::vector<Argument> arguments;
};

// ---- tables

struct Column {
  enum class Kind { Physical, Computed, Metadata };
  Kind kind = Kind::Physical;
  Name name;
  paimon::DataType type;  // not of a computed column
  Span type_span;
  std::optional<Expression> expression;     // of a computed column
  std::optional<std::string> metadata_key;  // METADATA FROM 'key'
  bool is_virtual = false;
  std::optional<std::string> comment;
};

struct Watermark {
  std::vector<Name> column;  // a path into a row; one name for a column
  Expression expression;
  Span span;
};

struct PrimaryKey {
  std::optional<Name> constraint;
  std::vector<Name> columns;
  bool enforced = false;
  Span span;
};

struct Distribution {
  enum class Kind { Unspecified, Hash, Range };
  Kind kind = Kind::Unspecified;
  std::vector<Name> columns;
  std::optional<int> buckets;
  Span span;
};

struct LikeClause {
  enum class Feature { All, Constraints, Distribution, Generated, Metadata, Options, Partitions, Watermarks };
  enum class Merging { Including, Excluding, Overwriting };
  struct Rule {
    Merging merging;
    Feature feature;
    Span span;
  };
  ObjectName base;
  std::vector<Rule> rules;
};

/// CREATE TABLE in all its forms; REPLACE TABLE .. AS and CREATE OR REPLACE TABLE .. AS set the flags.
struct CreateTable {
  bool temporary = false;
  bool if_not_exists = false;
  bool create = true;
  bool replace = false;
  ObjectName name;
  std::vector<Column> columns;
  std::vector<Name> reordered_columns;  // CREATE TABLE t (a, b) AS ..: names only
  std::optional<Watermark> watermark;
  std::optional<PrimaryKey> primary_key;
  std::optional<std::string> comment;
  std::optional<Distribution> distribution;
  std::vector<Name> partitioned_by;
  OptionList options;
  std::optional<LikeClause> like;
  std::optional<Query> as;
};

/// FIRST, AFTER column, or where it is.
struct ColumnPosition {
  bool first = false;
  std::optional<Name> after;
};

namespace alter {
struct SetOptions {
  OptionList options;
};
struct ResetOptions {
  std::vector<Text> keys;
};
struct RenameTo {
  ObjectName name;
};
struct RenameColumn {
  std::vector<Name> from;
  Name to;
};
/// ADD and MODIFY: columns, keys, watermarks, distribution.
struct ChangeSchema {
  bool modify = false;
  std::vector<std::pair<Column, ColumnPosition>> columns;
  std::optional<PrimaryKey> primary_key;
  std::optional<Watermark> watermark;
  std::optional<Distribution> distribution;
};
struct DropColumns {
  std::vector<Name> columns;
};
struct DropPrimaryKey {};
struct DropConstraint {
  Name name;
};
struct DropWatermark {};
struct DropDistribution {};
using PartitionSpec = std::vector<PartitionValue>;
struct AddPartitions {
  bool if_not_exists = false;
  std::vector<PartitionSpec> partitions;
};
struct DropPartitions {
  bool if_exists = false;
  std::vector<PartitionSpec> partitions;
};
struct Comment {
  Text text;
};
struct AsQuery {
  Query query;
};
}  // namespace alter

struct AlterTable {
  bool if_exists = false;
  ObjectName name;
  std::variant<alter::SetOptions, alter::ResetOptions, alter::RenameTo, alter::RenameColumn, alter::ChangeSchema,
               alter::DropColumns, alter::DropPrimaryKey, alter::DropConstraint, alter::DropWatermark,
               alter::DropDistribution, alter::AddPartitions, alter::DropPartitions>
      action;
};

struct AlterView {
  ObjectName name;
  std::variant<alter::RenameTo, alter::AsQuery> action;
};

struct AlterDatabase {
  ObjectName name;
  alter::SetOptions action;
};

struct AlterCatalog {
  Name name;
  std::variant<alter::SetOptions, alter::ResetOptions, alter::Comment> action;
};

// ---- other objects

struct CreateCatalog {
  bool if_not_exists = false;
  Name name;
  std::optional<std::string> comment;
  OptionList options;
};

struct CreateDatabase {
  bool if_not_exists = false;
  ObjectName name;
  std::optional<std::string> comment;
  OptionList options;
};

struct CreateView {
  bool temporary = false;
  bool if_not_exists = false;
  ObjectName name;
  std::vector<Name> columns;
  std::optional<std::string> comment;
  Query query;
};

struct CreateFunction {
  bool temporary = false;
  bool system = false;
  bool if_not_exists = false;
  ObjectName name;
  Text class_name;
  std::optional<std::string> language;
  std::vector<Text> jars;
};

enum class ObjectKind { Catalog, Database, Table, View, Function };

struct DropStatement {
  ObjectKind kind = ObjectKind::Table;
  bool temporary = false;
  bool system = false;
  bool if_exists = false;
  bool cascade = false;
  ObjectName name;
};

// ---- session

struct SetStatement {
  std::optional<Option> option;  // none: list what is set
};
struct ResetStatement {
  std::optional<Text> key;  // none: all
};
struct UseStatement {
  bool catalog = false;
  ObjectName name;
};
struct UseModules {
  std::vector<Name> names;
};
struct LoadModule {
  bool load = true;
  Name name;
  OptionList options;
};

struct ShowStatement {
  enum class What {
    Catalogs,
    CurrentCatalog,
    Databases,
    CurrentDatabase,
    Tables,
    Views,
    Columns,
    Partitions,
    Functions,
    Procedures,
    Modules,
    Jars,
    Jobs,
    Options,  // ours: the options of tables and sessions
    CreateTable,
    CreateView,
    CreateCatalog
  };
  What what = What::Tables;
  bool user = false;               // SHOW USER FUNCTIONS
  bool full = false;               // SHOW FULL MODULES
  std::optional<ObjectName> from;  // FROM / IN, or the object of SHOW CREATE, COLUMNS, PARTITIONS
  bool not_like = false;
  bool ignore_case = false;  // ILIKE
  std::optional<Text> like;
  std::vector<PartitionValue> partition;
};

struct DescribeStatement {
  enum class What { Table, Catalog, Database, Job };
  What what = What::Table;
  bool extended = false;
  ObjectName name;
  std::vector<PartitionValue> partition;
};

struct Statement;

struct ExplainStatement {
  bool estimated_cost = false;
  bool changelog_mode = false;
  bool json = false;
  bool plan_advice = false;
  std::unique_ptr<Statement> statement;  // a query, an INSERT or a statement set
};

struct AnalyzeStatement {
  ObjectName table;
  std::vector<PartitionValue> partition;
  bool all_columns = false;
  std::vector<Name> columns;
};

struct StopJob {
  Text id;
  bool with_savepoint = false;
  bool with_drain = false;
};

/// Understood and not for us (ADD JAR, COMPILE PLAN, materialized tables, models ..): what it is, for the refusal.
struct UnsupportedStatement {
  std::string what;
  std::string hint;
  Span span;
};

struct Statement {
  std::variant<SelectStatement, InsertStatement, DeleteStatement, UpdateStatement, TruncateStatement, StatementSet,
               CallStatement, CreateTable, AlterTable, AlterView, AlterDatabase, AlterCatalog, CreateCatalog,
               CreateDatabase, CreateView, CreateFunction, DropStatement, SetStatement, ResetStatement, UseStatement,
               UseModules, LoadModule, ShowStatement, DescribeStatement, ExplainStatement, AnalyzeStatement, StopJob,
               UnsupportedStatement>
      value;
};

}  // namespace tarn::sql
