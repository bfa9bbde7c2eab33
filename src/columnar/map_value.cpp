#include "columnar/map_value.h"

#include <duckdb/common/types/value_map.hpp>

#include "base/error.h"

namespace tarn::columnar {

duckdb::Value MapValue(const duckdb::LogicalType& key_type, const duckdb::LogicalType& value_type,
                       duckdb::vector<duckdb::Value> keys, duckdb::vector<duckdb::Value> values) {
  duckdb::value_map_t<size_t> place;
  size_t kept = 0;
  for (size_t i = 0; i < keys.size(); i++) {
    if (keys[i].IsNull()) throw Error(ErrorCode::InvalidInput, "a key of a map is NULL");
    const auto [found, is_new] = place.emplace(keys[i], kept);
    if (is_new && kept != i) keys[kept] = std::move(keys[i]);
    if (found->second != i) values[found->second] = std::move(values[i]);
    if (is_new) kept++;
  }
  keys.resize(kept);
  values.resize(kept);
  return duckdb::Value::MAP(key_type, value_type, std::move(keys), std::move(values));
}

}  // namespace tarn::columnar
