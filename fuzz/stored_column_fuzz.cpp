// A column chunk of a flat Parquet column. The first four bytes say how it is to be read: physical type, codec, whether
// it has definition levels, and how many rows it has (in hundreds); the rest is its pages.
#include <parquet_types.h>
#include <thrift/Thrift.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "columnar/parquet/stored_column.h"

namespace {

using duckdb::LogicalType;
using duckdb_parquet::CompressionCodec;
using duckdb_parquet::Type;

struct Kind {
  Type::type physical;
  LogicalType type;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<Kind> kinds = {
      {Type::INT32, LogicalType::INTEGER},      {Type::INT64, LogicalType::BIGINT},
      {Type::FLOAT, LogicalType::FLOAT},        {Type::DOUBLE, LogicalType::DOUBLE},
      {Type::BYTE_ARRAY, LogicalType::VARCHAR}, {Type::BYTE_ARRAY, LogicalType::BLOB}};
  if (size < 4) return 0;
  const auto& kind = kinds[data[0] % kinds.size()];
  const auto codec = data[1] % 3 == 0   ? CompressionCodec::UNCOMPRESSED
                     : data[1] % 3 == 1 ? CompressionCodec::SNAPPY
                                        : CompressionCodec::ZSTD;
  const size_t rows = data[3] * size_t{100};
  // A block of its own, so that a sanitizer sees what is read behind the spare bytes.
  std::vector<uint8_t> bytes(size - 4 + tarn::columnar::parquet::kSpareBytes);
  std::memcpy(bytes.data(), data + 4, size - 4);
  duckdb::Vector vector(kind.type, rows + STANDARD_VECTOR_SIZE);
  tarn::columnar::CodedColumn coded;
  tarn::columnar::parquet::StoredColumnReader reader;
  try {
    reader.Read({{bytes.data(), size - 4}, kind.physical, codec, data[2] % 2 == 1, rows}, vector, coded);
    if (coded.in_use) tarn::columnar::Decode(coded, rows, vector);
  } catch (const tarn::Error&) {
  } catch (const duckdb_apache::thrift::TException&) {
  }
  return 0;
}
