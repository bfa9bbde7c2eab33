#include "paimon/partition_path.h"

#include <algorithm>

#include "base/hex.h"
#include "paimon/binary_row.h"

namespace tarn::paimon {
namespace {

constexpr std::string_view kEscaped = "\"#%'*/:=?\\{}[]^\x7f";

bool MustEscape(char c) { return (c >= 0 && c < 0x20) || kEscaped.find(c) != std::string_view::npos; }

// What Java calls white space and may stand in a value: a value of nothing else counts as empty.
bool IsBlank(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f); });
}

}  // namespace

PathRules PathRules::FromOptions(const std::map<std::string, std::string>& options) {
  PathRules rules;
  if (const auto found = options.find("partition.legacy-name"); found != options.end())
    rules.legacy_name = found->second != "false";
  if (const auto found = options.find("partition.default-name"); found != options.end())
    rules.default_name = found->second;
  if (const auto found = options.find("data-file.path-directory"); found != options.end())
    rules.data_directory = found->second;
  return rules;
}

std::string EscapePathPart(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (MustEscape(c)) {
      escaped += '%';
      AppendHex(escaped, c);
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string UnescapePathPart(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = text[i] == '%' ? HexByte(text.substr(i + 1)) : -1;
    if (byte >= 0) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string PartitionValueText(const Value& value, const DataType& type, const PathRules& rules) {
  if (IsNull(value)) return rules.default_name;
  auto text = ToText(value, type, rules.legacy_name ? TextStyle::Legacy : TextStyle::Cast);
  return IsBlank(text) ? rules.default_name : text;
}

std::string PartitionDirectory(const std::vector<DataField>& keys, std::string_view serialized_partition,
                               const PathRules& rules) {
  const auto values = DeserializeRow(serialized_partition, keys);
  std::string path;
  for (size_t i = 0; i < keys.size(); ++i)
    path +=
        EscapePathPart(keys[i].name) + "=" + EscapePathPart(PartitionValueText(values[i], keys[i].type, rules)) + "/";
  return path;
}

std::string BucketDirectory(int32_t bucket) {
  constexpr int32_t kPostpone = -2;
  return bucket == kPostpone ? "bucket-postpone" : "bucket-" + std::to_string(bucket);
}

std::string RelativeBucketDirectory(const TableSchema& schema, std::string_view serialized_partition, int32_t bucket,
                                    const PathRules& rules) {
  std::string path = rules.data_directory;
  while (path.ends_with('/')) path.pop_back();
  if (!path.empty()) path += '/';
  return path + PartitionDirectory(schema.PartitionFields(), serialized_partition, rules) + BucketDirectory(bucket);
}

std::string DataFilePath(std::string_view table_path, const TableSchema& schema, std::string_view serialized_partition,
                         int32_t bucket, const DataFileMeta& file, const PathRules& rules) {
  if (file.external_path) {
    // A URI of the local file system is a path with a scheme in front.
    std::string_view path = *file.external_path;
    if (path.starts_with("file:")) path.remove_prefix(5);
    while (path.starts_with("//")) path.remove_prefix(1);
    return std::string(path);
  }
  return std::string(table_path) + "/" + RelativeBucketDirectory(schema, serialized_partition, bucket, rules) + "/" +
         file.file_name;
}

std::string FileFormatOfName(std::string_view file_name) {
  const auto dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return "";
  const auto suffix = file_name.substr(dot + 1);
  for (const std::string_view compression : {"gz", "bz2", "deflate", "snappy", "lz4", "zst", "zstd"}) {
    if (suffix != compression) continue;
    const auto inner = file_name.substr(0, dot).rfind('.');
    if (inner != std::string_view::npos) return std::string(file_name.substr(inner + 1, dot - inner - 1));
  }
  return std::string(suffix);
}

}  // namespace tarn::paimon
