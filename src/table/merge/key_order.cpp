#include "table/merge/key_order.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tarn::table {

bool KeySorter::AppendWords(const std::vector<ChunkSlice>& slices, size_t part) {
  uint64_t low = ~uint64_t{0};
  uint64_t high = 0;
  for (const ChunkSlice& slice : slices) {
    const auto& words = slice.chunk->keys.parts[part].words;
    for (size_t row = slice.from; row < slice.to; row++) {
      low = std::min(low, words[row]);
      high = std::max(high, words[row]);
    }
  }
  const int width = static_cast<int>(std::bit_width(high - low));
  if (width == 0) return true;
  const int room = 64 - used_bits_;
  const int taken = std::min(width, room);
  if (taken == 0) return false;
  const int dropped = width - taken;
  size_t i = 0;
  for (const ChunkSlice& slice : slices) {
    const auto& words = slice.chunk->keys.parts[part].words;
    for (size_t row = slice.from; row < slice.to; row++, i++) {
      const uint64_t bits = (words[row] - low) >> dropped;
      items_[i].code = taken == 64 ? bits : items_[i].code << taken | bits;
    }
  }
  used_bits_ += taken;
  return dropped == 0;
}

bool KeySorter::AppendTexts(const std::vector<ChunkSlice>& slices, size_t part) {
  const std::string_view first = slices[0].chunk->keys.parts[part].Text(slices[0].from);
  size_t common = first.size();
  bool same_size = true;
  for (const ChunkSlice& slice : slices) {
    const KeyPart& texts = slice.chunk->keys.parts[part];
    for (size_t row = slice.from; row < slice.to; row++) {
      const std::string_view text = texts.Text(row);
      same_size &= text.size() == first.size();
      common = std::min(common, text.size());
      if (std::memcmp(text.data(), first.data(), common) != 0) {
        common = static_cast<size_t>(
            std::mismatch(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(common), text.begin()).first -
            first.begin());
      }
    }
  }
  if (same_size && common == first.size()) return true;
  const int bytes = (64 - used_bits_) / 8;
  if (bytes == 0) return false;
  size_t i = 0;
  for (const ChunkSlice& slice : slices) {
    const KeyPart& texts = slice.chunk->keys.parts[part];
    for (size_t row = slice.from; row < slice.to; row++, i++) {
      const std::string_view rest = texts.Text(row).substr(common);
      uint64_t bits = 0;
      const size_t taken = std::min(rest.size(), static_cast<size_t>(bytes));
      for (size_t k = 0; k < taken; k++) bits = bits << 8 | static_cast<unsigned char>(rest[k]);
      bits = taken == 0 ? 0 : bits << (8 * (static_cast<size_t>(bytes) - taken));
      items_[i].code = bytes == 8 ? bits : items_[i].code << (8 * bytes) | bits;
    }
  }
  used_bits_ += 8 * bytes;
  // Of different lengths, "a" and "a\0" have one code.
  return same_size && first.size() - common <= static_cast<size_t>(bytes);
}

bool KeySorter::MakeCodes(const std::vector<ChunkSlice>& slices) {
  items_.clear();
  for (uint32_t i = 0; i < slices.size(); i++) {
    for (size_t row = slices[i].from; row < slices[i].to; row++) {
      items_.push_back({0, {i, static_cast<uint32_t>(row)}});
    }
  }
  used_bits_ = 0;
  const auto& parts = slices[0].chunk->keys.parts;
  for (size_t part = 0; part < parts.size(); part++) {
    const bool whole = parts[part].is_text ? AppendTexts(slices, part) : AppendWords(slices, part);
    if (!whole) return false;
  }
  return true;
}

void KeySorter::RadixSort() {
  constexpr int kDigit = 11;
  constexpr uint64_t kMask = (1 << kDigit) - 1;
  other_.resize(items_.size());
  for (int shift = 0; shift < used_bits_; shift += kDigit) {
    uint32_t starts[kMask + 2] = {};
    for (const Item& item : items_) starts[((item.code >> shift) & kMask) + 1]++;
    for (size_t i = 0; i <= kMask; i++) starts[i + 1] += starts[i];
    for (const Item& item : items_) other_[starts[(item.code >> shift) & kMask]++] = item;
    items_.swap(other_);
  }
}

void KeySorter::Sort(const std::vector<ChunkSlice>& slices, SortedKeys& sorted) {
  sorted.rows.clear();
  sorted.begins.clear();
  if (slices.empty()) return;
  const bool whole = MakeCodes(slices);
  RadixSort();
  const auto compare = [&](const RowRef& a, const RowRef& b) {
    return CompareKeys(slices[a.chunk].chunk->keys, a.row, slices[b.chunk].chunk->keys, b.row);
  };
  sorted.rows.resize(items_.size());
  sorted.begins.resize(items_.size());
  size_t groups = 0;
  if (whole) {
    uint64_t last = ~items_[0].code;
    for (size_t i = 0; i < items_.size(); i++) {
      sorted.rows[i] = items_[i].row;
      sorted.begins[groups] = static_cast<uint32_t>(i);  // kept if the key is a new one
      groups += items_[i].code != last;
      last = items_[i].code;
    }
  } else {
    for (size_t begin = 0, end = 0; begin < items_.size(); begin = end) {
      end = begin + 1;
      while (end < items_.size() && items_[end].code == items_[begin].code) end++;
      std::stable_sort(items_.begin() + static_cast<std::ptrdiff_t>(begin),
                       items_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Item& a, const Item& b) { return compare(a.row, b.row) < 0; });
      for (size_t i = begin; i < end; i++) {
        sorted.rows[i] = items_[i].row;
        if (i == begin || compare(items_[i - 1].row, items_[i].row) != 0) {
          sorted.begins[groups++] = static_cast<uint32_t>(i);
        }
      }
    }
  }
  sorted.begins.resize(groups);
}

}  // namespace tarn::table
