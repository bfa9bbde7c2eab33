#include "paimon/manifest_avro.h"

#include <algorithm>

#include "avro/container.h"
#include "avro/encoder.h"
#include "avro/record_reader.h"
#include "paimon/manifest_orc.h"
#include "paimon/manifest_version.h"

namespace tarn::paimon {
namespace {

constexpr int32_t kVersion = 2;

#define TARN_STATS_SCHEMA(parent)                                                                      \
  R"({"type":"record","name":"record_)" parent R"(","fields":[{"name":"_MIN_VALUES","type":"bytes"},)" \
  R"({"name":"_MAX_VALUES","type":"bytes"},)"                                                          \
  R"({"name":"_NULL_COUNTS","type":["null",{"type":"array","items":["null","long"]}],"default":null}]})"

constexpr std::string_view kListSchema =
    R"({"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[)"
    R"({"name":"_VERSION","type":"int"},{"name":"_FILE_NAME","type":"string"},{"name":"_FILE_SIZE","type":"long"},)"
    R"({"name":"_NUM_ADDED_FILES","type":"long"},{"name":"_NUM_DELETED_FILES","type":"long"},)"
    R"({"name":"_PARTITION_STATS","type":)" TARN_STATS_SCHEMA(
        "_PARTITION_STATS") R"(},)"
                            R"({"name":"_SCHEMA_ID","type":"long"},)"
                            R"({"name":"_MIN_BUCKET","type":["null","int"],"default":null},)"
                            R"({"name":"_MAX_BUCKET","type":["null","int"],"default":null},)"
                            R"({"name":"_MIN_LEVEL","type":["null","int"],"default":null},)"
                            R"({"name":"_MAX_LEVEL","type":["null","int"],"default":null},)"
                            R"({"name":"_MIN_ROW_ID","type":["null","long"],"default":null},)"
                            R"({"name":"_MAX_ROW_ID","type":["null","long"],"default":null}]})";

// Java wants exactly these six fields in this order at the top.
constexpr std::string_view kManifestSchema =
    R"({"type":"record","name":"record","namespace":"org.apache.paimon.avro.generated","fields":[)"
    R"({"name":"_VERSION","type":"int"},{"name":"_KIND","type":"int"},{"name":"_PARTITION","type":"bytes"},)"
    R"({"name":"_BUCKET","type":"int"},{"name":"_TOTAL_BUCKETS","type":"int"},{"name":"_FILE","type":)"
    R"({"type":"record","name":"record__FILE","fields":[)"
    R"({"name":"_FILE_NAME","type":"string"},{"name":"_FILE_SIZE","type":"long"},{"name":"_ROW_COUNT","type":"long"},)"
    R"({"name":"_MIN_KEY","type":"bytes"},{"name":"_MAX_KEY","type":"bytes"},)"
    R"({"name":"_KEY_STATS","type":)" TARN_STATS_SCHEMA(
        "_FILE__KEY_STATS") R"(},)"
                            R"({"name":"_VALUE_STATS","type":)" TARN_STATS_SCHEMA(
                                "_FILE__VALUE_STATS") R"(},)"
                                                      R"({"name":"_MIN_SEQUENCE_NUMBER","type":"long"},{"name":"_MAX_SEQUENCE_NUMBER","type":"long"},)"
                                                      R"({"name":"_SCHEMA_ID","type":"long"},{"name":"_LEVEL","type":"int"},)"
                                                      R"({"name":"_EXTRA_FILES","type":{"type":"array","items":"string"}},)"
                                                      R"({"name":"_CREATION_TIME","type":["null",{"type":"long","logicalType":"timestamp-millis"}],"default":null},)"
                                                      R"({"name":"_DELETE_ROW_COUNT","type":["null","long"],"default":null},)"
                                                      R"({"name":"_EMBEDDED_FILE_INDEX","type":["null","bytes"],"default":null},)"
                                                      R"({"name":"_FILE_SOURCE","type":["null","int"],"default":null},)"
                                                      R"({"name":"_VALUE_STATS_COLS","type":["null",{"type":"array","items":"string"}],"default":null},)"
                                                      R"({"name":"_EXTERNAL_PATH","type":["null","string"],"default":null},)"
                                                      R"({"name":"_FIRST_ROW_ID","type":["null","long"],"default":null},)"
                                                      R"({"name":"_WRITE_COLS","type":["null",{"type":"array","items":"string"}],"default":null})";
constexpr std::string_view kSequencesField =
    R"(,{"name":"_WRITE_COLS_SEQUENCES","type":["null",{"type":"array","items":"long"}],"default":null})";
constexpr std::string_view kManifestSchemaEnd = "]}}]}";

std::vector<avro::FieldReader<SimpleStats>> StatsFields() {
  return {avro::BytesField("_MIN_VALUES", &SimpleStats::min_values),
          avro::BytesField("_MAX_VALUES", &SimpleStats::max_values),
          avro::ArrayField("_NULL_COUNTS", &SimpleStats::null_counts)};
}

std::vector<avro::FieldReader<DataFileMeta>> FileFields() {
  using F = DataFileMeta;
  using namespace avro;
  return {BytesField("_FILE_NAME", &F::file_name),
          LongField("_FILE_SIZE", &F::file_size),
          LongField("_ROW_COUNT", &F::row_count),
          BytesField("_MIN_KEY", &F::min_key),
          BytesField("_MAX_KEY", &F::max_key),
          RecordField("_KEY_STATS", &F::key_stats, StatsFields()),
          RecordField("_VALUE_STATS", &F::value_stats, StatsFields()),
          LongField("_MIN_SEQUENCE_NUMBER", &F::min_sequence_number),
          LongField("_MAX_SEQUENCE_NUMBER", &F::max_sequence_number),
          LongField("_SCHEMA_ID", &F::schema_id),
          IntField("_LEVEL", &F::level),
          ArrayField("_EXTRA_FILES", &F::extra_files),
          LongField("_CREATION_TIME", &F::creation_time_ms),
          LongField("_DELETE_ROW_COUNT", &F::delete_row_count),
          BytesField("_EMBEDDED_FILE_INDEX", &F::embedded_file_index),
          IntField("_FILE_SOURCE", &F::file_source),
          ArrayField("_VALUE_STATS_COLS", &F::value_stats_cols),
          BytesField("_EXTERNAL_PATH", &F::external_path),
          LongField("_FIRST_ROW_ID", &F::first_row_id),
          ArrayField("_WRITE_COLS", &F::write_cols),
          ArrayField("_WRITE_COLS_SEQUENCES", &F::write_cols_sequences)};
}

void PutStats(avro::Encoder& out, const SimpleStats& stats) {
  out.Bytes(stats.min_values);
  out.Bytes(stats.max_values);
  out.Branch(1);
  out.BeginItems(stats.null_counts.size());
  for (const auto& count : stats.null_counts) PutOptional(out, count);
  out.EndItems();
}

void PutFile(avro::Encoder& out, const DataFileMeta& file, bool with_sequences) {
  out.Bytes(file.file_name);
  out.Long(file.file_size);
  out.Long(file.row_count);
  out.Bytes(file.min_key);
  out.Bytes(file.max_key);
  PutStats(out, file.key_stats);
  PutStats(out, file.value_stats);
  out.Long(file.min_sequence_number);
  out.Long(file.max_sequence_number);
  out.Long(file.schema_id);
  out.Long(file.level);
  PutValue(out, file.extra_files);
  PutOptional(out, file.creation_time_ms);
  PutOptional(out, file.delete_row_count);
  PutOptional(out, file.embedded_file_index);
  PutOptional(out, file.file_source);
  PutOptional(out, file.value_stats_cols);
  PutOptional(out, file.external_path);
  PutOptional(out, file.first_row_id);
  PutOptional(out, file.write_cols);
  if (with_sequences) PutOptional(out, file.write_cols_sequences);
}

}  // namespace

std::string WriteManifest(const std::vector<ManifestEntry>& entries, std::string_view codec) {
  // The 21st field came after Paimon 1.4; it is left out of tables that do not need it, so that they look as 1.4 wrote
  // them.
  const bool with_sequences = std::any_of(entries.begin(), entries.end(), [](const ManifestEntry& entry) {
    return entry.file.write_cols_sequences.has_value();
  });
  std::string schema(kManifestSchema);
  if (with_sequences) schema += kSequencesField;
  schema += kManifestSchemaEnd;
  avro::ContainerWriter file(schema, codec);
  avro::Encoder out;
  for (const auto& entry : entries) {
    out.Clear();
    out.Long(kVersion);
    out.Long(static_cast<int64_t>(entry.kind));
    out.Bytes(entry.partition);
    out.Long(entry.bucket);
    out.Long(entry.total_buckets);
    PutFile(out, entry.file, with_sequences);
    file.Append(out.bytes());
  }
  return file.Finish();
}

std::string WriteManifestList(const std::vector<ManifestFileMeta>& manifests, std::string_view codec) {
  avro::ContainerWriter file(kListSchema, codec);
  avro::Encoder out;
  for (const auto& manifest : manifests) {
    out.Clear();
    out.Long(kVersion);
    out.Bytes(manifest.file_name);
    out.Long(manifest.file_size);
    out.Long(manifest.added_files);
    out.Long(manifest.deleted_files);
    PutStats(out, manifest.partition_stats);
    out.Long(manifest.schema_id);
    PutOptional(out, manifest.min_bucket);
    PutOptional(out, manifest.max_bucket);
    PutOptional(out, manifest.min_level);
    PutOptional(out, manifest.max_level);
    PutOptional(out, manifest.min_row_id);
    PutOptional(out, manifest.max_row_id);
    file.Append(out.bytes());
  }
  return file.Finish();
}

std::vector<ManifestEntry> ReadManifest(std::string_view bytes) {
  if (IsOrc(bytes)) return ReadOrcManifest(bytes);
  using E = ManifestEntry;
  return avro::ReadRecords<E>(
      bytes, {VersionField<E>(kVersion), KindField<E>(), avro::BytesField("_PARTITION", &E::partition),
              avro::IntField("_BUCKET", &E::bucket), avro::IntField("_TOTAL_BUCKETS", &E::total_buckets),
              avro::RecordField("_FILE", &E::file, FileFields())});
}

std::vector<ManifestFileMeta> ReadManifestList(std::string_view bytes) {
  if (IsOrc(bytes)) return ReadOrcManifestList(bytes);
  using M = ManifestFileMeta;
  using namespace avro;
  return ReadRecords<M>(
      bytes,
      {VersionField<M>(kVersion), BytesField("_FILE_NAME", &M::file_name), LongField("_FILE_SIZE", &M::file_size),
       LongField("_NUM_ADDED_FILES", &M::added_files), LongField("_NUM_DELETED_FILES", &M::deleted_files),
       RecordField("_PARTITION_STATS", &M::partition_stats, StatsFields()), LongField("_SCHEMA_ID", &M::schema_id),
       IntField("_MIN_BUCKET", &M::min_bucket), IntField("_MAX_BUCKET", &M::max_bucket),
       IntField("_MIN_LEVEL", &M::min_level), IntField("_MAX_LEVEL", &M::max_level),
       LongField("_MIN_ROW_ID", &M::min_row_id), LongField("_MAX_ROW_ID", &M::max_row_id)});
}

}  // namespace tarn::paimon
