// What an index manifest says of index files: hash indexes of dynamic buckets, deletion vectors, global indexes.
//
// {table}/manifest/index-manifest-{uuid}-{n}, Avro, `_VERSION` 1: the whole state of one snapshot (Paimon 1.x).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_file.h"

namespace tarn::paimon {

/// Where in an index file the deletion vector of one data file lies.
struct DeletionVectorMeta {
  std::string data_file;
  int32_t offset = 0;
  int32_t length = 0;
  std::optional<int64_t> cardinality;  // deleted rows

  bool operator==(const DeletionVectorMeta&) const = default;
};

struct GlobalIndexMeta {
  int64_t row_range_start = 0;
  int64_t row_range_end = 0;
  int32_t field_id = 0;
  std::optional<std::vector<int32_t>> extra_field_ids;
  std::optional<std::string> index_meta;
  std::optional<std::string> source_meta;

  bool operator==(const GlobalIndexMeta&) const = default;
};

constexpr std::string_view kHashIndex = "HASH";
constexpr std::string_view kDeletionVectorsIndex = "DELETION_VECTORS";

struct IndexManifestEntry {
  FileKind kind = FileKind::Add;
  std::string partition;  // serialized BinaryRow
  int32_t bucket = 0;
  std::string index_type;
  std::string file_name;
  int64_t file_size = 0;
  int64_t row_count = 0;
  std::optional<std::vector<DeletionVectorMeta>> deletion_vectors;
  std::optional<std::string> external_path;
  std::optional<GlobalIndexMeta> global_index;

  bool operator==(const IndexManifestEntry&) const = default;
};

/// Throws Corruption with the byte offset; the caller adds the file.
std::vector<IndexManifestEntry> ReadIndexManifest(std::string_view bytes);
std::string WriteIndexManifest(const std::vector<IndexManifestEntry>& entries, std::string_view codec = "zstandard");

}  // namespace tarn::paimon
