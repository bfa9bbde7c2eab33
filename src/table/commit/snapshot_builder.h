// What the next snapshot says, from the one before and what changes: Paimon's rules for counts, watermark and kind.
#pragma once

#include <span>

#include "paimon/snapshot.h"
#include "table/commit/manifest_files.h"

namespace tarn::table {

struct SnapshotParts {
  const std::optional<paimon::Snapshot>& previous;
  paimon::CommitKind kind = paimon::CommitKind::Append;
  int64_t schema_id = 0;
  ManifestListFile base;
  ManifestListFile delta;
  std::span<const paimon::ManifestEntry> entries;  // of the delta
  std::string user;
  int64_t identifier = 0;
  std::optional<int64_t> watermark_ms;
  std::string uuid;
  int64_t now_ms = 0;
};

paimon::Snapshot BuildSnapshot(const SnapshotParts& parts);

}  // namespace tarn::table
