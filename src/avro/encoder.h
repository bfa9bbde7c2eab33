// Writes Avro values one after another; the caller keeps to the schema that it has put into the container.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace tarn::avro {

class Encoder {
 public:
  void Boolean(bool value) { out_.push_back(value ? 1 : 0); }
  void Long(int64_t value) { AppendZigzag(out_, value); }
  void Float(float value) { AppendLe(out_, value); }
  void Double(double value) { AppendLe(out_, value); }
  void Bytes(std::string_view value) {
    Long(static_cast<int64_t>(value.size()));
    out_.append(value);
  }
  /// The branch of a union; what belongs to it follows.
  void Branch(int64_t index) { Long(index); }
  /// Before the items (or entries) of an array or map; after them comes EndItems.
  void BeginItems(size_t count) {
    if (count > 0) Long(static_cast<int64_t>(count));
  }
  void EndItems() { Long(0); }

  const std::string& bytes() const { return out_; }
  void Clear() { out_.clear(); }

 private:
  std::string out_;
};

}  // namespace tarn::avro
