// One committed state of a table: {table}/snapshot/snapshot-{id}. Immutable once written.
//
// JSON object; optional members are left out when null, the rest is always there. Written by Paimon's Snapshot (1.x).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tarn::paimon {

enum class CommitKind { Append, Compact, Overwrite, Analyze };

/// "APPEND", ..
const char* ToString(CommitKind kind);

struct Snapshot {
  static constexpr int32_t kVersion = 3;
  static constexpr int64_t kBatchIdentifier = 0x7fffffffffffffff;  // what batch writes commit under

  int32_t version = kVersion;
  std::optional<std::string> uuid;
  int64_t id = 0;
  int64_t schema_id = 0;
  std::string base_manifest_list;
  std::optional<int64_t> base_manifest_list_size;
  std::string delta_manifest_list;
  std::optional<int64_t> delta_manifest_list_size;
  std::optional<std::string> changelog_manifest_list;
  std::optional<int64_t> changelog_manifest_list_size;
  std::optional<std::string> index_manifest;
  std::string commit_user;
  std::optional<std::string> writer_version;
  int64_t commit_identifier = 0;
  CommitKind commit_kind = CommitKind::Append;
  int64_t time_ms = 0;
  std::optional<int64_t> total_record_count;
  std::optional<int64_t> delta_record_count;
  std::optional<int64_t> changelog_record_count;
  std::optional<int64_t> watermark;
  std::optional<std::string> statistics;
  std::map<std::string, std::string> properties;
  std::optional<int64_t> next_row_id;
  std::optional<std::string> operation;

  bool operator==(const Snapshot&) const = default;
};

std::string ToJson(const Snapshot& snapshot);
/// Unknown members are ignored. Throws Corruption; the caller adds the file.
Snapshot ParseSnapshot(std::string_view json);

}  // namespace tarn::paimon
