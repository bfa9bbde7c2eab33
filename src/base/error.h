// The one exception type of the code base. An expected outcome (nothing found, a commit race lost) is a value.
#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace tarn {

enum class ErrorCode {
  InvalidInput,
  NotFound,
  AlreadyExists,
  Unsupported,
  Corruption,
  IoFailed,
  Conflict,
  ResourceExhausted,
  Cancelled,
  Internal
};

/// what() is one message for a user: what is wrong, where, and how to mend it. The "where" grows on the way out:
/// whoever knows more (the file, the snapshot, the table) catches, adds its frame and rethrows; innermost frame first.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {
    // what() ends at a NUL, which a damaged name or value may hold: what comes behind it must not be lost.
    std::replace(message_.begin(), message_.end(), '\0', '?');
  }

  ErrorCode code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

  Error& At(std::string_view frame) {
    message_.append("\n  at ").append(frame);
    return *this;
  }

 private:
  ErrorCode code_;
  std::string message_;
};

}  // namespace tarn
