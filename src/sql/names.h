// Names on their way into DuckDB and back. Flink's names are case-sensitive, DuckDB folds case, so every identifier
// that a user wrote is encoded injectively before it enters a syntax tree, a catalog or a struct type, and decoded
// before anybody sees it again: an upper-case ASCII letter becomes '^' and its lower-case form, '^' is doubled.
//
//   dateTime -> date^time      A -> ^a      a^b -> a^^b      EXPR$0 -> ^e^x^p^r$0
#pragma once

#include <string>
#include <string_view>

namespace tarn::sql {

std::string EncodeName(std::string_view name);
/// The inverse of EncodeName. Text that EncodeName never yields is passed through as it is.
std::string DecodeName(std::string_view encoded);

/// '^' before a blank is what EncodeName never yields: names of ours that no user can write begin so.
inline constexpr const char* kFileSchema = "^ file";  // of a table that is a file, read by its name

/// Decodes every encoded piece of a message of DuckDB's. A '^' that encodes nothing stays.
std::string DecodeText(std::string_view text);

}  // namespace tarn::sql
