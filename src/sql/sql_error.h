// The error of a statement: what is wrong, where in its text, how to mend it. look.md shows the shape:
//
//   column 'sogg' is not in dwd_track
//     line 1:14  SELECT mmsi, sogg FROM dwd_track
//                             ^^^^
//     did you mean 'sog'?
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tarn::sql {

/// Which stage refused a statement; the corpora name their errors so.
enum class ErrorStage {
  Parse,       // the text is no statement
  Validation,  // names, types, what a catalog knows
  Plan,        // understood, but not executable
  Runtime      // bad data
};

std::string_view StageName(ErrorStage stage);

/// A stretch of a statement's text, in bytes.
struct Span {
  size_t offset = 0;
  size_t length = 0;

  size_t End() const { return offset + length; }
};

/// From the start of `first` to the end of `last`.
inline Span Cover(Span first, Span last) {
  return {first.offset, last.End() > first.offset ? last.End() - first.offset : 0};
}

/// Thrown by the parser (and by whoever knows a position in the text) without the text around it; WithText lays the
/// source line under the message once, at the door through which the statement came in.
class SqlError : public Error {
 public:
  SqlError(ErrorStage stage, Span span, std::string message, std::string hint = "",
           ErrorCode code = ErrorCode::InvalidInput)
      : Error(code, message), stage_(stage), span_(span), message_(std::move(message)), hint_(std::move(hint)) {}

  ErrorStage stage() const { return stage_; }
  Span span() const { return span_; }
  /// The first line: what is wrong.
  const std::string& message() const { return message_; }
  /// How to mend it; may be empty.
  const std::string& hint() const { return hint_; }

  /// The same error with what() rendered over the statement's text. A length of 0 underlines the token at the offset.
  SqlError WithText(std::string_view statement) const;

 private:
  SqlError(const SqlError& bare, std::string rendered)
      : Error(bare.code(), std::move(rendered)),
        stage_(bare.stage_),
        span_(bare.span_),
        message_(bare.message_),
        hint_(bare.hint_) {}

  ErrorStage stage_;
  Span span_;
  std::string message_;
  std::string hint_;
};

/// Lines and columns count from 1; columns count characters, not bytes.
struct LineColumn {
  size_t line = 1;
  size_t column = 1;
};
LineColumn Locate(std::string_view text, size_t offset);

/// The whole message in look.md's shape.
std::string RenderError(std::string_view statement, Span span, std::string_view message, std::string_view hint);

/// The hint of an error about an unknown name: "did you mean 'sog'?"; where none is near, all of up to 8 candidates
/// ("there is 'mmsi', 'sog'"), and "" of more.
std::string SuggestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tarn::sql
