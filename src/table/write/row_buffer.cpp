#include "table/write/row_buffer.h"

#include <algorithm>

#include "columnar/bytes_beside.h"

namespace tarn::table {
namespace {

constexpr size_t kFirstSlots = 64;

size_t SlotBytes(const duckdb::LogicalType& type) {
  const auto physical = type.InternalType();
  const bool plain = duckdb::TypeIsConstantSize(physical) || physical == duckdb::PhysicalType::VARCHAR;
  return plain ? duckdb::GetTypeIdSize(physical) : 16;
}

}  // namespace

void RowBuffer::Append(duckdb::DataChunk& chunk, const duckdb::SelectionVector& rows, duckdb::idx_t count,
                       std::span<const columnar::RowKind> kinds) {
  if (!chunk_) {
    chunk_ = std::make_unique<duckdb::DataChunk>();
    slots_ = kFirstSlots;
    chunk_->Initialize(duckdb::Allocator::DefaultAllocator(), types_, slots_);
    slot_bytes_ = 0;
    for (const auto& type : types_) slot_bytes_ += SlotBytes(type);
  }
  for (auto& vector : chunk.data) beside_ += columnar::BytesBeside(vector, chunk.size(), rows, count);
  duckdb::SelectionVector selection(rows);
  chunk_->Append(chunk, /*resize=*/true, &selection, count);
  if (!kinds.empty() && kinds_.empty()) kinds_.assign(rows_, columnar::RowKind::Insert);
  if (!kinds.empty() || !kinds_.empty())
    for (duckdb::idx_t i = 0; i < count; ++i)
      kinds_.push_back(kinds.empty() ? columnar::RowKind::Insert : kinds[rows.get_index(i)]);
  rows_ += count;
  while (slots_ < rows_) slots_ *= 2;  // as the chunk does
}

void RowBuffer::Clear() {
  chunk_.reset();
  kinds_.clear();
  rows_ = slots_ = beside_ = 0;
}

void ForEachSlice(duckdb::DataChunk& chunk, std::span<const uint32_t> rows,
                  const std::function<void(duckdb::DataChunk&, std::span<const uint32_t>)>& write) {
  duckdb::DataChunk slice;
  slice.InitializeEmpty(chunk.GetTypes());
  for (size_t begin = 0; begin < rows.size(); begin += STANDARD_VECTOR_SIZE) {
    const auto part = rows.subspan(begin, std::min<size_t>(STANDARD_VECTOR_SIZE, rows.size() - begin));
    duckdb::SelectionVector selection(part.size());
    for (size_t i = 0; i < part.size(); ++i) selection.set_index(i, part[i]);
    slice.Reset();
    slice.Slice(chunk, selection, part.size());
    write(slice, part);
  }
}

}  // namespace tarn::table
