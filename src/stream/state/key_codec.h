// Partition keys as bytes: equal keys give equal bytes, and the bytes give the values back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/row_appender.h"
#include "columnar/row_view.h"
#include "stream/state/value_form.h"

namespace tarn::stream {

/// Atomic types only (Unsupported otherwise). The bytes order like nothing in particular, but always the same.
class KeyCodec {
 public:
  explicit KeyCodec(const duckdb::vector<duckdb::LogicalType>& types);

  /// Replaces `key`. `columns[i]` is where the i-th key column stands in the row.
  void Encode(const columnar::RowView& row, const std::vector<size_t>& columns, std::string& key) const;
  /// Sets the key's values in columns 0.. of the open row.
  void Decode(std::string_view key, columnar::RowAppender& out) const;

 private:
  std::vector<ValueForm> forms_;
};

}  // namespace tarn::stream
