// Memory for the strings of one row group that do not fit into a string_t.
#pragma once

#include <algorithm>
#include <cstring>
#include <duckdb/common/types/string_type.hpp>
#include <memory>
#include <vector>

namespace tarn::columnar::parquet {

class StringHeap {
 public:
  duckdb::string_t Keep(const duckdb::string_t& value) {
    if (value.IsInlined()) return value;
    const size_t size = value.GetSize();
    if (left_ < size) NewBlock(size);
    std::memcpy(at_, value.GetData(), size);
    const duckdb::string_t kept(at_, static_cast<uint32_t>(size));
    at_ += size;
    left_ -= size;
    bytes_ += size;
    return kept;
  }
  size_t bytes() const { return bytes_; }
  void Clear() {
    blocks_.clear();
    left_ = bytes_ = 0;
  }

 private:
  void NewBlock(size_t least) {
    // As much again as there is: many files are open at once, each with such a heap for each of its columns.
    left_ = std::max(least, std::clamp<size_t>(bytes_, 4 << 10, 256 << 10));
    blocks_.emplace_back(new char[left_]);
    at_ = blocks_.back().get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  size_t left_ = 0;
  size_t bytes_ = 0;
};

}  // namespace tarn::columnar::parquet
