// Collects the rows of a system table: cells from left to right, any number of rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "columnar/change_batch.h"
#include "paimon/data_type.h"

namespace tarn::table {

/// Every row sets each column once, in order.
class SystemRows {
 public:
  explicit SystemRows(const std::vector<paimon::DataField>& columns);

  void Begin();
  void Int(int64_t value);
  void Int(std::optional<int64_t> value) { value ? Int(*value) : Null(); }
  void Text(std::string_view value);
  template <typename S>
  void Text(const std::optional<S>& value) {
    value ? Text(std::string_view(*value)) : Null();
  }
  /// TIMESTAMP(3) from milliseconds since 1970.
  void Millis(int64_t value) { Int(value * 1000); }
  void Millis(std::optional<int64_t> value) { value ? Millis(*value) : Null(); }
  void Texts(const std::optional<std::vector<std::string>>& values);
  void Null() { ++column_; }

  std::vector<columnar::ChangeBatch> Take() { return std::move(batches_); }

 private:
  duckdb::vector<duckdb::LogicalType> types_;
  std::vector<columnar::ChangeBatch> batches_;
  size_t column_ = 0;
};

}  // namespace tarn::table
