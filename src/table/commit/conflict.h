// May these changes be committed on top of this state? A pure function over manifest entries.
//
// The rules are Paimon's (ConflictDetection, PrimaryKeyConflictDetection).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "paimon/data_file.h"
#include "paimon/snapshot.h"
#include "table/key_compare.h"

namespace tarn::table {

struct ConflictInput {
  paimon::CommitKind kind = paimon::CommitKind::Append;
  /// Live files of the partitions that change, all of kind ADD.
  std::span<const paimon::ManifestEntry> base;
  std::span<const paimon::ManifestEntry> changes;
  KeyCompare compare_keys;  // empty for tables without a primary key
};

/// The reason why not, for a user: which file or bucket, and what to do. Nullopt = go ahead.
std::optional<std::string> FindConflict(const ConflictInput& input);

}  // namespace tarn::table
