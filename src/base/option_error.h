// An error about one option of a table: whoever knows the statement that names the option can show its place.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace tarn {

class OptionError : public Error {
 public:
  OptionError(std::string option, std::string message, ErrorCode code = ErrorCode::InvalidInput)
      : Error(code, std::move(message)), option_(std::move(option)) {}

  const std::string& option() const { return option_; }

 private:
  std::string option_;
};

}  // namespace tarn
