#include "sql/rows.h"

#include <duckdb/common/types/value.hpp>

#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

class TextRows : public Rows {
 public:
  TextRows(std::vector<TypedColumn> columns, std::vector<std::vector<std::optional<std::string>>> rows)
      : Rows(std::move(columns)), rows_(std::move(rows)) {}

  bool Next(columnar::ChangeBatch& batch) override {
    if (next_ == rows_.size()) return false;
    duckdb::vector<duckdb::LogicalType> types;
    for (const auto& column : columns()) types.push_back(ToLogicalType(column.type));
    batch = columnar::ChangeBatch();
    columnar::Initialize(batch, types);
    const size_t count = std::min<size_t>(rows_.size() - next_, STANDARD_VECTOR_SIZE);
    for (size_t row = 0; row < count; row++) {
      for (size_t column = 0; column < types.size(); column++) {
        batch.chunk.SetValue(column, row, ValueOf(types[column], rows_[next_ + row][column]));
      }
    }
    batch.chunk.SetCardinality(count);
    next_ += count;
    return true;
  }

 private:
  static duckdb::Value ValueOf(const duckdb::LogicalType& type, const std::optional<std::string>& text) {
    if (!text) return duckdb::Value(type);
    if (type.id() == duckdb::LogicalTypeId::BOOLEAN) return duckdb::Value::BOOLEAN(*text == "TRUE");
    if (type.id() == duckdb::LogicalTypeId::BIGINT) return duckdb::Value::BIGINT(std::stoll(*text));
    return duckdb::Value(*text);
  }

  std::vector<std::vector<std::optional<std::string>>> rows_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Rows> RowsOfText(std::vector<TypedColumn> columns,
                                 std::vector<std::vector<std::optional<std::string>>> rows) {
  return std::make_unique<TextRows>(std::move(columns), std::move(rows));
}

std::vector<TypedColumn> TextColumns(const std::vector<std::string>& names) {
  paimon::DataType text;
  text.root = paimon::TypeRoot::VarChar;
  text.length = paimon::DataType::kMaxLength;
  std::vector<TypedColumn> columns;
  for (const auto& name : names) columns.push_back({name, text, TimeAttribute::None});
  return columns;
}

}  // namespace tarn::sql
