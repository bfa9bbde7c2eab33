// A column chunk's values as indexes into the distinct ones, where that pays.
#pragma once

#include <bit>
#include <span>
#include <vector>

#include "columnar/parquet/leaf_value.h"

namespace tarn::columnar::parquet {

template <class T>
class Dictionary {
 public:
  /// False, with useless contents, when a dictionary does not pay: it would exceed 1 MiB, or it and its indexes are
  /// more than half of the plain values, judged by a first sample and again at the end.
  bool Build(std::span<const T> values, const Node& node) {
    constexpr size_t kSample = 16384;
    constexpr size_t kMaxBytes = 1 << 20;
    entries_.clear();
    Resize(1 << 12);
    indexes_.resize(values.size());
    size_t entry_bytes = 0;
    size_t plain_bytes = 0;
    const auto pays = [&](size_t count) {
      return (entry_bytes + count * static_cast<size_t>(bit_width()) / 8) * 2 <= plain_bytes;
    };
    for (size_t i = 0; i < values.size(); i++) {
      const T& value = values[i];
      size_t slot = HashBytes(value) & mask_;
      while (slots_[slot] && !SameBytes(entries_[slots_[slot] - 1], value)) slot = (slot + 1) & mask_;
      plain_bytes += PlainBytes(value, node);
      if (!slots_[slot]) {
        entries_.push_back(value);
        slots_[slot] = static_cast<uint32_t>(entries_.size());
        indexes_[i] = static_cast<uint32_t>(entries_.size() - 1);
        entry_bytes += PlainBytes(value, node);
        if (entry_bytes > kMaxBytes) return false;
        if (entries_.size() * 2 > mask_) Resize((mask_ + 1) * 4);
      } else {
        indexes_[i] = slots_[slot] - 1;
      }
      if (i + 1 == kSample && !pays(kSample)) return false;
    }
    return pays(values.size());
  }

  /// Gives the memory back, until Build.
  void Release() {
    entries_ = std::vector<T>();  // "= {}" would keep the room
    indexes_ = std::vector<uint32_t>();
    slots_ = std::vector<uint32_t>();
  }
  size_t capacity() const {
    return entries_.capacity() * sizeof(T) + (indexes_.capacity() + slots_.capacity()) * sizeof(uint32_t);
  }

  std::span<const T> entries() const { return entries_; }
  std::span<const uint32_t> indexes() const { return indexes_; }
  /// Of an index; at least 1, which every reader can take.
  int bit_width() const { return std::max(1, static_cast<int>(std::bit_width(entries_.size() - 1))); }

 private:
  void Resize(size_t slots) {
    mask_ = slots - 1;
    slots_.assign(slots, 0);
    for (size_t i = 0; i < entries_.size(); i++) {
      size_t slot = HashBytes(entries_[i]) & mask_;
      while (slots_[slot]) slot = (slot + 1) & mask_;
      slots_[slot] = static_cast<uint32_t>(i + 1);
    }
  }

  std::vector<T> entries_;
  std::vector<uint32_t> indexes_;
  std::vector<uint32_t> slots_;  // entry + 1; 0 = free
  size_t mask_ = 0;
};

}  // namespace tarn::columnar::parquet
