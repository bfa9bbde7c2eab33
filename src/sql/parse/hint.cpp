// Hints: OPTIONS(..) behind a table, STATE_TTL, LOOKUP and the join hints behind SELECT.
#include <duckdb/parser/tableref/basetableref.hpp>
#include <duckdb/parser/tableref/joinref.hpp>

#include "base/duration.h"
#include "sql/names.h"
#include "sql/parse/parser_impl.h"

namespace tarn::sql {
namespace {

/// What the relations of a FROM are called: by their alias, or the path as it is written.
void CollectNames(const duckdb::TableRef& from, std::vector<std::string>& names) {
  if (from.type == duckdb::TableReferenceType::JOIN) {
    const auto& join = from.Cast<duckdb::JoinRef>();
    CollectNames(*join.left, names);
    CollectNames(*join.right, names);
  } else if (!from.alias.empty()) {
    names.push_back(DecodeName(from.alias));
  } else if (from.type == duckdb::TableReferenceType::BASE_TABLE) {
    const auto& table = from.Cast<duckdb::BaseTableRef>();
    std::string path;
    for (const auto* part : {&table.catalog_name, &table.schema_name, &table.table_name})
      if (!part->empty()) path += (path.empty() ? "" : ".") + DecodeName(*part);
    names.push_back(std::move(path));
  }
}

/// Whether one of two paths is the end of the other: t and db.t.
bool SamePath(const std::string& a, const std::string& b) {
  return a == b || a.ends_with("." + b) || b.ends_with("." + a);
}

}  // namespace

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

void Parser::CheckDuration(const Text& text) const {
  try {
    ParseDurationMillis(text.value);
  } catch (const Error&) {
    Fail(text.span, "'" + text.value + "' is no duration", "such as '1 d' or '30 min'", ErrorStage::Plan);
  }
}

// A hint about a table that its SELECT does not read is a slip.
void Parser::CheckQueryHints(size_t select_offset, const duckdb::TableRef& from) const {
  std::vector<std::string> names;
  CollectNames(from, names);
  const auto check = [&](const Name& hint, const std::string& table, Span span) {
    if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return SamePath(name, table); })) return;
    Fail(span, "hint " + hint.text + " names '" + table + "', which is no table of this SELECT",
         SuggestName(table, names), ErrorStage::Validation);
  };
  for (const auto& hint : hints_) {
    if (hint.select_offset != select_offset || hint.name.text == "OPTIONS") continue;
    bool names_table = !hint.arguments.empty();
    for (const auto& argument : hint.arguments) check(hint.name, argument.text, argument.span);
    for (const auto& option : hint.options) {
      const bool lookup = hint.name.text == "LOOKUP";
      if (lookup && option.key.value != "table") continue;
      names_table = true;
      if (lookup) {
        check(hint.name, option.value.value, option.value.span);
      } else {
        check(hint.name, option.key.value, option.key.span);
        if (hint.name.text == "STATE_TTL") CheckDuration(option.value);
      }
    }
    if (names_table) continue;
    Fail(hint.name.span, "hint " + hint.name.text + " names no table",
         hint.name.text == "STATE_TTL" ? "STATE_TTL('t' = '1 d')"
         : hint.name.text == "LOOKUP"  ? "LOOKUP('table' = 't')"
                                       : hint.name.text + "(t)",
         ErrorStage::Plan);
  }
}

}  // namespace tarn::sql
