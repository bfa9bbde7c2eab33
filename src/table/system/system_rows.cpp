#include "table/system/system_rows.h"

#include <duckdb/common/types/value.hpp>
#include <utf8proc_wrapper.hpp>

#include "columnar/row_appender.h"
#include "columnar/type_mapping.h"

namespace tarn::table {
namespace {

/// Bounds of a damaged manifest may be any bytes; Java shows those that are no characters by a mark too.
std::string Characters(std::string_view text) {
  std::string valid(text);
  duckdb::Utf8Proc::MakeValid(valid.data(), valid.size(), '?');
  return valid;
}

}  // namespace

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

void SystemRows::Text(std::string_view value) {
  columnar::RowAppender(batches_.back()).String(column_++, Characters(value));
}

void SystemRows::Texts(const std::optional<std::vector<std::string>>& values) {
  if (!values) return Null();
  duckdb::vector<duckdb::Value> list;
  for (const auto& value : *values) list.emplace_back(Characters(value));
  columnar::RowAppender(batches_.back())
      .Value(column_++, duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(list)));
}

}  // namespace tarn::table
