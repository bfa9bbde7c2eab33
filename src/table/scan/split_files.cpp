#include "table/scan/split_files.h"

#include <algorithm>

#include "base/error.h"
#include "columnar/metadata_value.h"
#include "columnar/type_mapping.h"
#include "paimon/binary_row.h"
#include "paimon/partition_path.h"
#include "paimon/special_fields.h"

namespace tarn::table {
namespace {

using paimon::DataField;

DataField SystemField(std::string_view name, int32_t id, paimon::TypeRoot root) {
  DataField field;
  field.id = id;
  field.name = name;
  field.type.root = root;
  field.type.nullable = false;
  return field;
}

}  // namespace

DataField SequenceField() {
  return SystemField(paimon::kSequenceNumberField, paimon::kSequenceNumberFieldId, paimon::TypeRoot::BigInt);
}

DataField KindField() {
  return SystemField(paimon::kValueKindField, paimon::kValueKindFieldId, paimon::TypeRoot::TinyInt);
}

SplitFiles::SplitFiles(std::shared_ptr<const Table> table, const Split& split, const std::vector<size_t>& columns)
    : table_(std::move(table)), partition_(split.partition), bucket_(split.bucket) {
  // As in Paimon, partition columns are the partition's, whatever the files hold of them.
  const auto& schema = table_->schema();
  const auto keys = schema.PartitionFields();
  std::vector<paimon::Value> values;
  if (!keys.empty()) values = paimon::DeserializeRow(partition_, keys);
  for (const size_t field : columns) {
    SplitColumn column;
    column.field = field;
    for (size_t i = 0; i < keys.size(); i++) {
      if (keys[i].id != schema.fields[field].id) continue;
      column.constant = columnar::ToVectorValue(values[i], keys[i].type);
    }
    columns_.push_back(std::move(column));
    output_types_.push_back(columnar::VectorType(schema.fields[field].type));
  }
}

columnar::DataFileRequest SplitFiles::RequestFor(const paimon::DataFileMeta& file) const {
  const std::string format = paimon::FileFormatOfName(file.file_name);
  columnar::DataFileRequest request;
  request.path = paimon::DataFilePath(table_->path(), table_->schema(), partition_, bucket_, file,
                                      paimon::PathRules::FromOptions(table_->options()));
  if (format != "parquet") {
    throw Error(ErrorCode::Unsupported, request.path + ": data files of format '" + format + "' cannot be read yet");
  }
  request.file_bytes = file.file_size;
  request.file = table_->SchemaById(file.schema_id)->fields;
  request.file.push_back(SequenceField());
  request.file.push_back(KindField());
  return request;
}

void ReadKinds(duckdb::Vector& vector, size_t count, std::vector<columnar::RowKind>& kinds) {
  duckdb::UnifiedVectorFormat format;
  vector.ToUnifiedFormat(count, format);
  const auto* data = duckdb::UnifiedVectorFormat::GetDataUnsafe<int8_t>(format);
  kinds.resize(count);
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    const int8_t kind = data[format.sel->get_index(i)];
    if (kind < 0 || kind > 3) {
      throw Error(ErrorCode::Corruption, "a row has the kind " + std::to_string(kind) + "; 0 to 3 were expected");
    }
    kinds[i] = static_cast<columnar::RowKind>(kind);
    any |= kind != 0;
  }
  if (!any) kinds.clear();
}

void DropRetracts(columnar::ChangeBatch& batch) {
  if (batch.kinds.empty()) return;
  const auto retracts = static_cast<size_t>(std::count_if(batch.kinds.begin(), batch.kinds.end(), columnar::IsRetract));
  if (retracts > 0) {
    duckdb::SelectionVector selection(STANDARD_VECTOR_SIZE);
    size_t count = 0;
    for (size_t i = 0; i < batch.kinds.size(); i++) {
      if (!columnar::IsRetract(batch.kinds[i])) selection.set_index(count++, i);
    }
    batch.chunk.Slice(selection, count);
  }
  batch.kinds.clear();
}

}  // namespace tarn::table
