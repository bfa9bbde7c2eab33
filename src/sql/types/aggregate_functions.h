// Aggregates with Flink's meaning where DuckDB's differs, under the names f:sum, f:avg, f:min, f:max, f:var_pop ..:
//   SUM of integers keeps the type and wraps; of DECIMAL(p, s) it is DECIMAL(38, s), NULL beyond 38 digits
//   AVG of integers divides integers; of DECIMAL(p, s) it is DECIMAL(38, max(6, s))
//   MIN and MAX of FLOAT and DOUBLE compare as Java does, so that NaN never replaces a value
//   variances and deviations are computed step by step in the types of Flink's operators
#pragma once

namespace duckdb {
class ExtensionLoader;
}

namespace tarn::sql {

void RegisterAggregates(duckdb::ExtensionLoader& loader);
/// Part of the above.
void RegisterVariances(duckdb::ExtensionLoader& loader);

}  // namespace tarn::sql
