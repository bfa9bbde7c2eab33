// Maps made of single values.
#pragma once

#include <duckdb/common/types/value.hpp>

namespace tarn::columnar {

/// A map of `keys[i]` to `values[i]`, which must be of the map's types. Of equal keys the last one's value stays, at
/// the place of the first, as in Java's maps. Throws InvalidInput for a NULL key.
duckdb::Value MapValue(const duckdb::LogicalType& key_type, const duckdb::LogicalType& value_type,
                       duckdb::vector<duckdb::Value> keys, duckdb::vector<duckdb::Value> values);

}  // namespace tarn::columnar
