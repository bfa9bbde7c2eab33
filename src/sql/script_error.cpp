#include "sql/script_error.h"

#include "sql/parse/lexer.h"

namespace tarn::sql {

std::optional<SqlError> InScript(const SqlError& error, std::string_view statement, std::string_view script,
                                 size_t offset) {
  Span span = error.span();
  if (RenderError(statement, span, error.message(), error.hint()) != error.what()) return std::nullopt;
  // What is wrong at the end of a statement is not the next one's first word.
  if (span.length == 0) span.length = span.offset < statement.size() ? TokenLength(statement, span.offset) : 1;
  span.offset += offset;
  return SqlError(error.stage(), span, error.message(), error.hint(), error.code()).WithText(script);
}

}  // namespace tarn::sql
