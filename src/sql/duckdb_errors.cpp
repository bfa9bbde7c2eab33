#include "sql/duckdb_errors.h"

#include <charconv>

#include "base/option_error.h"
#include "columnar/duckdb_error.h"
#include "sql/many_rows.h"
#include "sql/names.h"
#include "sql/sql_error.h"

namespace tarn::sql {
namespace {

Span PlaceOf(const duckdb::ErrorData& error) {
  const auto position = error.ExtraInfo().find("position");
  if (position == error.ExtraInfo().end()) return {};
  size_t offset = 0;
  std::from_chars(position->second.data(), position->second.data() + position->second.size(), offset);
  return {offset, 0};
}

// DuckDB adds its own picture of the statement, which is not the user's text.
std::string FirstPart(const std::string& message) {
  const size_t picture = message.find("\n\nLINE ");
  std::string text = picture == std::string::npos ? message : message.substr(0, picture);
  return DecodeText(text);
}

struct OurWords {
  const char* theirs;  // how its message begins
  const char* ours;
  const char* hint;
};

/// What DuckDB alone finds out, in our words.
constexpr OurWords kOurWords[] = {
    {"More than one row returned by a subquery", kManyRows, "LIMIT 1, or an aggregate such as MAX, leaves one"},
    {"GROUPING child", "an argument of GROUPING is not among the columns of GROUP BY", ""},
    {"QUANTILE can only take", "the fraction of PERCENTILE lies from 0 to 1", ""},
    {"Argument for ntile", "NTILE takes an integer of 1 or more", ""},
};

[[noreturn]] void Throw(const duckdb::ErrorData& error, ErrorStage stage) {
  const Error ours = columnar::FromDuckDb(error);
  if (const auto option = error.ExtraInfo().find("tarn_option"); option != error.ExtraInfo().end()) {
    throw OptionError(option->second, ours.what(), ours.code());
  }
  if (error.ExtraInfo().count("tarn_code") != 0) throw ours;
  const std::string message = FirstPart(ours.what());
  switch (ours.code()) {
    case ErrorCode::Cancelled:
      throw Error(ErrorCode::Cancelled, "cancelled");
    case ErrorCode::ResourceExhausted:
      throw Error(ErrorCode::ResourceExhausted,
                  message + "\n  More may be given by --memory, or by --temp-dir on a larger disk");
    case ErrorCode::IoFailed:
    case ErrorCode::Internal:
      throw Error(ours.code(), message);
    default:
      for (const auto& words : kOurWords) {
        if (message.starts_with(words.theirs)) {
          throw SqlError(stage, PlaceOf(error), words.ours, words.hint, ours.code());
        }
      }
      throw SqlError(stage, PlaceOf(error), message, "", ours.code());
  }
}

}  // namespace

void ThrowBindError(const duckdb::ErrorData& error) {
  const bool gap = error.Type() == duckdb::ExceptionType::NOT_IMPLEMENTED;
  Throw(error, gap ? ErrorStage::Plan : ErrorStage::Validation);
}

void ThrowRunError(const duckdb::ErrorData& error) { Throw(error, ErrorStage::Runtime); }

}  // namespace tarn::sql
