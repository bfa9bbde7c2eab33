#include "sql/option_place.h"

#include "sql/parse/lexer.h"

namespace tarn::sql {

SqlError AtOption(const OptionError& error, Span span, std::optional<ErrorStage> stage) {
  const std::string whole = error.what();
  const auto end = whole.find('\n');
  std::string hint = end == std::string::npos ? "" : whole.substr(end + 1);
  if (hint.starts_with("  ")) hint = hint.substr(2);
  const bool gap = error.code() == ErrorCode::Unsupported;
  return {stage.value_or(gap ? ErrorStage::Plan : ErrorStage::Validation), span, whole.substr(0, end), std::move(hint),
          error.code()};
}

void ThrowAtOption(const OptionError& error, const std::map<std::string, Span>& places) {
  const auto place = places.find(error.option());
  if (place == places.end()) throw error;
  throw AtOption(error, place->second);
}

void ThrowAtOption(const OptionError& error, std::string_view statement) {
  const auto tokens = Tokenize(statement);
  std::vector<Span> places;
  for (size_t i = 0; i + 1 < tokens.size(); i++) {
    if (tokens[i].kind != TokenKind::String || tokens[i].text != error.option()) continue;
    if (tokens[i + 1].kind != TokenKind::Symbol || tokens[i + 1].text != "=") continue;
    places.push_back(tokens[i].span);
  }
  // Given for several tables: no place is better than that of the wrong one.
  if (places.size() != 1) throw error;
  throw AtOption(error, places.front()).WithText(statement);
}

}  // namespace tarn::sql
