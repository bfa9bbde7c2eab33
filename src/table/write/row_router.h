// Which partition and bucket each row of a chunk belongs to.
#pragma once

#include <cstdint>
#include <duckdb/common/types/data_chunk.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "columnar/binary_row_encoder.h"
#include "paimon/schema.h"
#include "table/store_options.h"

namespace tarn::table {

struct Target {
  std::string partition;  // serialized BinaryRow
  int32_t bucket = 0;
};

/// Rows of one chunk that go to one target, in their order.
struct RoutedRows {
  size_t target = 0;  // index into the router's targets
  const duckdb::SelectionVector* rows = nullptr;
  duckdb::idx_t count = 0;
};

/// Used by one thread. Targets are numbered as they are first met and never forgotten.
class RowRouter {
 public:
  RowRouter(const paimon::TableSchema& schema, const StoreOptions& options);

  /// The result is valid until the next call.
  const std::vector<RoutedRows>& Route(duckdb::DataChunk& chunk);
  const Target& target(size_t index) const { return targets_[index]; }
  size_t target_count() const { return targets_.size(); }
  /// -1 for tables without fixed buckets.
  int32_t total_buckets() const { return buckets_ > 0 ? buckets_ : -1; }

 private:
  void ComputeBuckets(duckdb::DataChunk& chunk);
  size_t PartitionOf(duckdb::idx_t row);
  size_t TargetOf(size_t partition, int32_t bucket);

  int32_t buckets_;
  BucketFunction function_;
  size_t mod_column_ = 0;
  columnar::BinaryRowEncoder partition_encoder_;
  columnar::BinaryRowEncoder bucket_encoder_;
  bool partitioned_;

  std::unordered_map<std::string, size_t> partition_numbers_;  // by bare row bytes
  std::vector<std::string> partitions_;                        // serialized
  std::string last_partition_;
  size_t last_number_ = 0;
  std::unordered_map<uint64_t, size_t> target_numbers_;  // partition number and bucket
  std::vector<Target> targets_;

  std::vector<int32_t> bucket_of_row_;
  std::vector<uint32_t> counts_;  // by target; zero between calls
  std::vector<size_t> target_of_row_;
  std::vector<duckdb::sel_t> order_;                 // the chunk's rows, target by target
  std::vector<duckdb::SelectionVector> selections_;  // views into it
  std::vector<RoutedRows> routed_;
};

}  // namespace tarn::table
