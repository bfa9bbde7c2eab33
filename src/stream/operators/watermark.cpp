// Watermark: says how far event time has come, by the table's WATERMARK clause: the largest value of its expression
// over the rows so far.
//
// Which rows are late must not depend on how rows were cut into batches (a restart cuts them anew), so a batch is
// passed on in pieces: one ends before each row that is late by the rows before it. Over an ordered source the clause
// is bounded by what the source promises: with `WATERMARK FOR ts AS ts` rows of equal time are not late to each other.
#include <algorithm>

#include "base/error.h"
#include "columnar/row_view.h"
#include "stream/expressions.h"
#include "stream/operator.h"

namespace tarn::stream {
namespace {

using connector::kMaxWatermark;
using connector::kNoWatermark;

class Watermark : public Operator, public StatePart {
 public:
  Watermark(const OperatorContext& context, const WatermarkNode& what)
      : expression_(context.duckdb, {what.watermark}),
        time_(*context.node.time),
        time_name_(context.node.columns[time_].name),
        max_jump_us_(what.max_jump_us),
        null_is_error_(what.null_time_is_error),
        source_watermark_(context.source_watermark),
        ordered_(false),
        counters_(context.counters) {
    values_.Initialize(duckdb::Allocator::DefaultAllocator(), expression_.types());
    piece_.chunk.InitializeEmpty(VectorTypes(context.node.columns));
    context.state.Register(context.owner, "watermark", *this);
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    expression_.Execute(batch.chunk, values_);
    watermarks_.Reset(values_);
    rows_.Reset(batch.chunk);
    // An ordered source promises more than the clause can: lateness is then its to judge.
    const auto promised = source_watermark_();
    ordered_ |= promised != kNoWatermark;
    size_t begin = 0;
    for (size_t row = 0; row < batch.size(); row++) {
      if (rows_.IsNull(time_, row)) {
        if (null_is_error_ && !ordered_) FailOnNull();
        counters_["null_time_rows"]++;
        continue;
      }
      const auto time = rows_.Int64(time_, row);
      if (!ordered_ && time <= current_) {
        EmitPiece(batch, begin, row, out);
        out.RaiseWatermark(current_);
        begin = row;
      }
      if (watermarks_.IsNull(0, row)) continue;
      if (max_jump_us_ && current_ != kNoWatermark && time - current_ > *max_jump_us_) {
        counters_["jumps_ignored"]++;
        continue;
      }
      current_ = std::max(current_, watermarks_.Int64(0, row));
    }
    EmitPiece(batch, begin, batch.size(), out);
    if (ordered_) {
      if (current_ != kNoWatermark && promised != kNoWatermark) out.RaiseWatermark(std::min(current_, promised));
    } else if (current_ != kNoWatermark) {
      out.RaiseWatermark(current_);
    }
  }

  bool ForwardsWatermark() const override { return false; }

  void Save(Encoder& out) const override { out.I64(current_).Bool(ordered_); }
  void Load(Decoder& in) override {
    current_ = in.I64();
    ordered_ = in.Bool();
  }
  int64_t Bytes() const override { return 16; }

 private:
  void EmitPiece(columnar::ChangeBatch& batch, size_t begin, size_t end, Emitter& out) {
    if (begin == end) return;
    if (begin == 0 && end == batch.size()) return out.Emit(batch);
    for (size_t i = 0; i < piece_.chunk.ColumnCount(); i++) piece_.chunk.data[i].Slice(batch.chunk.data[i], begin, end);
    piece_.chunk.SetCardinality(end - begin);
    piece_.kinds.clear();
    if (!batch.kinds.empty())
      piece_.kinds.assign(batch.kinds.begin() + static_cast<std::ptrdiff_t>(begin),
                          batch.kinds.begin() + static_cast<std::ptrdiff_t>(end));
    out.Emit(piece_);
  }

  [[noreturn]] void FailOnNull() const {
    throw Error(ErrorCode::InvalidInput, "column '" + time_name_ +
                                             "' is the event time of its table and must not be NULL; a row has it NULL."
                                             " Filter such rows out before the table, or read it with"
                                             " 'scan.order'='event-time', which puts them first and counts them");
  }

  ExpressionSet expression_;
  size_t time_;
  std::string time_name_;
  std::optional<int64_t> max_jump_us_;
  bool null_is_error_;
  std::function<int64_t()> source_watermark_;
  bool ordered_;  // the source promises an order of its own
  Counters& counters_;
  int64_t current_ = kNoWatermark;
  duckdb::DataChunk values_;
  columnar::ChunkView watermarks_, rows_;
  columnar::ChangeBatch piece_;
};

}  // namespace

std::unique_ptr<Operator> MakeWatermark(const OperatorContext& context, const WatermarkNode& what) {
  return std::make_unique<Watermark>(context, what);
}

}  // namespace tarn::stream
