// Which statement it is.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

Statement Parser::ParseStatementAlone() {
  Statement statement = ParseStatement();
  ExpectEnd("statement");
  return statement;
}

Query Parser::ParseQueryAlone() {
  Query query = ParseQuery();
  ExpectEnd("query");
  return query;
}

Expression Parser::ParseExpressionAlone() {
  Expression expression = ParseExpressionHere();
  if (Peek().kind != TokenKind::End) Unexpected("the end of the expression");
  return expression;
}

Expression Parser::ParseExpressionHere() {
  const Token& first = Peek();
  Expression expression;
  expression.tree = ParseTree();
  if (!scopes_.back().windows.empty()) {
    Fail(scopes_.back().windows.front().name.span, "no window is defined here", "", ErrorStage::Validation);
  }
  expression.span = SpanFrom(first);
  expression.text = TextOf(expression.span);
  expression.canonical = Canonical(expression.span);
  return expression;
}

Statement Parser::ParseStatement() {
  const Depth depth(*this);
  const Token& token = Peek();
  if (IsQuery()) return {SelectStatement{ParseQuery()}};
  if (token.kind == TokenKind::End) Unexpected("a statement");
  if (token.kind != TokenKind::Word) Unexpected("a statement");
  const std::string& word = token.upper;
  if (word == "INSERT" || word == "UPSERT") return ParseInsert();
  if (word == "EXECUTE" || word == "BEGIN" || word == "STATEMENT") return ParseInsert();
  if (word == "DELETE") return ParseDelete();
  if (word == "UPDATE") return ParseUpdate();
  if (word == "CALL") return ParseCall();
  if (word == "EXPLAIN") return ParseExplain();
  if (word == "CREATE" || word == "REPLACE") return ParseCreate();
  if (word == "DROP") return ParseDrop();
  if (word == "ALTER") return ParseAlter();
  if (word == "SHOW") return ParseShow();
  if (word == "DESCRIBE" || word == "DESC") return ParseDescribe();
  if (word == "SET") return ParseSet();
  if (word == "RESET") return ParseReset();
  if (word == "USE") return ParseUse();
  if (word == "ANALYZE") return ParseAnalyze();
  return ParseOther();
}

}  // namespace tarn::sql
