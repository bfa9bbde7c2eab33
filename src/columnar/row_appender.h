// Builds chunks row by row: for functions and connectors that produce one row at a time. Values that are not set are
// NULL.
#pragma once

#include <cstdint>
#include <string_view>

#include "columnar/change_batch.h"

namespace tarn::columnar {

/// Appends to a batch that its owner initialised and empties. Setters convert to the column's type where no value is
/// lost and throw Internal for a type they do not fit. Not for nested types: use the vectors.
class RowAppender {
 public:
  /// Column 0 of the setters is `first_column` of the batch.
  explicit RowAppender(ChangeBatch& batch, size_t first_column = 0) : batch_(batch), first_column_(first_column) {}

  bool Full() const { return batch_.size() >= batch_.chunk.GetCapacity(); }
  /// Opens the next row, all columns of the batch NULL. Only while !Full().
  void Begin(RowKind kind = RowKind::Insert);
  /// Takes the open row back.
  void Cancel();
  /// Booleans, integers, dates (days), times and timestamps in the unit of the vector type.
  void Int64(size_t column, int64_t value);
  void Double(size_t column, double value);
  void String(size_t column, std::string_view value);
  void Bool(size_t column, bool value) { Int64(column, value ? 1 : 0); }
  void Value(size_t column, const duckdb::Value& value);

 private:
  duckdb::idx_t Set(duckdb::Vector& vector);

  ChangeBatch& batch_;
  size_t first_column_;
};

}  // namespace tarn::columnar
