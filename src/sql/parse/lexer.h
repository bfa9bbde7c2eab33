// Flink's lexical rules: what a word, a literal, an operator is, where comments and hints stand. The lexer knows words,
// not keywords: which words are reserved is the parser's business (keywords.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sql/sql_error.h"

namespace tarn::sql {

enum class TokenKind {
  Word,       // unquoted: identifier or keyword; text as written
  Quoted,     // `in backticks`; text without them
  Integer,    // 12
  Decimal,    // 1.5  .5  1.
  Approx,     // 1e3
  String,     // 'it''s' or U&'\4E2D'; text decoded, UTF-8
  Binary,     // X'0AFF'; text = the bytes
  Symbol,     // an operator or a bracket
  HintBegin,  // /*+
  HintEnd,    // */
  End
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::string upper;  // of a Word: in upper case, to compare with keywords
  Span span;
};

/// All tokens of a statement or script, an End token last. Throws SqlError(Parse) on text that holds no token.
std::vector<Token> Tokenize(std::string_view text);

/// How many bytes the token at `offset` takes, for an underline; a dotted path counts as one. At least 1; never throws.
size_t TokenLength(std::string_view text, size_t offset);

}  // namespace tarn::sql
