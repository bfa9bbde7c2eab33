// SHOW, DESCRIBE, SET, RESET, USE and what is left.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

Statement Parser::ParseShow() {
  using What = ShowStatement::What;
  const Token& first = Expect("SHOW");
  ShowStatement show;
  const auto parent = [&] {
    if (Accept("FROM") || Accept("IN")) show.from = ParseObjectName("a name");
  };
  const auto like = [&] {
    // Names of tables, views and columns have no ILIKE in Flink.
    const bool exact = show.what == What::Tables || show.what == What::Views || show.what == What::Columns;
    if (exact && (IsWord("ILIKE") || IsWord("ILIKE", 1))) Unexpected("LIKE or the end of the statement");
    show.not_like = IsWord("NOT") && IsAnyWord({"LIKE", "ILIKE"}, 1) && Accept("NOT");
    if (IsAnyWord({"LIKE", "ILIKE"})) {
      show.ignore_case = Take().upper == "ILIKE";
      show.like = ParseString("a pattern in single quotes");
    }
  };
  if (Accept("CURRENT")) {
    if (Accept("CATALOG"))
      show.what = What::CurrentCatalog;
    else if (Accept("DATABASE"))
      show.what = What::CurrentDatabase;
    else
      Unexpected("CATALOG or DATABASE");
  } else if (Accept("CREATE")) {
    if (Accept("TABLE"))
      show.what = What::CreateTable;
    else if (Accept("VIEW"))
      show.what = What::CreateView;
    else if (Accept("CATALOG"))
      show.what = What::CreateCatalog;
    else
      Unexpected("TABLE, VIEW or CATALOG");
    show.from = ParseObjectName("a name");
  } else if (Accept("CATALOGS")) {
    show.what = What::Catalogs;
    like();
  } else if (Accept("DATABASES")) {
    show.what = What::Databases;
    parent();
    like();
  } else if (Accept("TABLES") || Accept("VIEWS")) {
    show.what = Last().upper == "TABLES" ? What::Tables : What::Views;
    parent();
    like();
  } else if (Accept("COLUMNS")) {
    show.what = What::Columns;
    if (!IsAnyWord({"FROM", "IN"})) Unexpected("FROM or IN");
    parent();
    like();
  } else if (Accept("PARTITIONS")) {
    show.what = What::Partitions;
    show.from = ParseObjectName("a table name");
    if (IsWord("PARTITION")) show.partition = ParsePartition();
  } else if (IsWord("FUNCTIONS") || (IsWord("USER") && IsWord("FUNCTIONS", 1))) {
    show.user = Accept("USER");
    Take();
    show.what = What::Functions;
    parent();
    like();
  } else if (Accept("PROCEDURES")) {
    show.what = What::Procedures;
    parent();
    like();
  } else if (IsWord("MODULES") || (IsWord("FULL") && IsWord("MODULES", 1))) {
    show.full = Accept("FULL");
    Take();
    show.what = What::Modules;
  } else if (Accept("JARS")) {
    show.what = What::Jars;
  } else if (Accept("JOBS")) {
    show.what = What::Jobs;
  } else if (Accept("OPTIONS")) {
    show.what = What::Options;
    parent();
    like();
  } else if (IsAnyWord({"MODELS", "MATERIALIZED", "CONNECTIONS"})) {
    const Token& kind = Peek();
    while (Peek().kind != TokenKind::End && !IsSymbol(";")) Take();
    return {UnsupportedStatement{"SHOW " + kind.upper, "", Cover(first.span, kind.span)}};
  } else {
    Unexpected("CATALOGS, DATABASES, TABLES, VIEWS, COLUMNS, PARTITIONS, FUNCTIONS, CREATE or CURRENT");
  }
  return {std::move(show)};
}

Statement Parser::ParseDescribe() {
  Take();
  DescribeStatement describe;
  const auto extended = [&] { describe.extended = Accept("EXTENDED"); };
  if (IsWord("CATALOG") && (IsName(1) || IsWord("EXTENDED", 1))) {
    Take();
    describe.what = DescribeStatement::What::Catalog;
    extended();
  } else if (IsWord("DATABASE") && (IsName(1) || IsWord("EXTENDED", 1))) {
    Take();
    describe.what = DescribeStatement::What::Database;
    extended();
  } else if (IsWord("JOB") && Peek(1).kind == TokenKind::String) {
    Take();
    describe.what = DescribeStatement::What::Job;
    const Text id = ParseString("a job id in single quotes");
    describe.name.parts.push_back({id.value, id.span});
    return {std::move(describe)};
  } else {
    extended();
  }
  describe.name = ParseObjectName("a name");
  if (IsWord("PARTITION")) describe.partition = ParsePartition();
  return {std::move(describe)};
}

Statement Parser::ParseSet() {
  Expect("SET");
  SetStatement set;
  if (Peek().kind == TokenKind::End || IsSymbol(";")) return {std::move(set)};
  Option option;
  // SET key = value without quotes is read before there are tokens (unquoted_set.cpp).
  if (Peek().kind != TokenKind::String) Unexpected("a key in single quotes", "SET 'key' = 'value'");
  option.key = ParseString("a key in single quotes");
  ExpectSymbol("=");
  option.value = ParseString("a value in single quotes");
  set.option = std::move(option);
  return {std::move(set)};
}

Statement Parser::ParseReset() {
  Expect("RESET");
  ResetStatement reset;
  if (Peek().kind == TokenKind::End || IsSymbol(";")) return {std::move(reset)};
  reset.key = ParseString("a key in single quotes");
  return {std::move(reset)};
}

Statement Parser::ParseUse() {
  Expect("USE");
  if (Accept("MODULES")) {
    UseModules use;
    do {
      use.names.push_back(ParseName("a module name"));
    } while (AcceptSymbol(","));
    return {std::move(use)};
  }
  UseStatement use;
  if (IsWord("CATALOG") && IsName(1)) {
    Take();
    use.catalog = true;
    const Name name = ParseName("a catalog name");
    use.name.parts.push_back(name);
    return {std::move(use)};
  }
  use.name = ParseObjectName("a database name");
  if (use.name.parts.size() > 2) {
    Fail(use.name.span(), "a database's name has two parts: catalog.database", "", ErrorStage::Validation);
  }
  return {std::move(use)};
}

Statement Parser::ParseAnalyze() {
  Expect("ANALYZE");
  Expect("TABLE");
  AnalyzeStatement analyze;
  analyze.table = ParseObjectName("a table name");
  if (IsWord("PARTITION")) analyze.partition = ParsePartition();
  Expect("COMPUTE");
  Expect("STATISTICS");
  if (Accept("FOR", "ALL", "COLUMNS")) {
    analyze.all_columns = true;
  } else if (Accept("FOR", "COLUMNS")) {
    do {
      analyze.columns.push_back(ParseName("a column name"));
    } while (AcceptSymbol(","));
  }
  return {std::move(analyze)};
}

Statement Parser::ParseOther() {
  const Token& first = Peek();
  const auto rest = [&](const std::string& what, const std::string& hint) -> Statement {
    const Span span = Cover(first.span, Last().span);
    while (Peek().kind != TokenKind::End && !IsSymbol(";")) Take();
    return {UnsupportedStatement{what, hint, span}};
  };
  if (Accept("TRUNCATE", "TABLE")) return {TruncateStatement{ParseObjectName("a table name")}};
  if (Accept("LOAD", "MODULE") || Accept("UNLOAD", "MODULE")) {
    LoadModule module;
    module.load = first.upper == "LOAD";
    module.name = ParseName("a module name");
    if (Accept("WITH")) module.options = ParseOptions("options");
    return {std::move(module)};
  }
  if (Accept("STOP", "JOB")) {
    StopJob stop;
    stop.id = ParseString("a job id in single quotes");
    if (Accept("WITH", "SAVEPOINT")) stop.with_savepoint = true;
    if (Accept("WITH", "DRAIN")) stop.with_drain = true;
    return {std::move(stop)};
  }
  if (Accept("ADD", "JAR") || Accept("REMOVE", "JAR")) {
    ParseString("a path in single quotes");
    return {UnsupportedStatement{first.upper + " JAR", "functions are built in: no Java runs here", first.span}};
  }
  if (Accept("COMPILE", "PLAN") || Accept("COMPILE", "AND")) {
    return rest("COMPILE PLAN", "run the statement itself: a job resumes from its checkpoints");
  }
  if (Accept("MERGE", "INTO")) {
    for (size_t i = 0; Peek(i).kind != TokenKind::End && !IsSymbol(";", i); i++) {
      if (IsWord("THEN", i) && IsWord("DELETE", i + 1))
        Fail(Peek(i + 1).span, "MERGE has UPDATE and INSERT, no DELETE");
    }
    return rest("MERGE INTO", "INSERT INTO a table with a primary key, or CALL sys.merge_into(..)");
  }
  static const std::vector<std::string> kStatements = {
      "SELECT", "INSERT", "WITH", "VALUES",  "CREATE",  "DROP",  "ALTER",    "SHOW",    "DESCRIBE", "DESC",  "SET",
      "RESET",  "USE",    "CALL", "EXPLAIN", "EXECUTE", "BEGIN", "TRUNCATE", "ANALYZE", "DELETE",   "UPDATE"};
  Unexpected("a statement", SuggestName(first.upper, kStatements));
}

}  // namespace tarn::sql
