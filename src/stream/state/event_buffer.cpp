#include "stream/state/event_buffer.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <limits>

#include "columnar/chunk_bytes.h"

namespace tarn::stream {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

}  // namespace

EventBuffer::EventBuffer(std::vector<duckdb::vector<duckdb::LogicalType>> types_of_port)
    : types_(std::move(types_of_port)), open_(types_.size(), kNone), spare_(types_.size()), last_taken_(kNone) {}

uint32_t EventBuffer::OpenChunk(size_t port) {
  auto& open = open_[port];
  if (open != kNone && chunks_[open]->rows.size() < STANDARD_VECTOR_SIZE) return open;
  if (open != kNone && chunks_[open]->live == 0 && open != last_taken_) spare_[port].push_back(open);
  if (!spare_[port].empty()) {
    open = spare_[port].back();
    spare_[port].pop_back();
    chunks_[open]->rows.Reset();
  } else {
    open = static_cast<uint32_t>(chunks_.size());
    chunks_.push_back(std::make_unique<Chunk>());
    chunks_[open]->port = static_cast<uint16_t>(port);
    chunks_[open]->rows.Initialize(duckdb::Allocator::DefaultAllocator(), types_[port]);
  }
  return open;
}

void EventBuffer::Append(size_t port, duckdb::DataChunk& batch, const std::vector<NewRow>& rows) {
  if (last_taken_ != kNone) Drop(last_taken_);
  last_taken_ = kNone;
  const auto first_new = waiting_.size();
  for (size_t done = 0; done < rows.size();) {
    const auto id = OpenChunk(port);
    auto& chunk = *chunks_[id];
    const auto at = chunk.rows.size();
    const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE - at, rows.size() - done);
    duckdb::SelectionVector picked(count);
    for (size_t i = 0; i < count; i++) picked.set_index(i, rows[done + i].row);
    for (size_t c = 0; c < batch.ColumnCount(); c++)
      duckdb::VectorOperations::Copy(batch.data[c], chunk.rows.data[c], picked, count, 0, at);
    chunk.rows.SetCardinality(at + count);
    chunk.viewed = false;
    chunk.live += static_cast<uint32_t>(count);
    for (size_t i = 0; i < count; i++)
      waiting_.push_back({rows[done + i].time, id, static_cast<uint16_t>(at + i), static_cast<uint16_t>(port)});
    done += count;
  }
  // Rows come nearly in order: only the part of the waiting rows that is younger than the oldest new one moves.
  const auto older = [](const Entry& a, const Entry& b) { return a.time < b.time; };
  const auto middle = waiting_.begin() + static_cast<std::ptrdiff_t>(first_new);
  if (!std::is_sorted(middle, waiting_.end(), older)) std::stable_sort(middle, waiting_.end(), older);
  if (middle == waiting_.end()) return;
  const auto from = std::upper_bound(waiting_.begin() + static_cast<std::ptrdiff_t>(head_), middle, *middle, older);
  if (from != middle) std::inplace_merge(from, middle, waiting_.end(), older);
}

void EventBuffer::Drop(uint32_t id) {
  auto& chunk = *chunks_[id];
  if (chunk.live > 0) return;
  if (open_[chunk.port] == id) {
    chunk.rows.Reset();  // still the open one: filled again from the start
    return;
  }
  auto& spare = spare_[chunk.port];
  if (std::find(spare.begin(), spare.end(), id) == spare.end()) spare.push_back(id);
}

columnar::RowView EventBuffer::Take(int64_t& time, size_t& port) {
  const auto entry = waiting_[head_++];
  if (last_taken_ != kNone && last_taken_ != entry.chunk) Drop(last_taken_);
  last_taken_ = entry.chunk;
  if (head_ == waiting_.size() || head_ >= 64 * 1024) {
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
  auto& chunk = *chunks_[entry.chunk];
  if (!chunk.viewed) {
    chunk.view.Reset(chunk.rows);
    chunk.viewed = true;
  }
  chunk.live--;
  time = entry.time;
  port = entry.port;
  return {chunk.view, entry.row};
}

void EventBuffer::Save(Encoder& out) const {
  out.I64(static_cast<int64_t>(waiting_.size() - head_));
  // In waiting order, in pieces of one port each, so that loading them keeps the order of ties.
  for (size_t begin = head_; begin < waiting_.size();) {
    const auto port = waiting_[begin].port;
    size_t end = begin;
    while (end < waiting_.size() && waiting_[end].port == port && end - begin < STANDARD_VECTOR_SIZE) end++;
    duckdb::DataChunk piece;
    piece.Initialize(duckdb::Allocator::DefaultAllocator(), types_[port]);
    for (size_t i = begin; i < end; i++) {
      duckdb::SelectionVector one(1);
      one.set_index(0, waiting_[i].row);
      for (size_t c = 0; c < piece.ColumnCount(); c++)
        duckdb::VectorOperations::Copy(chunks_[waiting_[i].chunk]->rows.data[c], piece.data[c], one, 1, 0, i - begin);
    }
    piece.SetCardinality(end - begin);
    out.I64(static_cast<int64_t>(end - begin)).U8(static_cast<uint8_t>(port));
    for (size_t i = begin; i < end; i++) out.I64(waiting_[i].time);
    out.Str(columnar::ChunkToBytes(piece));
    begin = end;
  }
}

void EventBuffer::Load(Decoder& in) {
  for (auto left = in.I64(); left > 0;) {
    const auto count = in.I64();
    const size_t port = in.U8();
    if (count <= 0 || count > left || port >= types_.size())
      throw Error(ErrorCode::Corruption, "saved rows do not fit the plan");
    std::vector<NewRow> rows;
    for (int64_t i = 0; i < count; i++) rows.push_back({in.I64(), static_cast<duckdb::sel_t>(i)});
    duckdb::DataChunk piece;
    columnar::BytesToChunk(in.Str(), piece);
    if (piece.GetTypes() != types_[port] || piece.size() != static_cast<size_t>(count))
      throw Error(ErrorCode::Corruption, "saved rows do not fit the plan");
    Append(port, piece, rows);
    left -= count;
  }
}

int64_t EventBuffer::Bytes() const {
  int64_t bytes = static_cast<int64_t>(waiting_.capacity() * sizeof(Entry));
  for (const auto& chunk : chunks_)
    if (chunk->live > 0) bytes += static_cast<int64_t>(chunk->rows.GetAllocationSize());
  return bytes;
}

}  // namespace tarn::stream
