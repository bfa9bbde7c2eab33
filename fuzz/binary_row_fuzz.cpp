// A serialized BinaryRow read as a row of every scalar type.
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "paimon/binary_row.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tarn::paimon;
  static const std::vector<DataType> kTypes = [] {
    std::vector<DataType> types;
    for (const char* text :
         {"BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(10, 2)", "DECIMAL(38, 2)",
          "STRING", "BYTES", "DATE", "TIME(3)", "TIMESTAMP(3)", "TIMESTAMP(9)", "TIMESTAMP_LTZ(6)", "ARRAY<INT>"})
      types.push_back(ParseDataType(text));
    return types;
  }();
  try {
    const auto row = BinaryRowView::FromSerialized({reinterpret_cast<const char*>(data), size});
    for (int32_t field = 0; field < row.arity(); ++field) {
      for (const auto& type : kTypes) {
        try {
          const auto value = row.Get(field, type);
          ToText(value, type, TextStyle::Cast);
          ToText(value, type, TextStyle::Legacy);
        } catch (const tarn::Error&) {
        }
      }
    }
  } catch (const tarn::Error&) {
  }
  return 0;
}
