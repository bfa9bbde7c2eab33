#include "table/system/system_rows.h"

#include <duckdb/common/types/value.hpp>

#include "columnar/row_appender.h"
#include "columnar/type_mapping.h"

namespace tarn::table {

SystemRows::SystemRows(const std::vector<paimon::DataField>& columns) : types_(columnar::VectorTypes(columns)) {}

void SystemRows::Begin() {
  if (batches_.empty() || columnar::RowAppender(batches_.back()).Full()) {
    batches_.emplace_back();
    columnar::Initialize(batches_.back(), types_);
  }
  columnar::RowAppender(batches_.back()).Begin();
  column_ = 0;
}

void SystemRows::Int(int64_t value) { columnar::RowAppender(batches_.back()).Int64(column_++, value); }

void SystemRows::Text(std::string_view value) { columnar::RowAppender(batches_.back()).String(column_++, value); }

void SystemRows::Texts(const std::optional<std::vector<std::string>>& values) {
  if (!values) return Null();
  duckdb::vector<duckdb::Value> list;
  for (const auto& value : *values) list.emplace_back(value);
  columnar::RowAppender(batches_.back())
      .Value(column_++, duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(list)));
}

}  // namespace tarn::table
