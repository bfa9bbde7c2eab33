#include "sql/catalog/table_definition.h"

namespace tarn::sql {

const ColumnDefinition* TableDefinition::Find(const std::string& column) const {
  for (const auto& candidate : columns) {
    if (candidate.name == column) return &candidate;
  }
  return nullptr;
}

std::vector<const ColumnDefinition*> TableDefinition::SinkColumns() const {
  std::vector<const ColumnDefinition*> writable;
  for (const auto& column : columns) {
    const bool stored = column.kind == ColumnDefinition::Kind::Physical;
    const bool written_metadata = column.kind == ColumnDefinition::Kind::Metadata && !column.is_virtual;
    if (stored || written_metadata) writable.push_back(&column);
  }
  return writable;
}

}  // namespace tarn::sql
