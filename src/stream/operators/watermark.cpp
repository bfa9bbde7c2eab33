// Watermark: says how far event time has come, by the table's WATERMARK clause: the largest value of its expression
// over the rows so far.
//
// Which rows are late must not depend on how rows were cut into batches (a restart cuts them anew), so a batch is
// passed on in pieces: one ends before each row that is late by the rows before it. Over an ordered source the clause
// is bounded by what the source promises: with `WATERMARK FOR ts AS ts` rows of equal time are not late to each other.
#include <algorithm>

#include "base/error.h"
#include "stream/expressions.h"
#include "stream/operator.h"
#include "stream/watermark_delay.h"

namespace tarn::stream {
namespace {

using connector::kNoWatermark;

class Watermark : public Operator, public StatePart {
 public:
  Watermark(const OperatorContext& context, const WatermarkNode& what)
      : expression_(context.duckdb, {what.watermark}),
        time_(*context.node.time),
        time_name_(context.node.columns[time_].name),
        max_jump_us_(what.max_jump_us),
        delay_us_(WatermarkDelay(what.watermark, time_, context.node.columns[time_].type)),
        null_is_error_(what.null_time_is_error),
        source_watermark_(context.source_watermark),
        ordered_(false),
        counters_(context.counters) {
    values_.Initialize(duckdb::Allocator::DefaultAllocator(), expression_.types());
    piece_.chunk.InitializeEmpty(VectorTypes(context.node.columns));
    context.state.Register(context.owner, "watermark", *this);
  }

  void Push(size_t /*port*/, columnar::ChangeBatch& batch, Emitter& out) override {
    // An ordered source promises more than the clause can: lateness is then its to judge.
    const auto promised = source_watermark_();
    ordered_ |= promised != kNoWatermark;
    duckdb::UnifiedVectorFormat times;
    batch.chunk.data[time_].ToUnifiedFormat(batch.size(), times);
    size_t begin = 0;
    if (delay_us_ && ordered_ && !max_jump_us_) {
      FollowOrdered(times, batch.size());
    } else if (delay_us_) {
      begin = Follow(
          batch, times, [&](size_t, int64_t time) { return Before(time, *delay_us_); }, out);
    } else {
      expression_.Execute(batch.chunk, values_);
      duckdb::UnifiedVectorFormat marks;
      values_.data[0].ToUnifiedFormat(batch.size(), marks);
      const auto* data = reinterpret_cast<const int64_t*>(marks.data);
      begin = Follow(
          batch, times,
          [&](size_t row, int64_t) {
            const auto at = marks.sel->get_index(row);
            return marks.validity.RowIsValid(at) ? data[at] : kNoWatermark;
          },
          out);
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
  static int64_t Before(int64_t time, int64_t delay) {
    int64_t mark = 0;
    return __builtin_sub_overflow(time, delay, &mark) ? kNoWatermark : mark;
  }

  /// Rows come in the order of their time, and none is late: only the largest time counts.
  void FollowOrdered(const duckdb::UnifiedVectorFormat& times, size_t count) {
    const auto* data = reinterpret_cast<const int64_t*>(times.data);
    int64_t largest = kNoWatermark, nulls = 0;
    const bool plain = times.validity.AllValid() && !times.sel->IsSet();
    for (size_t row = 0; plain && row < count; row++) largest = std::max(largest, data[row]);
    for (size_t row = 0; !plain && row < count; row++) {
      const auto at = times.sel->get_index(row);
      if (!times.validity.RowIsValid(at)) {
        nulls++;
      } else {
        largest = std::max(largest, data[at]);
      }
    }
    if (nulls > 0) counters_["null_time_rows"] += nulls;
    if (largest != kNoWatermark) current_ = std::max(current_, Before(largest, *delay_us_));
  }

  /// Row by row; what stands before a late row is passed on first. Returns where the rest begins.
  template <class MarkOf>
  size_t Follow(columnar::ChangeBatch& batch, const duckdb::UnifiedVectorFormat& times, const MarkOf& mark_of,
                Emitter& out) {
    const auto* data = reinterpret_cast<const int64_t*>(times.data);
    size_t begin = 0;
    for (size_t row = 0; row < batch.size(); row++) {
      const auto at = times.sel->get_index(row);
      if (!times.validity.RowIsValid(at)) {
        if (null_is_error_ && !ordered_) FailOnNull();
        counters_["null_time_rows"]++;
        continue;
      }
      const auto time = data[at];
      if (!ordered_ && time <= current_) {
        EmitPiece(batch, begin, row, out);
        out.RaiseWatermark(current_);
        begin = row;
      }
      const auto mark = mark_of(row, time);
      if (mark == kNoWatermark) continue;
      if (max_jump_us_ && current_ != kNoWatermark && time - current_ > *max_jump_us_) {
        counters_["jumps_ignored"]++;
        continue;
      }
      current_ = std::max(current_, mark);
    }
    return begin;
  }

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
  std::optional<int64_t> delay_us_;
  bool null_is_error_;
  std::function<int64_t()> source_watermark_;
  bool ordered_;  // the source promises an order of its own
  Counters& counters_;
  int64_t current_ = kNoWatermark;
  duckdb::DataChunk values_;
  columnar::ChangeBatch piece_;
};

}  // namespace

std::unique_ptr<Operator> MakeWatermark(const OperatorContext& context, const WatermarkNode& what) {
  return std::make_unique<Watermark>(context, what);
}

}  // namespace tarn::stream
