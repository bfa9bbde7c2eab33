// A growing byte array whose new bytes are not zeroed first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace tarn::columnar::parquet {

class ByteBuffer {
 public:
  uint8_t* data() { return data_.get(); }
  const uint8_t* data() const { return data_.get(); }
  size_t size() const { return size_; }
  std::string_view view() const { return {reinterpret_cast<const char*>(data_.get()), size_}; }

  void Clear() { size_ = 0; }
  /// Clears, and gives the memory back.
  void Release() {
    data_.reset();
    size_ = capacity_ = 0;
  }
  size_t capacity() const { return capacity_; }
  /// Makes room for `count` more bytes and returns where they start; Grow or SetEnd takes what was written.
  uint8_t* Room(size_t count) {
    if (size_ + count > capacity_) Reallocate(size_ + count);
    return data_.get() + size_;
  }
  void Grow(size_t count) { size_ += count; }
  void SetEnd(const uint8_t* end) { size_ = static_cast<size_t>(end - data_.get()); }

  void Push(uint8_t byte) {
    *Room(1) = byte;
    size_++;
  }
  void Append(const void* bytes, size_t count) {
    if (count == 0) return;
    std::memcpy(Room(count), bytes, count);
    size_ += count;
  }
  void AppendZeros(size_t count) {
    if (count == 0) return;
    std::memset(Room(count), 0, count);
    size_ += count;
  }
  /// LEB128, as Parquet and Thrift use it.
  void Varint(uint64_t value) {
    for (; value >= 128; value >>= 7) Push(static_cast<uint8_t>(value | 128));
    Push(static_cast<uint8_t>(value));
  }
  void ZigZag(int64_t value) { Varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63)); }

 private:
  void Reallocate(size_t needed) {
    const size_t capacity = std::max(needed, capacity_ * 2);
    std::unique_ptr<uint8_t[]> bigger(new uint8_t[capacity]);
    if (size_) std::memcpy(bigger.get(), data_.get(), size_);
    data_ = std::move(bigger);
    capacity_ = capacity;
  }

  std::unique_ptr<uint8_t[]> data_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace tarn::columnar::parquet
