// Rows that wait for event time: appended in any order, taken in the order of their times (ties in order of arrival).
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "columnar/change_batch.h"
#include "columnar/row_view.h"
#include "stream/state/state_store.h"

namespace tarn::stream {

/// Rows of several inputs, each with its own types. Only +I rows. Memory is that of the waiting rows, packed in chunks.
class EventBuffer : public StatePart {
 public:
  explicit EventBuffer(std::vector<duckdb::vector<duckdb::LogicalType>> types_of_port);

  struct NewRow {
    int64_t time;
    duckdb::sel_t row;  // of the batch
  };
  void Append(size_t port, duckdb::DataChunk& batch, const std::vector<NewRow>& rows);

  bool Empty() const { return head_ == waiting_.size(); }
  /// Time of the oldest waiting row; only while !Empty().
  int64_t Front() const { return waiting_[head_].time; }
  /// Takes the oldest row. The view is valid until the next call of Take or Append.
  columnar::RowView Take(int64_t& time, size_t& port);

  void Save(Encoder& out) const override;
  void Load(Decoder& in) override;
  int64_t Bytes() const override;

 private:
  struct Entry {
    int64_t time;
    uint32_t chunk;
    uint16_t row;
    uint16_t port;
  };
  struct Chunk {
    duckdb::DataChunk rows;
    columnar::ChunkView view;
    bool viewed = false;  // `view` knows all rows
    uint32_t live = 0;
    uint16_t port = 0;
  };

  uint32_t OpenChunk(size_t port);
  void Drop(uint32_t chunk);

  std::vector<duckdb::vector<duckdb::LogicalType>> types_;
  std::vector<Entry> waiting_;  // sorted from head_ on
  size_t head_ = 0;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<uint32_t> open_;                // per port: the chunk that takes the next rows, or kNone
  std::vector<std::vector<uint32_t>> spare_;  // per port: emptied chunks for reuse
  uint32_t last_taken_;
};

}  // namespace tarn::stream
