// An expression as Flink prints it in DESCRIBE and SHOW CREATE TABLE: names in backticks, keywords and functions in
// upper case, single blanks.
#include "sql/parse/keywords.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

namespace {

std::string Quoted(const std::string& text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted += quote;
    quoted += c;
  }
  return quoted + quote;
}

}  // namespace

std::string Parser::Canonical(Span span) const {
  std::string out;
  const Token* before = nullptr;
  for (size_t i = 0; i < tokens_.size(); i++) {
    const Token& token = tokens_[i];
    if (token.span.offset < span.offset || token.kind == TokenKind::End) continue;
    if (token.span.offset >= span.End()) break;
    const Token& next = tokens_[std::min(i + 1, tokens_.size() - 1)];
    const bool symbol = token.kind == TokenKind::Symbol;
    const bool after_path = before != nullptr && before->kind == TokenKind::Symbol &&
                            (before->text == "." || before->text == "(" || before->text == "[");
    const bool tight = symbol && (token.text == "." || token.text == "," || token.text == ")" || token.text == "]" ||
                                  token.text == "[");
    const bool call_bracket = symbol && token.text == "(" && before != nullptr && before->kind == TokenKind::Word &&
                              (!IsReserved(before->upper) || IsReservedFunction(before->upper) ||
                               before->upper == "CAST" || before->upper == "ROW");
    if (before != nullptr && !after_path && !tight && !call_bracket) out += ' ';
    switch (token.kind) {
      case TokenKind::Word: {
        const bool call = next.kind == TokenKind::Symbol && next.text == "(" && next.span.offset < span.End();
        out += IsReserved(token.upper) || call ? token.upper : Quoted(token.text, '`');
        break;
      }
      case TokenKind::Quoted:
        out += Quoted(token.text, '`');
        break;
      case TokenKind::String:
        out += Quoted(token.text, '\'');
        break;
      default:
        out += TextOf(token.span);
    }
    before = &token;
  }
  return out;
}

}  // namespace tarn::sql
