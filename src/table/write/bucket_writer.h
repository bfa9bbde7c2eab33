// Rows of one bucket on their way into data files. One implementation for append tables, one for keyed ones.
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <memory>
#include <span>

#include "columnar/column_stats.h"
#include "columnar/parquet_writer.h"
#include "columnar/row_kind.h"
#include "table/commit/commit_message.h"
#include "table/store_options.h"
#include "table/table.h"
#include "table/write/new_files.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::table {

/// What all buckets of one writer share; outlives them.
struct WriteShared {
  WriteShared(duckdb::ClientContext& the_context, std::shared_ptr<const Table> the_table)
      : context(the_context),
        table(std::move(the_table)),
        options(ParseStoreOptions(*table)),
        parquet(columnar::ParquetOptionsOf(table->options())),
        files(table, options.data_file_prefix) {}

  duckdb::ClientContext& context;
  std::shared_ptr<const Table> table;
  StoreOptions options;
  columnar::ParquetWriteOptions parquet;
  NewFiles files;
  bool compacts = false;

  const paimon::TableSchema& schema() const { return table->schema(); }
};

/// Where a bucket lies and what it holds already.
struct BucketStart {
  std::string partition;  // serialized
  int32_t bucket = 0;
  std::string directory;
  std::vector<paimon::DataFileMeta> files;  // live ones
};

/// Used by one thread.
class BucketWriter {
 public:
  virtual ~BucketWriter() = default;
  /// `kinds` of the chunk's rows; empty = all +I.
  virtual void Write(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count,
                     std::span<const columnar::RowKind> kinds) = 0;
  /// What it holds in memory.
  virtual size_t MemoryBytes() const = 0;
  /// The size of the file that it has open; 0 = none is.
  virtual int64_t OpenFileBytes() const { return 0; }
  /// Gives most of that memory back.
  virtual void Flush() = 0;
  /// Ends what is open and adds what came of it, and of compacting it, to the message.
  virtual void Prepare(CommitMessage& message) = 0;
  /// `live` files are what the bucket holds now, beside what this writer has not committed yet.
  virtual void Refresh(std::vector<paimon::DataFileMeta> live) = 0;
};

std::unique_ptr<BucketWriter> NewAppendBucket(WriteShared& shared, BucketStart start);
std::unique_ptr<BucketWriter> NewKeyedBucket(WriteShared& shared, BucketStart start);

}  // namespace tarn::table
