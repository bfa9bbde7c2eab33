#include "avro/container.h"
#include "avro/encoder.h"
#include "avro/record_reader.h"
#include "paimon/index_manifest.h"
#include "paimon/manifest_orc.h"
#include "paimon/manifest_version.h"

namespace tarn::paimon {
namespace {

constexpr int32_t kVersion = 1;

// The misspelt name and the anonymous ones are Paimon's.
constexpr std::string_view kSchema =
    R"({"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[)"
    R"({"name":"_VERSION","type":"int"},{"name":"_KIND","type":"int"},{"name":"_PARTITION","type":"bytes"},)"
    R"({"name":"_BUCKET","type":"int"},{"name":"_INDEX_TYPE","type":"string"},{"name":"_FILE_NAME","type":"string"},)"
    R"({"name":"_FILE_SIZE","type":"long"},{"name":"_ROW_COUNT","type":"long"},)"
    R"({"name":"_DELETIONS_VECTORS_RANGES","type":["null",{"type":"array","items":["null",)"
    R"({"type":"record","name":"record__DELETIONS_VECTORS_RANGES","fields":[{"name":"f0","type":"string"},)"
    R"({"name":"f1","type":"int"},{"name":"f2","type":"int"},)"
    R"({"name":"_CARDINALITY","type":["null","long"],"default":null}]}]}],"default":null},)"
    R"({"name":"_EXTERNAL_PATH","type":["null","string"],"default":null},)"
    R"({"name":"_GLOBAL_INDEX","type":["null",{"type":"record","name":"record__GLOBAL_INDEX","fields":[)"
    R"({"name":"_ROW_RANGE_START","type":"long"},{"name":"_ROW_RANGE_END","type":"long"},)"
    R"({"name":"_INDEX_FIELD_ID","type":"int"},)"
    R"({"name":"_EXTRA_FIELD_IDS","type":["null",{"type":"array","items":"int"}],"default":null},)"
    R"({"name":"_INDEX_META","type":["null","bytes"],"default":null},)"
    R"({"name":"_SOURCE_META","type":["null","bytes"],"default":null}]}],"default":null}]})";

std::vector<avro::FieldReader<IndexManifestEntry>> Fields() {
  using E = IndexManifestEntry;
  using D = DeletionVectorMeta;
  using G = GlobalIndexMeta;
  using namespace avro;
  return {
      VersionField<E>(kVersion),
      KindField<E>(),
      BytesField("_PARTITION", &E::partition),
      IntField("_BUCKET", &E::bucket),
      BytesField("_INDEX_TYPE", &E::index_type),
      BytesField("_FILE_NAME", &E::file_name),
      LongField("_FILE_SIZE", &E::file_size),
      LongField("_ROW_COUNT", &E::row_count),
      RecordsField("_DELETIONS_VECTORS_RANGES", &E::deletion_vectors,
                   {BytesField("f0", &D::data_file), IntField("f1", &D::offset), IntField("f2", &D::length),
                    LongField("_CARDINALITY", &D::cardinality)}),
      BytesField("_EXTERNAL_PATH", &E::external_path),
      RecordField("_GLOBAL_INDEX", &E::global_index,
                  {LongField("_ROW_RANGE_START", &G::row_range_start), LongField("_ROW_RANGE_END", &G::row_range_end),
                   IntField("_INDEX_FIELD_ID", &G::field_id), ArrayField("_EXTRA_FIELD_IDS", &G::extra_field_ids),
                   BytesField("_INDEX_META", &G::index_meta), BytesField("_SOURCE_META", &G::source_meta)})};
}

}  // namespace

std::vector<IndexManifestEntry> ReadIndexManifest(std::string_view bytes) {
  if (IsOrc(bytes)) return ReadOrcIndexManifest(bytes);
  return avro::ReadRecords<IndexManifestEntry>(bytes, Fields());
}

std::string WriteIndexManifest(const std::vector<IndexManifestEntry>& entries, std::string_view codec) {
  avro::ContainerWriter file(kSchema, codec);
  avro::Encoder out;
  for (const auto& entry : entries) {
    out.Clear();
    out.Long(kVersion);
    out.Long(static_cast<int64_t>(entry.kind));
    out.Bytes(entry.partition);
    out.Long(entry.bucket);
    out.Bytes(entry.index_type);
    out.Bytes(entry.file_name);
    out.Long(entry.file_size);
    out.Long(entry.row_count);
    out.Branch(entry.deletion_vectors ? 1 : 0);
    if (entry.deletion_vectors) {
      out.BeginItems(entry.deletion_vectors->size());
      for (const auto& vector : *entry.deletion_vectors) {
        out.Branch(1);
        out.Bytes(vector.data_file);
        out.Long(vector.offset);
        out.Long(vector.length);
        PutOptional(out, vector.cardinality);
      }
      out.EndItems();
    }
    PutOptional(out, entry.external_path);
    out.Branch(entry.global_index ? 1 : 0);
    if (entry.global_index) {
      const auto& index = *entry.global_index;
      out.Long(index.row_range_start);
      out.Long(index.row_range_end);
      out.Long(index.field_id);
      PutOptional(out, index.extra_field_ids);
      PutOptional(out, index.index_meta);
      PutOptional(out, index.source_meta);
    }
    file.Append(out.bytes());
  }
  return file.Finish();
}

}  // namespace tarn::paimon
