// Rows as bytes, for state: the bytes give back every value as it was, and equal bytes mean the same row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "stream/state/value_form.h"

namespace tarn::stream {

/// Columns of any type. -0.0 and 0.0 are different values, as they are in the keys of a table.
class RowCodec {
 public:
  explicit RowCodec(const duckdb::vector<duckdb::LogicalType>& types);

  /// Replaces `bytes`. `columns[i]` is where the i-th column stands in the row.
  void Encode(const columnar::RowView& row, const std::vector<size_t>& columns, std::string& bytes) const;
  /// Sets the values in columns 0.. of the open row.
  void Decode(std::string_view bytes, columnar::RowAppender& out) const;

 private:
  duckdb::vector<duckdb::LogicalType> types_;
  std::vector<ValueForm> forms_;
};

}  // namespace tarn::stream
