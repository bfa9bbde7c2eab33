#include "sql/parse/parser.h"

#include "sql/parse/parser_impl.h"
#include "sql/parse/script.h"

namespace tarn::sql {

namespace {

/// Lays the text under an error that leaves the parser.
template <typename Work>
auto WithText(std::string_view text, Work work) {
  try {
    return work();
  } catch (const SqlError& error) {
    throw error.WithText(text);
  }
}

/// The statement's first token, behind blanks and comments.
size_t FirstToken(std::string_view text) {
  const auto parts = SplitScript(text);
  return parts.empty() ? text.size() : parts.front().offset;
}

}  // namespace

Statement ParseStatement(std::string_view text) {
  return WithText(text, [&]() -> Statement {
    const size_t first = FirstToken(text);
    if (const auto set = MatchUnquotedSet(text.substr(first))) {
      const auto moved = [&](Text part) {
        part.span.offset += first;
        return part;
      };
      const size_t behind = first + set->length + (set->complete ? 1 : 0);
      if (FirstToken(text.substr(behind)) + behind < text.size()) {
        throw SqlError(ErrorStage::Parse, {behind, 0}, "a second statement follows", "one statement at a time");
      }
      if (set->reset) return {ResetStatement{moved(set->key)}};
      return {SetStatement{Option{moved(set->key), moved(set->value)}}};
    }
    return Parser(text).ParseStatementAlone();
  });
}

Query ParseQuery(std::string_view text) {
  return WithText(text, [&] { return Parser(text).ParseQueryAlone(); });
}

Expression ParseExpression(std::string_view text) {
  return WithText(text, [&] { return Parser(text).ParseExpressionAlone(); });
}

}  // namespace tarn::sql
