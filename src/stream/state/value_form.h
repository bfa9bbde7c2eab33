// How the values of a type are taken from rows and given back, for the codecs of state.
#pragma once

#include <cstdint>
#include <duckdb/common/types.hpp>

namespace tarn::stream {

enum class ValueForm : uint8_t {
  Integer,   // RowView::Int64
  Floating,  // RowView::Double
  Bytes,     // RowView::String
  Other      // as a vector of one
};

inline ValueForm FormOf(const duckdb::LogicalType& type) {
  switch (type.InternalType()) {
    case duckdb::PhysicalType::BOOL:
    case duckdb::PhysicalType::INT8:
    case duckdb::PhysicalType::INT16:
    case duckdb::PhysicalType::INT32:
    case duckdb::PhysicalType::INT64:
      return ValueForm::Integer;
    case duckdb::PhysicalType::FLOAT:
    case duckdb::PhysicalType::DOUBLE:
      return ValueForm::Floating;
    case duckdb::PhysicalType::VARCHAR:
      return ValueForm::Bytes;
    default:
      return ValueForm::Other;
  }
}

}  // namespace tarn::stream
