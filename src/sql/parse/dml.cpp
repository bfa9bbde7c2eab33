// INSERT, statement sets, EXECUTE, DELETE, UPDATE, CALL, EXPLAIN.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

std::vector<PartitionValue> Parser::ParsePartition() {
  std::vector<PartitionValue> values;
  Expect("PARTITION");
  ExpectSymbol("(");
  do {
    PartitionValue value;
    value.column = ParseName("a partition column name");
    if (AcceptSymbol("=")) value.value = ParseExpressionHere();
    values.push_back(std::move(value));
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  return values;
}

std::vector<Name> Parser::ParseTargetColumns() {
  std::vector<Name> columns;
  ExpectSymbol("(");
  do {
    const ObjectName path = ParseObjectName("a column name");
    if (path.parts.size() > 1) {
      Fail(path.span(), "'" + path.Text() + "' is no column of the table",
           "name whole columns: fields of a ROW are not set alone", ErrorStage::Validation);
    }
    columns.push_back(path.parts.front());
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  return columns;
}

InsertStatement Parser::ParseInsertBody() {
  InsertStatement insert;
  insert.upsert = Take().upper == "UPSERT";
  if (!Accept("INTO")) {
    Expect("OVERWRITE");
    insert.overwrite = true;
    if (IsWord("TABLE")) Fail(Peek().span, "the table's name follows OVERWRITE at once", "leave TABLE out");
  }
  insert.table = ParseObjectName("a table name");
  insert.options = ParseTableHint();
  if (IsWord("PARTITION")) insert.partition = ParsePartition();
  if (IsSymbol("(") && !IsQuery()) {
    insert.columns = ParseTargetColumns();
    // PARTITION may also stand behind the columns.
    if (insert.partition.empty() && IsWord("PARTITION")) insert.partition = ParsePartition();
  }
  if (!IsQuery()) Unexpected("a query or VALUES");
  insert.query = ParseQuery();
  if (IsWord("ON") && IsWord("CONFLICT", 1)) {
    Unsupported(Peek().span, "ON CONFLICT is not supported", "leave it out; rows of one key replace each other");
  }
  return insert;
}

StatementSet Parser::ParseStatementSetBody(bool outer_begin) {
  // BEGIN STATEMENT SET; .. END  or  STATEMENT SET BEGIN .. END
  Expect("STATEMENT");
  Expect("SET");
  if (outer_begin) {
    AcceptSymbol(";");
  } else {
    Expect("BEGIN");
  }
  StatementSet set;
  while (!IsWord("END")) {
    if (AcceptSymbol(";")) continue;
    if (!IsAnyWord({"INSERT", "UPSERT"})) Unexpected("INSERT or END", "a statement set holds INSERT statements only");
    set.inserts.push_back(ParseInsertBody());
    if (!IsWord("END")) ExpectSymbol(";");
  }
  if (set.inserts.empty()) Fail(Peek().span, "the statement set is empty", "", ErrorStage::Validation);
  Take();
  return set;
}

Statement Parser::ParseInsert() {
  if (Accept("BEGIN")) return {ParseStatementSetBody(true)};
  if (Accept("EXECUTE")) {
    if (IsWord("STATEMENT")) return {ParseStatementSetBody(false)};
    if (IsWord("PLAN")) {
      const Token& token = Take();
      ParseString("a path in single quotes");
      return {UnsupportedStatement{"EXECUTE PLAN", "run the statement itself: a job resumes from its checkpoints",
                                   token.span}};
    }
    if (IsQuery()) return {SelectStatement{ParseQuery()}};
  }
  if (IsWord("STATEMENT")) return {ParseStatementSetBody(false)};
  if (!IsAnyWord({"INSERT", "UPSERT"})) Unexpected("INSERT, SELECT or STATEMENT SET");
  return {ParseInsertBody()};
}

Statement Parser::ParseDelete() {
  Expect("DELETE");
  Expect("FROM");
  DeleteStatement statement;
  statement.table = ParseObjectName("a table name");
  if (Accept("AS") || IsName()) statement.alias = ParseName("a table alias");
  if (Accept("WHERE")) statement.condition = ParseExpressionHere();
  return {std::move(statement)};
}

Statement Parser::ParseUpdate() {
  Expect("UPDATE");
  UpdateStatement statement;
  statement.table = ParseObjectName("a table name");
  if (Accept("AS") || IsName()) statement.alias = ParseName("a table alias");
  Expect("SET");
  do {
    Name column = ParseName("a column name");
    ExpectSymbol("=");
    statement.assignments.emplace_back(std::move(column), ParseExpressionHere());
  } while (AcceptSymbol(","));
  if (Accept("WHERE")) statement.condition = ParseExpressionHere();
  return {std::move(statement)};
}

Statement Parser::ParseCall() {
  Expect("CALL");
  CallStatement call;
  call.procedure = ParseObjectName("a procedure name");
  ExpectSymbol("(");
  if (!IsSymbol(")")) {
    do {
      CallStatement::Argument argument;
      if (Peek().kind == TokenKind::Word && !IsName() && IsSymbol("=>", 1)) {
        Fail(Peek().span, "'" + Peek().text + "' is a reserved word", "quote it: `" + Peek().text + "` => ..");
      }
      if (IsName() && IsSymbol("=>", 1)) {
        argument.name = ParseName("an argument name");
        Take();
      }
      argument.value = ParseExpressionHere();
      call.arguments.push_back(std::move(argument));
    } while (AcceptSymbol(","));
  }
  ExpectSymbol(")");
  return {std::move(call)};
}

Statement Parser::ParseExplain() {
  const Token& token = Expect("EXPLAIN");
  ExplainStatement explain;
  if (!Accept("PLAN", "FOR")) {
    do {
      if (Accept("ESTIMATED_COST"))
        explain.estimated_cost = true;
      else if (Accept("CHANGELOG_MODE"))
        explain.changelog_mode = true;
      else if (Accept("JSON_EXECUTION_PLAN"))
        explain.json = true;
      else if (Accept("PLAN_ADVICE"))
        explain.plan_advice = true;
      else
        break;
    } while (AcceptSymbol(","));
  }
  explain.statement = std::make_unique<Statement>(ParseStatement());
  const auto& value = explain.statement->value;
  const auto* table = std::get_if<CreateTable>(&value);
  if (!std::holds_alternative<SelectStatement>(value) && !std::holds_alternative<InsertStatement>(value) &&
      !std::holds_alternative<StatementSet>(value) && !std::holds_alternative<UpdateStatement>(value) &&
      !std::holds_alternative<DeleteStatement>(value) && (table == nullptr || !table->as)) {
    Fail(token.span, "EXPLAIN takes a query, an INSERT or a statement set", "", ErrorStage::Validation);
  }
  return {std::move(explain)};
}

}  // namespace tarn::sql
