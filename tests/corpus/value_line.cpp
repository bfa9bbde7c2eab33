#include "corpus/value_line.h"

#include "corpus/case_file.h"
#include "function/value_text.h"

namespace tarn::corpus {
namespace {

std::string ValueTextOf(const duckdb::Value& value, const paimon::DataType& type, const TimeZone& zone) {
  if (value.IsNull()) return "\\N";
  const std::string text = function::ValueText(value, type, zone);
  if (!function::IsBinary(type)) return EscapeValue(text);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex = "x'";
  for (const char c : text) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return hex + "'";
}

}  // namespace

std::string ValueLine(const columnar::ChangeBatch& batch, duckdb::idx_t row,
                      const std::vector<sql::TypedColumn>& columns, const TimeZone& zone) {
  std::string line(columnar::ShortString(batch.kind(row)));
  line += "|";
  for (size_t i = 0; i < columns.size(); i++) {
    line += ValueTextOf(batch.chunk.GetValue(i, row), columns[i].type, zone) + "|";
  }
  return line;
}

}  // namespace tarn::corpus
