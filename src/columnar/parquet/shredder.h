// Takes nested vectors apart into Parquet's columns and levels.
#pragma once

#include <duckdb/common/types/vector.hpp>
#include <memory>
#include <span>

#include "columnar/parquet/leaf_column.h"
#include "columnar/parquet/schema.h"

namespace tarn::columnar::parquet {

/// Appends `count` rows of a top-level column to its leaves (in file order). Throws InvalidInput for a NULL that the
/// type does not allow.
void AppendVector(const Node& node, duckdb::Vector& vector, size_t count,
                  std::span<const std::unique_ptr<LeafColumn>> leaves);

}  // namespace tarn::columnar::parquet
