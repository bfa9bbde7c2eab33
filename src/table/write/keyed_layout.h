// How a primary-key table's rows lie in its data files: `_KEY_` columns, `_SEQUENCE_NUMBER`, `_VALUE_KIND`, then all
// columns of the table.
#pragma once

#include <duckdb/common/types.hpp>
#include <vector>

#include "columnar/binary_row_encoder.h"
#include "paimon/schema.h"

namespace tarn::table {

struct KeyedLayout {
  explicit KeyedLayout(const paimon::TableSchema& schema);

  std::vector<paimon::DataField> fields;      // of the file
  std::vector<size_t> keys;                   // the trimmed primary key, as indexes into the table's columns
  duckdb::vector<duckdb::LogicalType> types;  // of `fields`

  size_t key_count() const { return keys.size(); }
  size_t sequence_column() const { return keys.size(); }
  size_t kind_column() const { return keys.size() + 1; }
  size_t first_value() const { return keys.size() + 2; }
  std::vector<paimon::DataField> key_fields() const { return {fields.begin(), fields.begin() + key_count()}; }
  /// Encodes the key of rows in file layout.
  columnar::BinaryRowEncoder KeyEncoder() const;
};

}  // namespace tarn::table
