#include "columnar/parquet_retype.h"

#include <algorithm>

#include "base/error.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using duckdb::ParquetColumnSchema;
using paimon::DataType;
using paimon::TypeRoot;

bool IsInstant(const LogicalType& type) {
  return type.id() == LogicalTypeId::TIMESTAMP || type.id() == LogicalTypeId::TIMESTAMP_TZ ||
         type.id() == LogicalTypeId::TIMESTAMP_NS;
}

bool IsTime(const LogicalType& type) { return type.id() == LogicalTypeId::TIME || type.id() == LogicalTypeId::TIME_TZ; }

bool IsInteger(const LogicalType& type) {
  return type.id() == LogicalTypeId::INTEGER || type.id() == LogicalTypeId::BIGINT ||
         type.id() == LogicalTypeId::SMALLINT || type.id() == LogicalTypeId::TINYINT;
}

bool IsBytes(const LogicalType& type) {
  return type.id() == LogicalTypeId::VARCHAR || type.id() == LogicalTypeId::BLOB;
}

[[noreturn]] void Mismatch(const ParquetColumnSchema& column, const DataType& type, const std::string& path) {
  throw Error(ErrorCode::Corruption, path + ": column '" + column.name + "' holds " + column.type.ToString() +
                                         "; the table's schema says " + paimon::ToSql(type));
}

ParquetColumnSchema& ChildOf(ParquetColumnSchema& column, const std::string& name, const DataType& type,
                             const std::string& path) {
  const auto found = std::find_if(column.children.begin(), column.children.end(),
                                  [&](const ParquetColumnSchema& child) { return child.name == name; });
  if (found == column.children.end()) Mismatch(column, type, path);
  return *found;
}

void RetypeLeaf(ParquetColumnSchema& column, const DataType& type, const std::string& path) {
  const LogicalType wanted = VectorType(type);
  if (column.type_info == duckdb::ParquetExtraTypeInfo::IMPALA_TIMESTAMP && IsInstant(wanted)) {
    column.type = LogicalType::BLOB;
    column.parquet_type = duckdb_parquet::Type::FIXED_LEN_BYTE_ARRAY;
    column.type_length = kInt96Bytes;
    return;
  }
  if (IsInstant(column.type) && IsInstant(wanted)) {
    const bool nanos = wanted.id() == LogicalTypeId::TIMESTAMP_NS;
    if (column.type_info == duckdb::ParquetExtraTypeInfo::UNIT_NS) {
      column.type = LogicalType::TIMESTAMP_NS;
    } else {
      column.type = nanos ? LogicalType(LogicalType::TIMESTAMP) : wanted;
    }
    return;
  }
  if (column.type == wanted) return;
  const bool same_bits = (IsTime(column.type) && IsTime(wanted)) || (IsBytes(column.type) && IsBytes(wanted)) ||
                         (IsInteger(column.type) && IsInteger(wanted));
  if (!same_bits) Mismatch(column, type, path);
  column.type = wanted;
}

}  // namespace

void RestoreNames(ParquetColumnSchema& root, const duckdb_parquet::FileMetaData& file) {
  for (ParquetColumnSchema& child : root.children) {
    // A group of one (a list, a map) is pulled up: its own element is the parent's.
    const auto element =
        child.parent_schema_index.IsValid() ? child.parent_schema_index.GetIndex() : child.schema_index;
    child.name = file.schema.at(element).name;
    RestoreNames(child, file);
  }
}

void Retype(ParquetColumnSchema& column, const DataType& type, const std::string& path) {
  switch (type.root) {
    case TypeRoot::Array:
    case TypeRoot::Vector:
      if (column.type.id() != LogicalTypeId::LIST || column.children.size() != 1) Mismatch(column, type, path);
      Retype(column.children[0], type.children[0], path);
      column.type = LogicalType::LIST(column.children[0].type);
      return;
    case TypeRoot::Map:
    case TypeRoot::Multiset: {
      if (column.type.id() != LogicalTypeId::MAP || column.children.size() != 1) Mismatch(column, type, path);
      ParquetColumnSchema& entry = column.children[0];
      if (entry.children.size() != 2) Mismatch(column, type, path);
      DataType count;
      count.root = TypeRoot::Int;
      Retype(entry.children[0], type.children[0], path);
      Retype(entry.children[1], type.root == TypeRoot::Map ? type.children[1] : count, path);
      column.type = LogicalType::MAP(entry.children[0].type, entry.children[1].type);
      entry.type = duckdb::ListType::GetChildType(column.type);
      return;
    }
    case TypeRoot::Row: {
      if (column.type.id() != LogicalTypeId::STRUCT || column.children.size() != type.fields.size()) {
        Mismatch(column, type, path);
      }
      duckdb::child_list_t<LogicalType> children;
      for (size_t i = 0; i < type.fields.size(); i++) {
        if (column.children[i].name != type.fields[i].name) ChildOf(column, type.fields[i].name, type, path);
      }
      for (ParquetColumnSchema& child : column.children) {
        const auto field = std::find_if(type.fields.begin(), type.fields.end(),
                                        [&](const paimon::DataField& f) { return f.name == child.name; });
        if (field == type.fields.end()) Mismatch(column, type, path);
        Retype(child, field->type, path);
        children.emplace_back(child.name, child.type);
      }
      column.type = LogicalType::STRUCT(std::move(children));
      return;
    }
    case TypeRoot::Variant:
      if (column.type != VectorType(type)) {
        throw Error(ErrorCode::Unsupported,
                    path + ": column '" + column.name + "' is a shredded VARIANT, which cannot be read");
      }
      return;
    default:
      RetypeLeaf(column, type, path);
  }
}

}  // namespace tarn::columnar
