// What one writer did to one bucket since its last commit (Paimon's CommitMessage).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_file.h"

namespace tarn::table {

struct CommitMessage {
  std::string partition;  // serialized BinaryRow
  int32_t bucket = 0;
  int32_t total_buckets = 0;
  std::vector<paimon::DataFileMeta> new_files;
  std::vector<paimon::DataFileMeta> compact_before;
  std::vector<paimon::DataFileMeta> compact_after;

  bool operator==(const CommitMessage&) const = default;
};

/// For a checkpoint; ours, read by the same version or a later one.
std::string Serialize(const std::vector<CommitMessage>& messages);
/// Throws Corruption.
std::vector<CommitMessage> ParseCommitMessages(std::string_view bytes);

}  // namespace tarn::table
