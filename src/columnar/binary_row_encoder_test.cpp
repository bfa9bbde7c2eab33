#include "columnar/binary_row_encoder.h"

#include <gtest/gtest.h>

#include <duckdb/common/types/date.hpp>
#include <duckdb/common/types/timestamp.hpp>

#include "base/error.h"
#include "columnar/change_batch.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {
namespace {

using duckdb::Value;

std::string Hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[c & 15];
  }
  return text;
}

struct Case {
  std::vector<std::string> types;
  std::vector<Value> values;
  std::string serialized;
  int32_t hash;
};

// Bytes and hashes as pypaimon 2.1 makes them (GenericRowSerializer, row_key_extractor).
std::vector<Case> Recorded() {
  const auto decimal = [](int64_t unscaled, uint8_t width) { return Value::DECIMAL(unscaled, width, 2); };
  const auto wide = Value::DECIMAL(duckdb::hugeint_t(-1234), 30, 2);
  return {
      {{"INT"}, {Value::INTEGER(1)}, "0000000100000000000000000100000000000000", 1465514398},
      {{"INT"}, {Value::INTEGER(-7)}, "000000010000000000000000f9ffffff00000000", 1485184587},
      {{"BIGINT"}, {Value::BIGINT(int64_t{1} << 40)}, "0000000100000000000000000000000000010000", 895061894},
      {{"STRING"}, {Value("abc")}, "0000000100000000000000006162630000000083", -101922419},
      {{"STRING"},
       {Value("a longer text")},
       "0000000100000000000000000d0000001000000061206c6f6e6765722074657874000000",
       -1909321371},
      {{"INT", "STRING"},
       {Value::INTEGER(5), Value(duckdb::LogicalType::VARCHAR)},
       "00000002000200000000000005000000000000000000000000000000",
       -1485691927},
      {{"DOUBLE"}, {Value::DOUBLE(1.5)}, "000000010000000000000000000000000000f83f", 1860889473},
      {{"BOOLEAN", "TINYINT", "SMALLINT"},
       {Value::BOOLEAN(true), Value::TINYINT(-1), Value::SMALLINT(-2)},
       "0000000300000000000000000100000000000000ff00000000000000feff000000000000",
       647032276},
      {{"DATE"}, {Value::DATE(duckdb::date_t(19753))}, "000000010000000000000000294d000000000000", -2065655549},
      {{"DECIMAL(10, 2)"}, {decimal(-1234, 10)}, "0000000100000000000000002efbffffffffffff", 808378434},
      {{"DECIMAL(30, 2)"},
       {wide},
       "0000000100000000000000000200000010000000fb2e0000000000000000000000000000",
       809605724},
      {{"TIMESTAMP(3)"},
       {Value::TIMESTAMP(duckdb::timestamp_t(-1000))},
       "000000010000000000000000ffffffffffffffff",
       -821098432},
      {{"TIMESTAMP(6)"},
       {Value::TIMESTAMP(duckdb::timestamp_t(1706702400123456))},
       "00000001000000000000000040f50600100000007bea635f8d010000",
       -983133883},
      {{"STRING", "STRING"},
       {Value("12345678"), Value("x")},
       "000000020000000000000000080000001800000078000000000000813132333435363738",
       1138180898},
  };
}

TEST(BinaryRowEncoder, WritesAndHashesAsPaimonDoes) {
  for (const auto& [type_names, values, serialized, hash] : Recorded()) {
    SCOPED_TRACE(serialized);
    std::vector<BinaryRowEncoder::Column> columns;
    duckdb::vector<duckdb::LogicalType> types;
    for (const auto& name : type_names) {
      columns.push_back({paimon::ParseDataType(name), columns.size()});
      types.push_back(VectorType(columns.back().type));
    }
    ChangeBatch batch;
    Initialize(batch, types);
    constexpr duckdb::idx_t kRows = 3;
    for (duckdb::idx_t row = 0; row < kRows; ++row)
      for (size_t i = 0; i < values.size(); ++i) batch.chunk.SetValue(i, row, values[i]);
    batch.chunk.SetCardinality(kRows);
    BinaryRowEncoder encoder(columns);
    encoder.Bind(batch.chunk);
    EXPECT_EQ(Hex(encoder.Serialized(2)), serialized);
    std::vector<int32_t> hashes(kRows);
    encoder.Hash(hashes);
    EXPECT_EQ(hashes, std::vector<int32_t>(kRows, hash));
    EXPECT_EQ(HashBinaryRow(encoder.Encode(1)), hash);
  }
}

TEST(BinaryRowEncoder, NestedTypesAreNoKeys) {
  EXPECT_THROW(BinaryRowEncoder({{paimon::ParseDataType("ARRAY<INT>"), 0}}), Error);
}

}  // namespace
}  // namespace tarn::columnar
