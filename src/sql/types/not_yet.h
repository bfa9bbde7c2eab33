// What Flink's SQL has, this parser reads and nothing runs yet: refused by these words, not as if it were unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn::sql {

/// `upper`: the call's name in upper case, as the parser writes it (sql/parse/parser.h).
inline std::optional<std::string> NotRunYet(std::string_view upper) {
  if (upper == "__AS_OF") return "joining the version of a table at a row's time (FOR SYSTEM_TIME AS OF a column)";
  if (upper == "MATCH_RECOGNIZE") return "MATCH_RECOGNIZE";
  for (const std::string_view window : {"TUMBLE", "HOP", "CUMULATE", "SESSION"}) {
    if (upper == window || upper.starts_with(std::string(window) + "_")) return "windows: " + std::string(upper);
  }
  return std::nullopt;
}

}  // namespace tarn::sql
