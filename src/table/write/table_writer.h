// Writes rows into a table's buckets. Files become part of the table only by a commit (table/commit/committer.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "columnar/change_batch.h"
#include "table/commit/commit_message.h"
#include "table/table.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::table {

struct WriterOptions {
  int64_t memory_bytes = 256 << 20;  // of all buckets together ('write-buffer-size' can lower it); more is flushed
  bool write_only = false;           // no compaction by this writer
  bool overwrite = false;            // rows replace partitions: existing files are not looked at
};

/// Used by one thread at a time. Chunks have the table's columns in schema order.
class TableWriter {
 public:
  virtual ~TableWriter() = default;
  virtual void Write(const columnar::ChangeBatch& batch) = 0;
  /// Flushes and syncs what was written (compacts where due) and says what a commit would add and remove.
  virtual std::vector<CommitMessage> PrepareCommit() = 0;
  /// To be called after a commit whose compaction was dropped (CommitOutcome): what the writer knew of the table's
  /// files is stale, and compaction goes on from what the latest snapshot holds. What was written is kept.
  virtual void Refresh() = 0;
  /// Deletes every file that no PrepareCommit has handed over.
  virtual void Abort() = 0;
};

std::unique_ptr<TableWriter> NewTableWriter(duckdb::ClientContext& context, const std::shared_ptr<const Table>& table,
                                            const WriterOptions& options);

}  // namespace tarn::table
