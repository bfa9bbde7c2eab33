#include "sql/option_place.h"

#include "sql/parse/lexer.h"
#include "sql/sql_error.h"

namespace tarn::sql {

void ThrowAtOption(const OptionError& error, std::string_view statement) {
  const auto tokens = Tokenize(statement);
  for (size_t i = 0; i + 1 < tokens.size(); i++) {
    if (tokens[i].kind != TokenKind::String || tokens[i].text != error.option()) continue;
    if (tokens[i + 1].kind != TokenKind::Symbol || tokens[i + 1].text != "=") continue;
    const std::string whole = error.what();
    const auto end = whole.find('\n');
    std::string hint = end == std::string::npos ? "" : whole.substr(end + 1);
    if (hint.starts_with("  ")) hint = hint.substr(2);
    const bool gap = error.code() == ErrorCode::Unsupported;
    throw SqlError(gap ? ErrorStage::Plan : ErrorStage::Validation, tokens[i].span, whole.substr(0, end),
                   std::move(hint), error.code())
        .WithText(statement);
  }
  throw error;
}

}  // namespace tarn::sql
