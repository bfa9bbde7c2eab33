// Definition and repetition levels: which values of a column are there, and where lists begin.
#pragma once

#include <cstdint>
#include <vector>

#include "columnar/parquet/encodings.h"

namespace tarn::columnar::parquet {

/// Rows of a vector as they reach a nested column, after the nodes above it: one slot for each level pair it will
/// store. A slot without a row (kNone) ended at a NULL or an empty list above.
struct Slots {
  static constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> rows;
  std::vector<uint8_t> definition;
  std::vector<uint8_t> repetition;

  size_t size() const { return rows.size(); }
  void Add(uint32_t row, uint8_t def, uint8_t rep) {
    rows.push_back(row);
    definition.push_back(def);
    repetition.push_back(rep);
  }
};

/// Levels of one column of the row group in the making. While every value is there nothing is kept but a count.
class Levels {
 public:
  Levels(uint8_t max_definition, uint8_t max_repetition)
      : max_definition_(max_definition), max_repetition_(max_repetition) {}

  void AddDefined(size_t count) {
    count_ += count;
    if (!definition_.empty()) definition_.insert(definition_.end(), count, max_definition_);
  }
  void AddNull() {
    if (definition_.empty()) definition_.assign(count_, max_definition_);
    definition_.push_back(static_cast<uint8_t>(max_definition_ - 1));
    count_++;
  }
  void AddValid() {
    if (!definition_.empty()) definition_.push_back(max_definition_);
    count_++;
  }
  void AddSlots(const Slots& slots, const std::vector<uint8_t>& definition);

  size_t count() const { return count_; }
  bool all_defined() const { return definition_.empty(); }
  bool repeated() const { return max_repetition_ > 0; }
  bool defined(size_t at) const { return definition_.empty() || definition_[at] == max_definition_; }
  bool begins_row(size_t at) const { return repetition_.empty() || repetition_[at] == 0; }
  size_t bytes() const { return definition_.size() + repetition_.size(); }
  void Clear();
  /// Clears, and gives the memory back.
  void Release();
  size_t capacity() const { return definition_.capacity() + repetition_.capacity(); }

  /// As a version-1 data page begins: repetition levels, then definition levels, each behind its length; none where
  /// its maximum is 0.
  void Encode(size_t from, size_t to, ByteBuffer& out) const;

 private:
  uint8_t max_definition_;
  uint8_t max_repetition_;
  size_t count_ = 0;
  std::vector<uint8_t> definition_;  // empty = all at the maximum
  std::vector<uint8_t> repetition_;
};

}  // namespace tarn::columnar::parquet
