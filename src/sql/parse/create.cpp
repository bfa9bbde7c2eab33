// CREATE, REPLACE and DROP of everything.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

Statement Parser::ParseCreate() {
  const Token& first = Peek();
  bool replace = Accept("REPLACE");
  const bool create = !replace;
  if (create) {
    Expect("CREATE");
    replace = Accept("OR", "REPLACE");
    if (!replace && Accept("OR", "ALTER")) {
      return {UnsupportedStatement{"CREATE OR ALTER", "", SpanFrom(first)}};
    }
  }
  const bool temporary = Accept("TEMPORARY");
  const bool system = temporary && Accept("SYSTEM");
  const Token& kind = Peek();
  if (Accept("TABLE")) {
    CreateTable table;
    if (replace && temporary) Fail(SpanFrom(first), "a temporary table cannot be replaced", "", ErrorStage::Validation);
    table = ParseCreateTable();
    table.temporary = temporary;
    table.create = create;
    table.replace = replace;
    if (replace && !table.as) Fail(SpanFrom(first), "REPLACE TABLE needs AS and a query", "", ErrorStage::Validation);
    if (temporary && table.as) {
      Fail(first.span, "a temporary table cannot be made from a query", "CREATE TEMPORARY VIEW .. AS",
           ErrorStage::Validation);
    }
    return {std::move(table)};
  }
  if (replace && !IsWord("TABLE")) Unexpected("TABLE", "only tables can be replaced");
  if (Accept("VIEW")) {
    CreateView view;
    view.temporary = temporary;
    view.if_not_exists = Accept("IF", "NOT", "EXISTS");
    view.name = ParseObjectName("a view name");
    if (IsSymbol("(")) view.columns = ParseNameList("a column name");
    if (Accept("COMMENT")) view.comment = ParseComment();
    Expect("AS");
    if (!IsQuery()) Unexpected("a query");
    view.query = ParseQuery();
    return {std::move(view)};
  }
  if (Accept("FUNCTION")) {
    CreateFunction function = ParseCreateFunction();
    function.temporary = temporary;
    function.system = system;
    return {std::move(function)};
  }
  if (!temporary && Accept("CATALOG")) {
    CreateCatalog catalog;
    catalog.if_not_exists = Accept("IF", "NOT", "EXISTS");
    catalog.name = ParseName("a catalog name");
    if (Accept("COMMENT")) catalog.comment = ParseComment();
    if (Accept("WITH")) catalog.options = ParseOptions("options");
    return {std::move(catalog)};
  }
  if (!temporary && Accept("DATABASE")) {
    CreateDatabase database;
    database.if_not_exists = Accept("IF", "NOT", "EXISTS");
    database.name = ParseObjectName("a database name");
    if (Accept("COMMENT")) database.comment = ParseComment();
    if (Accept("WITH")) database.options = ParseOptions("options");
    return {std::move(database)};
  }
  if (IsAnyWord({"MATERIALIZED", "MODEL", "CONNECTION"})) {
    const std::string what = kind.upper == "MATERIALIZED" ? "MATERIALIZED TABLE" : kind.upper;
    while (Peek().kind != TokenKind::End && !IsSymbol(";")) Take();
    return {UnsupportedStatement{"CREATE " + what, "", Cover(first.span, kind.span)}};
  }
  Unexpected("TABLE, VIEW, DATABASE, CATALOG or FUNCTION");
}

CreateFunction Parser::ParseCreateFunction() {
  CreateFunction function;
  function.if_not_exists = Accept("IF", "NOT", "EXISTS");
  function.name = ParseObjectName("a function name");
  Expect("AS");
  function.class_name = ParseString("a class name in single quotes");
  if (Accept("LANGUAGE")) {
    if (!IsAnyWord({"JAVA", "SCALA", "PYTHON", "SQL"})) Unexpected("JAVA, SCALA or PYTHON");
    function.language = Take().upper;
  }
  if (Accept("USING")) {
    do {
      Expect("JAR");
      function.jars.push_back(ParseString("a path in single quotes"));
    } while (AcceptSymbol(","));
  }
  if (Accept("WITH")) ParseOptions("options");
  return function;
}

Statement Parser::ParseDrop() {
  const Token& first = Expect("DROP");
  DropStatement drop;
  drop.temporary = Accept("TEMPORARY");
  drop.system = drop.temporary && Accept("SYSTEM");
  if (Accept("TABLE"))
    drop.kind = ObjectKind::Table;
  else if (Accept("VIEW"))
    drop.kind = ObjectKind::View;
  else if (Accept("FUNCTION"))
    drop.kind = ObjectKind::Function;
  else if (!drop.temporary && Accept("DATABASE"))
    drop.kind = ObjectKind::Database;
  else if (!drop.temporary && Accept("CATALOG"))
    drop.kind = ObjectKind::Catalog;
  else if (IsAnyWord({"MATERIALIZED", "MODEL", "CONNECTION"})) {
    const Token& kind = Peek();
    const std::string what = kind.upper == "MATERIALIZED" ? "MATERIALIZED TABLE" : kind.upper;
    while (Peek().kind != TokenKind::End && !IsSymbol(";")) Take();
    return {UnsupportedStatement{"DROP " + what, "", Cover(first.span, kind.span)}};
  } else {
    Unexpected("TABLE, VIEW, DATABASE, CATALOG or FUNCTION");
  }
  drop.if_exists = Accept("IF", "EXISTS");
  drop.name = ParseObjectName("a name");
  if (drop.kind == ObjectKind::Catalog && drop.name.parts.size() > 1) {
    Fail(drop.name.span(), "a catalog's name has one part", "", ErrorStage::Validation);
  }
  if (drop.kind == ObjectKind::Database) {
    drop.cascade = Accept("CASCADE");
    if (!drop.cascade) Accept("RESTRICT");
  }
  return {std::move(drop)};
}

}  // namespace tarn::sql
