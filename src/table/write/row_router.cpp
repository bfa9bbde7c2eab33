#include "table/write/row_router.h"

#include <duckdb/common/types/selection_vector.hpp>

#include <utility>

#include "base/error.h"

namespace tarn::table {
namespace {

std::vector<columnar::BinaryRowEncoder::Column> ColumnsOf(const paimon::TableSchema& schema,
                                                          const std::vector<std::string>& names) {
  std::vector<columnar::BinaryRowEncoder::Column> columns;
  for (const auto& name : names) {
    const auto index = schema.FindField(name);
    if (!index)
      throw Error(ErrorCode::Corruption, "the schema names a key column '" + name + "' that it does not have");
    columns.push_back({schema.fields[*index].type, *index});
  }
  return columns;
}

}  // namespace

RowRouter::RowRouter(const paimon::TableSchema& schema, const StoreOptions& options)
    : buckets_(options.bucket),
      function_(options.bucket_function),
      partition_encoder_(ColumnsOf(schema, schema.partition_keys)),
      bucket_encoder_(ColumnsOf(schema, buckets_ > 0 ? schema.BucketKeys() : std::vector<std::string>())),
      partitioned_(!schema.partition_keys.empty()) {
  if (function_ == BucketFunction::Mod && buckets_ > 0) {
    const auto keys = ColumnsOf(schema, schema.BucketKeys());
    const auto root = keys.size() == 1 ? keys[0].type.root : paimon::TypeRoot::VarChar;
    if (root != paimon::TypeRoot::Int && root != paimon::TypeRoot::BigInt)
      throw Error(ErrorCode::InvalidInput, "'bucket-function.type' = 'mod' needs one bucket key of type INT or BIGINT");
    mod_column_ = keys[0].index;
  }
}

void RowRouter::ComputeBuckets(duckdb::DataChunk& chunk) {
  const auto rows = chunk.size();
  bucket_of_row_.assign(rows, 0);
  if (buckets_ <= 1) return;
  if (function_ == BucketFunction::Default) {
    bucket_encoder_.Bind(chunk);
    bucket_encoder_.Hash(bucket_of_row_);
    for (auto& bucket : bucket_of_row_) bucket = std::abs(bucket % buckets_);
    return;
  }
  duckdb::UnifiedVectorFormat format;
  auto& keys = chunk.data[mod_column_];
  keys.ToUnifiedFormat(rows, format);
  const bool wide = keys.GetType().InternalType() == duckdb::PhysicalType::INT64;
  for (duckdb::idx_t row = 0; row < rows; ++row) {
    const auto at = format.sel->get_index(row);
    if (!format.validity.RowIsValid(at)) continue;
    const int64_t key =
        wide ? reinterpret_cast<const int64_t*>(format.data)[at] : reinterpret_cast<const int32_t*>(format.data)[at];
    const auto rest = static_cast<int32_t>(key % buckets_);
    bucket_of_row_[row] = rest < 0 ? rest + buckets_ : rest;
  }
}

size_t RowRouter::PartitionOf(duckdb::idx_t row) {
  const auto bytes = partition_encoder_.Encode(row);
  // Rows of a partition tend to come together.
  if (!partitions_.empty() && bytes == last_partition_) return last_number_;
  last_partition_ = bytes;
  const auto [found, fresh] = partition_numbers_.try_emplace(last_partition_, partitions_.size());
  if (fresh) partitions_.push_back(partition_encoder_.Serialized(row));
  return last_number_ = found->second;
}

size_t RowRouter::TargetOf(size_t partition, int32_t bucket) {
  const auto [found, fresh] = target_numbers_.try_emplace(
      static_cast<uint64_t>(partition) << 32 | static_cast<uint32_t>(bucket), targets_.size());
  if (fresh) {
    targets_.push_back({.partition = partitions_[partition], .bucket = bucket});
    counts_.push_back(0);
  }
  return found->second;
}

const std::vector<RoutedRows>& RowRouter::Route(duckdb::DataChunk& chunk) {
  routed_.clear();
  const auto rows = chunk.size();
  if (rows == 0) return routed_;
  partition_encoder_.Bind(chunk);
  ComputeBuckets(chunk);
  if (!partitioned_ && buckets_ <= 1) {
    routed_.push_back({.target = TargetOf(PartitionOf(0), 0),
                       .rows = duckdb::FlatVector::IncrementalSelectionVector(),
                       .count = rows});
    return routed_;
  }
  const size_t only = partitioned_ ? 0 : PartitionOf(0);
  target_of_row_.resize(rows);
  for (duckdb::idx_t row = 0; row < rows; ++row) {
    const size_t target = TargetOf(partitioned_ ? PartitionOf(row) : only, bucket_of_row_[row]);
    if (counts_[target]++ == 0) routed_.push_back({.target = target});
    target_of_row_[row] = target;
  }
  order_.resize(rows);
  selections_.clear();
  selections_.reserve(routed_.size());
  uint32_t begin = 0;
  for (auto& routed : routed_) {
    auto& count = counts_[routed.target];
    routed.count = count;
    routed.rows = &selections_.emplace_back(order_.data() + begin);
    begin += std::exchange(count, begin);  // from here on: where the target's next row goes
  }
  for (duckdb::idx_t row = 0; row < rows; ++row)
    order_[counts_[target_of_row_[row]]++] = static_cast<duckdb::sel_t>(row);
  for (const auto& routed : routed_) counts_[routed.target] = 0;
  return routed_;
}

}  // namespace tarn::table
