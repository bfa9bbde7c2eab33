// DuckDB's generated Parquet structs as bytes (Thrift compact protocol).
#pragma once

#include <parquet_types.h>

#include <string>

namespace tarn::columnar::parquet {

std::string ThriftBytes(const duckdb_apache::thrift::TBase& object);

}  // namespace tarn::columnar::parquet
