// Directories of partitions and buckets below a table, and the file names in them.
//
// {table}/[{data-file.path-directory}/][{key}={value}/...]bucket-{n}/{file} (Paimon 1.x: PartitionPathUtils,
// FileStorePathFactory).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/schema.h"
#include "paimon/value.h"

namespace tarn::paimon {

/// The table options that decide about paths.
struct PathRules {
  bool legacy_name = true;                             // partition.legacy-name
  std::string default_name = "__DEFAULT_PARTITION__";  // partition.default-name, for NULL and blank
  std::string data_directory;                          // data-file.path-directory, "" = none

  static PathRules FromOptions(const std::map<std::string, std::string>& options);
};

/// '%' and two upper-case hex digits for the characters that Paimon keeps out of paths.
std::string EscapePathPart(std::string_view text);
/// What is no valid escape stays as it is.
std::string UnescapePathPart(std::string_view text);

/// NULL and blank give the default name; not escaped.
std::string PartitionValueText(const Value& value, const DataType& type, const PathRules& rules);

/// "dt=2024-01-01/hh=3/", escaped; "" for unpartitioned tables. Throws Corruption if the row does not fit the keys.
std::string PartitionDirectory(const std::vector<DataField>& keys, std::string_view serialized_partition,
                               const PathRules& rules);

/// "bucket-3"; -2 is "bucket-postpone".
std::string BucketDirectory(int32_t bucket);

/// Below the table: "dt=2024-01-01/bucket-3", with the data directory in front if there is one.
std::string RelativeBucketDirectory(const TableSchema& schema, std::string_view serialized_partition, int32_t bucket,
                                    const PathRules& rules);

/// Where a data file lies: its external path if it has one, else below the table's directory.
std::string DataFilePath(std::string_view table_path, const TableSchema& schema, std::string_view serialized_partition,
                         int32_t bucket, const DataFileMeta& file, const PathRules& rules);

/// "parquet" of "data-..-0.parquet" and of "data-..-0.zstd.parquet"; "json" of "data-..-0.json.gz"; "" without a
/// suffix.
std::string FileFormatOfName(std::string_view file_name);

}  // namespace tarn::paimon
