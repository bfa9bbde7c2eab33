#include "connector/source.h"

namespace tarn::connector {

duckdb::vector<duckdb::LogicalType> RejectedTypes() {
  return {duckdb::LogicalType::VARCHAR, duckdb::LogicalType::BIGINT, duckdb::LogicalType::VARCHAR,
          duckdb::LogicalType::VARCHAR};
}

}  // namespace tarn::connector
