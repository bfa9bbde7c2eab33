// Merges all files of buckets of a primary-key table into one sorted run each, on demand (CALL sys.compact).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "table/commit/commit_message.h"
#include "table/commit/manifest_files.h"
#include "table/table.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::table {

/// The partitions that are `wanted` take part. The messages are for one Commit; buckets that
/// are one run already bring none. Throws Unsupported for tables that cannot be written. If it throws, its files are
/// gone.
std::vector<CommitMessage> CompactFully(duckdb::ClientContext& context, const std::shared_ptr<const Table>& table,
                                        const PartitionFilter& wanted);

}  // namespace tarn::table
