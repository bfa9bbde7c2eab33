#include "paimon/manifest_orc.h"

#include "base/error.h"
#include "base/utf8.h"
#include "orc/reader.h"

namespace tarn::paimon {
namespace {

using orc::Column;
using orc::Kind;

[[noreturn]] void Expected(std::string_view field, const char* what) {
  throw Error(ErrorCode::Corruption, "an ORC manifest, field " + std::string(field) + ": expected " + what);
}

bool IsInteger(Kind kind) {
  return kind == Kind::Byte || kind == Kind::Short || kind == Kind::Int || kind == Kind::Long ||
         kind == Kind::Timestamp;
}
bool IsText(Kind kind) {
  return kind == Kind::String || kind == Kind::Binary || kind == Kind::Varchar || kind == Kind::Char;
}

// One row of a struct column.
class Record {
 public:
  Record(const Column& column, uint64_t row) : column_(column), row_(row) {}

  std::optional<int64_t> OptionalLong(std::string_view field) const {
    const Column* found = column_.Child(field);
    if (!found || found->IsNull(row_)) return std::nullopt;
    if (!IsInteger(found->kind)) Expected(field, "an integer");
    return found->ints[row_];
  }
  int64_t Long(std::string_view field) const {
    const auto value = OptionalLong(field);
    if (!value) Expected(field, "an integer, found none");
    return *value;
  }
  int32_t Int(std::string_view field) const { return static_cast<int32_t>(Long(field)); }
  std::optional<int32_t> OptionalInt(std::string_view field) const {
    const auto value = OptionalLong(field);
    if (!value) return std::nullopt;
    return static_cast<int32_t>(*value);
  }

  std::optional<std::string> OptionalText(std::string_view field) const {
    const Column* found = column_.Child(field);
    if (!found || found->IsNull(row_)) return std::nullopt;
    if (!IsText(found->kind)) Expected(field, "text or bytes");
    const auto& text = found->strings[row_];
    if (found->kind != Kind::Binary && FindBadUtf8(text) != std::string::npos) Expected(field, "a text in UTF-8");
    return text;
  }
  std::string Text(std::string_view field) const {
    auto value = OptionalText(field);
    if (!value) Expected(field, "text or bytes, found none");
    return *std::move(value);
  }

  Record Struct(std::string_view field) const {
    const Column* found = column_.Child(field);
    if (!found || found->kind != Kind::Struct || found->IsNull(row_)) Expected(field, "a record");
    return Record(*found, row_);
  }

  /// Calls `element(items, row)` for each element; false if there is no list.
  template <typename Element>
  bool List(std::string_view field, Element&& element) const {
    const Column* found = column_.Child(field);
    if (!found || found->IsNull(row_)) return false;
    if (found->kind != Kind::List) Expected(field, "a list");
    for (uint64_t at = found->offsets[row_]; at < found->offsets[row_ + 1]; ++at) element(found->children[0], at);
    return true;
  }

  std::optional<std::vector<std::string>> OptionalTexts(std::string_view field) const {
    std::vector<std::string> texts;
    const bool present = List(field, [&](const Column& items, uint64_t at) {
      if (!IsText(items.kind) || items.IsNull(at)) Expected(field, "a list of texts");
      texts.push_back(items.strings[at]);
    });
    if (!present) return std::nullopt;
    return texts;
  }

 private:
  const Column& column_;
  uint64_t row_;
};

SimpleStats StatsOf(const Record& record) {
  SimpleStats stats{
      .min_values = record.Text("_MIN_VALUES"), .max_values = record.Text("_MAX_VALUES"), .null_counts = {}};
  record.List("_NULL_COUNTS", [&](const Column& items, uint64_t at) {
    if (!IsInteger(items.kind)) Expected("_NULL_COUNTS", "a list of integers");
    stats.null_counts.push_back(items.IsNull(at) ? std::nullopt : std::optional(items.ints[at]));
  });
  return stats;
}

DataFileMeta FileOf(const Record& record) {
  DataFileMeta file;
  file.file_name = record.Text("_FILE_NAME");
  file.file_size = record.Long("_FILE_SIZE");
  file.row_count = record.Long("_ROW_COUNT");
  file.min_key = record.Text("_MIN_KEY");
  file.max_key = record.Text("_MAX_KEY");
  file.key_stats = StatsOf(record.Struct("_KEY_STATS"));
  file.value_stats = StatsOf(record.Struct("_VALUE_STATS"));
  file.min_sequence_number = record.Long("_MIN_SEQUENCE_NUMBER");
  file.max_sequence_number = record.Long("_MAX_SEQUENCE_NUMBER");
  file.schema_id = record.Long("_SCHEMA_ID");
  file.level = record.Int("_LEVEL");
  file.extra_files = record.OptionalTexts("_EXTRA_FILES").value_or(std::vector<std::string>());
  file.creation_time_ms = record.OptionalLong("_CREATION_TIME");
  file.delete_row_count = record.OptionalLong("_DELETE_ROW_COUNT");
  file.embedded_file_index = record.OptionalText("_EMBEDDED_FILE_INDEX");
  file.file_source = record.OptionalInt("_FILE_SOURCE");
  file.value_stats_cols = record.OptionalTexts("_VALUE_STATS_COLS");
  file.external_path = record.OptionalText("_EXTERNAL_PATH");
  file.first_row_id = record.OptionalLong("_FIRST_ROW_ID");
  file.write_cols = record.OptionalTexts("_WRITE_COLS");
  return file;
}

void RequireVersion(const Record& record, int64_t version) {
  if (const auto found = record.Long("_VERSION"); found != version)
    throw Error(ErrorCode::Unsupported, "manifest version " + std::to_string(found) + " cannot be read, only " +
                                            std::to_string(version) + " can");
}

FileKind KindOf(const Record& record) {
  const auto kind = record.Long("_KIND");
  if (kind != 0 && kind != 1) Expected("_KIND", "0 (add) or 1 (delete)");
  return static_cast<FileKind>(kind);
}

template <typename T, typename Make>
std::vector<T> ReadAll(std::string_view bytes, Make&& make) {
  std::vector<T> all;
  for (const auto& stripe : orc::ReadStripes(bytes)) {
    if (stripe.kind != Kind::Struct) Expected("(root)", "a record");
    for (uint64_t row = 0; row < stripe.rows; ++row) all.push_back(make(Record(stripe, row)));
  }
  return all;
}

}  // namespace

std::vector<ManifestEntry> ReadOrcManifest(std::string_view bytes) {
  return ReadAll<ManifestEntry>(bytes, [](const Record& record) {
    RequireVersion(record, 2);
    return ManifestEntry{.kind = KindOf(record),
                         .partition = record.Text("_PARTITION"),
                         .bucket = record.Int("_BUCKET"),
                         .total_buckets = record.Int("_TOTAL_BUCKETS"),
                         .file = FileOf(record.Struct("_FILE"))};
  });
}

std::vector<ManifestFileMeta> ReadOrcManifestList(std::string_view bytes) {
  return ReadAll<ManifestFileMeta>(bytes, [](const Record& record) {
    RequireVersion(record, 2);
    return ManifestFileMeta{.file_name = record.Text("_FILE_NAME"),
                            .file_size = record.Long("_FILE_SIZE"),
                            .added_files = record.Long("_NUM_ADDED_FILES"),
                            .deleted_files = record.Long("_NUM_DELETED_FILES"),
                            .partition_stats = StatsOf(record.Struct("_PARTITION_STATS")),
                            .schema_id = record.Long("_SCHEMA_ID"),
                            .min_bucket = record.OptionalInt("_MIN_BUCKET"),
                            .max_bucket = record.OptionalInt("_MAX_BUCKET"),
                            .min_level = record.OptionalInt("_MIN_LEVEL"),
                            .max_level = record.OptionalInt("_MAX_LEVEL"),
                            .min_row_id = record.OptionalLong("_MIN_ROW_ID"),
                            .max_row_id = record.OptionalLong("_MAX_ROW_ID")};
  });
}

std::vector<IndexManifestEntry> ReadOrcIndexManifest(std::string_view bytes) {
  return ReadAll<IndexManifestEntry>(bytes, [](const Record& record) {
    RequireVersion(record, 1);
    IndexManifestEntry entry;
    entry.kind = KindOf(record);
    entry.partition = record.Text("_PARTITION");
    entry.bucket = record.Int("_BUCKET");
    entry.index_type = record.Text("_INDEX_TYPE");
    entry.file_name = record.Text("_FILE_NAME");
    entry.file_size = record.Long("_FILE_SIZE");
    entry.row_count = record.Long("_ROW_COUNT");
    entry.external_path = record.OptionalText("_EXTERNAL_PATH");
    std::vector<DeletionVectorMeta> vectors;
    const bool present = record.List("_DELETIONS_VECTORS_RANGES", [&](const Column& items, uint64_t at) {
      const Record range(items, at);
      vectors.push_back({.data_file = range.Text("f0"),
                         .offset = range.Int("f1"),
                         .length = range.Int("f2"),
                         .cardinality = range.OptionalLong("_CARDINALITY")});
    });
    if (present) entry.deletion_vectors = std::move(vectors);
    return entry;
  });
}

}  // namespace tarn::paimon
