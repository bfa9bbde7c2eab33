// Hints: OPTIONS(..) behind a table, STATE_TTL, LOOKUP and the join hints behind SELECT.
#include "sql/parse/parser_impl.h"

namespace tarn::sql {

OptionList Parser::ParseOptions(std::string_view what) {
  OptionList options;
  ExpectSymbol("(");
  if (AcceptSymbol(")")) return options;
  do {
    Option option;
    if (Peek().kind == TokenKind::Word && IsSymbol("=", 1)) {
      Fail(Peek().span, std::string(what) + " are texts in single quotes", "'" + Peek().text + "' = ..");
    }
    option.key = ParseString("an option's name in single quotes");
    ExpectSymbol("=");
    const Token& value = Peek();
    if (value.kind != TokenKind::String) {
      Unexpected("a value in single quotes", value.kind == TokenKind::End ? "" : "'" + TextOf(value.span) + "'");
    }
    option.value = ParseString("a value in single quotes");
    options.push_back(std::move(option));
  } while (AcceptSymbol(","));
  ExpectSymbol(")");
  return options;
}

OptionList Parser::ParseTableHint() {
  OptionList options;
  if (Peek().kind != TokenKind::HintBegin) return options;
  Take();
  do {
    const Token& name = Peek();
    if (name.kind != TokenKind::Word) Unexpected("a hint");
    if (name.upper != "OPTIONS") {
      // A table takes OPTIONS only; other hints belong behind SELECT.
      Fail(name.span, "'" + name.text + "' is no hint of a table", "/*+ OPTIONS('key' = 'value') */", ErrorStage::Plan);
    }
    Take();
    for (auto& option : ParseOptions("options")) options.push_back(std::move(option));
  } while (AcceptSymbol(","));
  if (Peek().kind != TokenKind::HintEnd) Unexpected("*/");
  Take();
  return options;
}

void Parser::ParseQueryHints(size_t select_offset) {
  static const std::vector<std::string> kHints = {"STATE_TTL",     "LOOKUP",    "BROADCAST",  "SHUFFLE_HASH",
                                                  "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN", "OPTIONS"};
  Take();
  if (Peek().kind != TokenKind::HintEnd) {
    do {
      QueryHint hint;
      hint.select_offset = select_offset;
      const Token& name = Peek();
      if (name.kind != TokenKind::Word) Unexpected("a hint");
      if (std::find(kHints.begin(), kHints.end(), name.upper) == kHints.end()) {
        Fail(name.span, "hint '" + name.text + "' is unknown", SuggestName(name.upper, kHints), ErrorStage::Plan);
      }
      hint.name = {name.upper, name.span};
      Take();
      if (IsSymbol("(")) {
        if (Peek(1).kind == TokenKind::String && IsSymbol("=", 2)) {
          hint.options = ParseOptions("hint options");
        } else {
          Take();
          if (!IsSymbol(")")) {
            do {
              const Token& argument = Peek();
              if (argument.kind == TokenKind::String) {
                Take();
                hint.arguments.push_back({argument.text, argument.span});
              } else {
                const ObjectName table = ParseObjectName("a table name");
                hint.arguments.push_back({table.Text(), table.span()});
              }
            } while (AcceptSymbol(","));
          }
          ExpectSymbol(")");
        }
      }
      hints_.push_back(std::move(hint));
    } while (AcceptSymbol(",") || Peek().kind == TokenKind::Word);
  }
  if (Peek().kind != TokenKind::HintEnd) Unexpected("*/");
  Take();
}

}  // namespace tarn::sql
