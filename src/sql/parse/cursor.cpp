#include "sql/parse/keywords.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

namespace {

std::string Shown(const Token& token, std::string_view text) {
  if (token.kind == TokenKind::End) return "the end of the statement";
  constexpr size_t kMax = 40;
  std::string shown(text.substr(token.span.offset, std::min(token.span.length, kMax)));
  if (token.span.length > kMax) shown += "..";
  return shown.starts_with("'") ? shown : "'" + shown + "'";
}

}  // namespace

Parser::Parser(std::string_view text) : text_(text), tokens_(Tokenize(text)), scopes_(1) {}

const Token& Parser::Peek(size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

const Token& Parser::Take() {
  const Token& token = tokens_[at_];
  if (at_ + 1 < tokens_.size()) at_++;
  return token;
}

bool Parser::IsWord(std::string_view upper, size_t ahead) const {
  const Token& token = Peek(ahead);
  return token.kind == TokenKind::Word && token.upper == upper;
}

bool Parser::IsAnyWord(std::initializer_list<std::string_view> uppers, size_t ahead) const {
  for (const auto upper : uppers) {
    if (IsWord(upper, ahead)) return true;
  }
  return false;
}

bool Parser::IsSymbol(std::string_view symbol, size_t ahead) const {
  const Token& token = Peek(ahead);
  return token.kind == TokenKind::Symbol && token.text == symbol;
}

bool Parser::AcceptSymbol(std::string_view symbol) {
  if (!IsSymbol(symbol)) return false;
  at_++;
  return true;
}

const Token& Parser::Expect(std::string_view upper) {
  if (!IsWord(upper)) Unexpected(upper);
  return Take();
}

const Token& Parser::ExpectSymbol(std::string_view symbol) {
  if (!IsSymbol(symbol)) Unexpected("'" + std::string(symbol) + "'");
  return Take();
}

void Parser::Fail(Span span, std::string message, std::string hint, ErrorStage stage) const {
  throw SqlError(stage, span, std::move(message), std::move(hint));
}

void Parser::Unexpected(std::string_view expected, std::string hint) const {
  const Token& token = Peek();
  std::string message = Shown(token, text_) + " stands where " + std::string(expected) + " is expected";
  // A word that begins a clause was hardly meant as a name.
  const bool clause = IsAnyWord({"FROM", "WHERE", "HAVING", "UNION", "EXCEPT", "INTERSECT", "JOIN", "ON", "AS", "AND",
                                 "OR", "THEN", "WHEN"}) ||
                      (IsAnyWord({"GROUP", "ORDER"}) && IsWord("BY", 1));
  const bool reserved = hint.empty() && token.kind == TokenKind::Word && IsReserved(token.upper);
  if (reserved && clause) {
    if (Last().kind == TokenKind::Symbol && Last().text == ",") hint = "a comma too much stands before it";
  } else if (reserved &&
             (expected.ends_with("name") || expected.ends_with("alias") || expected.ends_with("variable"))) {
    message = "'" + token.text + "' is a reserved word";
    hint = "to use it as a name, quote it: `" + token.text + "`";
  }
  Fail(token.span, std::move(message), std::move(hint));
}

void Parser::Unsupported(Span span, std::string message, std::string hint) const {
  throw SqlError(ErrorStage::Plan, span, std::move(message), std::move(hint), ErrorCode::Unsupported);
}

bool Parser::IsName(size_t ahead) const {
  const Token& token = Peek(ahead);
  return token.kind == TokenKind::Quoted || (token.kind == TokenKind::Word && !IsReserved(token.upper));
}

Name Parser::ParseName(std::string_view what) {
  if (!IsName()) Unexpected(what);
  const Token& token = Take();
  return {token.text, token.span};
}

std::vector<Name> Parser::ParseNameList(std::string_view what) {
  std::vector<Name> names;
  ExpectSymbol("(");
  do {
    names.push_back(ParseName(what));
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  return names;
}

ObjectName Parser::ParseObjectName(std::string_view what) {
  ObjectName name;
  do {
    if (name.parts.size() == 3) Unexpected("the end of the name", "a name has three parts: catalog.database.object");
    // Flink reads `a.t$snapshots` as one token and refuses it; quoting either part helps.
    const bool after_word = !name.parts.empty() && tokens_[at_ - 2].kind == TokenKind::Word;
    const Token& token = Peek();
    if (after_word && token.kind == TokenKind::Word && token.text.find('$') != std::string::npos) {
      Fail(token.span, "a name with '$' behind a dot must be quoted", "write `" + token.text + "`");
    }
    name.parts.push_back(ParseName(what));
  } while (AcceptSymbol("."));
  return name;
}

Text Parser::ParseString(std::string_view what) {
  if (Peek().kind != TokenKind::String) Unexpected(what, "a text in single quotes");
  const Token& token = Take();
  return {token.text, token.span};
}

std::string Parser::ParseComment() {
  const Token& token = Peek();
  if (token.kind == TokenKind::Word || token.kind == TokenKind::Quoted) {
    Fail(token.span, "a comment stands in single quotes", "COMMENT '" + token.text + "'");
  }
  return ParseString("a comment in single quotes").value;
}

void Parser::ExpectEnd(std::string_view what) {
  AcceptSymbol(";");
  if (Peek().kind == TokenKind::End) return;
  static const std::vector<std::string> kClauses = {"FROM",  "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT",
                                                    "UNION", "JOIN",  "INNER", "LEFT",   "CROSS", "WINDOW"};
  std::string hint;
  if (IsAnyWord({"GROUP", "ORDER", "PARTITION"})) {
    hint = "BY must follow " + Peek().upper;
  } else if (Last().kind == TokenKind::Word && !IsReserved(Last().upper)) {
    // SELECT a FORM t: FORM was taken for an alias.
    hint = SuggestName(Last().upper, kClauses);
  }
  if (hint.empty() && Peek().kind == TokenKind::Word) hint = SuggestName(Peek().upper, kClauses);
  if (IsReserved(Peek().upper) && hint.starts_with("did you mean")) hint.clear();
  Unexpected("the end of the " + std::string(what), hint);
}

int Parser::ParseInteger(std::string_view what, int max) {
  const Token& token = Peek();
  if (token.kind != TokenKind::Integer) Unexpected(what);
  if (token.text.size() > 10 || std::stoll(token.text) > max) {
    Fail(token.span, std::string(what) + " is at most " + std::to_string(max));
  }
  return static_cast<int>(std::stoll(Take().text));
}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ > kMaxDepth) {
    parser_.depth_--;
    // What is counted are steps of this parser, of which a bracket takes some.
    size_t open = 0;
    for (size_t i = 0; i < parser_.at_; i++) {
      const auto& token = parser_.tokens_[i];
      if (token.kind != TokenKind::Symbol) continue;
      if (token.text == "(") open++;
      if (token.text == ")") open--;
    }
    parser_.Fail(parser_.Peek().span,
                 "the statement is nested too deeply" +
                     (open > 1 ? ": " + std::to_string(open) + " brackets are open here" : std::string()),
                 "name parts of it in WITH or in views");
  }
}

void Parser::CountLink(size_t& links) const {
  if (++links > kMaxLinks) {
    Fail(Peek().span, "more than " + std::to_string(kMaxLinks) + " operators in a row",
         "use brackets or several steps");
  }
}

std::string ObjectName::Text() const {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ".") + part.text;
  return text;
}

}  // namespace tarn::sql
