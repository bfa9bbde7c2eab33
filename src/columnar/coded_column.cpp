#include "columnar/coded_column.h"

namespace tarn::columnar {
namespace {

template <class T>
void DecodeFixed(const CodedColumn& coded, size_t count, duckdb::Vector& rows) {
  const auto* values = reinterpret_cast<const T*>(duckdb::FlatVector::GetData(*coded.dictionary));
  auto* to = reinterpret_cast<T*>(duckdb::FlatVector::GetData(rows));
  for (size_t i = 0; i < count; i++) to[i] = values[coded.codes[i]];
}

}  // namespace

void Decode(CodedColumn& coded, size_t count, duckdb::Vector& rows) {
  switch (duckdb::GetTypeIdSize(rows.GetType().InternalType())) {
    case 4:
      DecodeFixed<uint32_t>(coded, count, rows);
      break;
    case 8:
      DecodeFixed<uint64_t>(coded, count, rows);
      break;
    default:
      DecodeFixed<duckdb::string_t>(coded, count, rows);
      duckdb::StringVector::AddHeapReference(rows, *coded.dictionary);
  }
  coded.in_use = false;
}

}  // namespace tarn::columnar
