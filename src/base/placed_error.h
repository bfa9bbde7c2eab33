// An error about a place in a statement, from where nobody knows the statement: whoever does can show the place.
#pragma once

#include <cstddef>

#include "base/error.h"

namespace tarn {

class PlacedError : public Error {
 public:
  PlacedError(size_t offset, const Error& error) : Error(error), offset_(offset) {}

  /// In the statement's text, in bytes.
  size_t offset() const { return offset_; }

 private:
  size_t offset_;
};

}  // namespace tarn
