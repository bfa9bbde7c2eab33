#include "app/completion.h"

#include <algorithm>
#include <cctype>

#include "base/ascii_case.h"
#include "function/function.h"
#include "function/process_functions.h"
#include "paimon/option_list.h"
#include "sql/parse/keywords.h"
#include "sql/settings.h"

namespace tarn::app {
namespace {

constexpr const char* kPhrases[] = {"ALTER TABLE",
                                    "AS",
                                    "BEGIN STATEMENT SET;",
                                    "BETWEEN",
                                    "CALL",
                                    "CASE",
                                    "CAST",
                                    "CREATE",
                                    "CREATE CATALOG",
                                    "CREATE TABLE",
                                    "CREATE VIEW",
                                    "CREATE DATABASE",
                                    "CROSS JOIN",
                                    "DELETE",
                                    "DESCRIBE",
                                    "DISTINCT",
                                    "DROP TABLE",
                                    "DROP VIEW",
                                    "ELSE",
                                    "END",
                                    "EXCEPT",
                                    "EXPLAIN",
                                    "FROM",
                                    "FULL JOIN",
                                    "GROUP BY",
                                    "HAVING",
                                    "IF NOT EXISTS",
                                    "INNER JOIN",
                                    "INSERT INTO",
                                    "INSERT OVERWRITE",
                                    "INTERSECT",
                                    "INTERVAL",
                                    "IS NOT NULL",
                                    "JOIN",
                                    "LEFT JOIN",
                                    "LIKE",
                                    "LIMIT",
                                    "NOT NULL",
                                    "ORDER BY",
                                    "PARTITION BY",
                                    "PARTITIONED BY",
                                    "PRIMARY KEY",
                                    "RESET",
                                    "SELECT",
                                    "SET",
                                    "SHOW CATALOGS",
                                    "SHOW DATABASES",
                                    "SHOW CREATE TABLE",
                                    "SHOW TABLES",
                                    "SHOW VIEWS",
                                    "SHOW OPTIONS",
                                    "TABLE",
                                    "TEMPORARY TABLE",
                                    "TEMPORARY VIEW",
                                    "TIMESTAMP",
                                    "UNION ALL",
                                    "UPDATE",
                                    "USE",
                                    "USE CATALOG",
                                    "VALUES",
                                    "WATERMARK FOR",
                                    "WHEN",
                                    "WHERE",
                                    "WITH"};

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool StartsWithoutCase(std::string_view text, std::string_view prefix) {
  return EqualInAnyCase(text.substr(0, prefix.size()), prefix);
}

// Where the quote or backtick that is open at the end of `text` stands; npos: none is.
size_t OpenQuote(std::string_view text) {
  size_t open = std::string_view::npos;
  for (size_t i = 0; i < text.size(); i++) {
    if (open != std::string_view::npos) {
      if (text[i] == text[open]) open = std::string_view::npos;
    } else if (text[i] == '\'' || text[i] == '`') {
      open = i;
    } else if (text[i] == '-' && i + 1 < text.size() && text[i + 1] == '-') {
      i = std::min(text.find('\n', i), text.size());
    }
  }
  return open;
}

std::string AsWritten(const std::string& name) {
  std::string upper;
  for (const char c : name) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                     std::all_of(name.begin(), name.end(), IsWordCharacter) && !sql::IsReserved(upper);
  if (plain) return name;
  std::string quoted = "`";
  for (const char c : name) quoted += c == '`' ? std::string("``") : std::string(1, c);
  return quoted + "`";
}

// What follows in phrases of several words of which the first are written: SHOW TAB -> TABLES.
std::vector<std::string> Continuations(std::string_view before, std::string_view word) {
  std::vector<std::string> rests;
  for (const std::string_view phrase : kPhrases) {
    for (size_t at = phrase.find(' '); at != std::string_view::npos; at = phrase.find(' ', at + 1)) {
      const auto head = phrase.substr(0, at + 1), rest = phrase.substr(at + 1);
      if (before.size() < head.size() || !StartsWithoutCase(rest, word)) continue;
      const size_t begin = before.size() - head.size();
      if (!StartsWithoutCase(before.substr(begin), head)) continue;
      if (begin == 0 || !IsWordCharacter(before[begin - 1])) rests.emplace_back(rest);
    }
  }
  return rests;
}

void AddFunctions(std::string_view word, bool lower, std::vector<std::string>* words) {
  const auto add = [&](std::string name) {
    if (name == "COUNT_STAR" || !StartsWithoutCase(name, word)) return;
    if (lower) name = AsciiLower(name);
    words->push_back(name + "(");
  };
  for (const auto& name : function::FunctionNames()) add(name);
  for (const auto& entry : function::ProcessFunctions()) add(entry.name);
}

}  // namespace

Completion CompleteWord(std::string_view text, const std::function<std::vector<std::string>()>& names) {
  Completion completion;
  auto& words = completion.words;
  const size_t quote = OpenQuote(text);
  if (quote != std::string_view::npos && text[quote] == '\'') {
    completion.begin = quote + 1;
    const auto word = text.substr(completion.begin);
    for (const auto& option : paimon::KnownOptions())
      if (option.name.starts_with(word)) words.emplace_back(option.name);
    for (const auto& setting : sql::KnownSettings())
      if (setting.key.starts_with(word)) words.emplace_back(setting.key);
    for (auto& each : words) each += "'";
  } else {
    size_t begin = text.size();
    if (quote != std::string_view::npos) {
      begin = quote;
    } else {
      while (begin > 0 && IsWordCharacter(text[begin - 1])) begin--;
    }
    completion.begin = begin;
    const auto word = text.substr(begin);
    const bool after_dot = begin > 0 && text[begin - 1] == '.';
    if (word.empty() && !after_dot) return completion;
    const bool lower =
        std::none_of(word.begin(), word.end(), [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; });
    const auto add_phrase = [&](std::string phrase) {
      if (lower) phrase = AsciiLower(phrase);
      words.push_back(std::move(phrase));
    };
    const auto continuations =
        quote == std::string_view::npos ? Continuations(text.substr(0, begin), word) : std::vector<std::string>();
    if (!continuations.empty()) {
      for (const auto& rest : continuations) add_phrase(rest);
      std::sort(words.begin(), words.end());
      return completion;
    }
    for (const auto& name : names()) {
      const std::string written = AsWritten(name);
      if (StartsWithoutCase(name, word) || StartsWithoutCase(written, word)) words.push_back(written);
    }
    if (!after_dot && quote == std::string_view::npos) {
      for (const char* phrase : kPhrases)
        if (StartsWithoutCase(phrase, word)) add_phrase(phrase);
      // One letter would list half of them.
      if (word.size() > 1) AddFunctions(word, lower, &words);
    }
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return completion;
}

}  // namespace tarn::app
