// Process: runs a process table function. Rows wait until the watermark has passed them and are then given to the
// function in event-time order, each key with its own state, timers in between (stream/process_function.h has the
// order).
#include <algorithm>

#include "base/error.h"
#include "columnar/row_view.h"
#include "stream/operator.h"
#include "stream/state/event_buffer.h"
#include "stream/state/key_codec.h"
#include "stream/state/keyed_states.h"

namespace tarn::stream {
namespace {

using connector::kMaxWatermark;
using connector::kNoWatermark;

std::vector<duckdb::vector<duckdb::LogicalType>> PortTypes(const ProcessNode& what) {
  std::vector<duckdb::vector<duckdb::LogicalType>> types;
  for (const auto& table : what.tables)
    if (table.given) types.push_back(VectorTypes(table.columns));
  return types;
}

class Process : public Operator, public ProcessContext, private StatePart {
 public:
  Process(const OperatorContext& context, const ProcessNode& what)
      : function_(what.make()), buffer_(PortTypes(what)), states_(*function_), counters_(context.counters) {
    for (size_t t = 0; t < what.tables.size(); t++) {
      const auto& table = what.tables[t];
      if (!table.given) continue;
      ports_.push_back({t, what.parameters[t].semantics, table.partition_by, table.time});
      if (what.parameters[t].semantics == TableSemantics::Broadcast) {
        broadcasts_left_++;
        continue;
      }
      duckdb::vector<duckdb::LogicalType> key_types;
      const auto types = VectorTypes(table.columns);
      for (const auto column : table.partition_by) key_types.push_back(types[column]);
      codecs_.emplace_back(key_types);
      ports_.back().codec = codecs_.size() - 1;
      timed_ |= table.time.has_value();
    }
    own_shape_ = function_->OwnShape();
    columnar::Initialize(out_, VectorTypes(context.node.columns));
    whole_row_.emplace(out_);
    function_row_.emplace(out_, own_shape_ ? 0 : KeyColumns(what));
    context.state.Register(context.owner, "waiting", buffer_);
    context.state.Register(context.owner, "keys", states_);
    context.state.Register(context.owner, "progress", *this);
  }

  void Push(size_t port_index, columnar::ChangeBatch& batch, Emitter& out) override {
    const auto& port = ports_[port_index];
    view_.Reset(batch.chunk);
    if (port.semantics == TableSemantics::Broadcast) {
      for (size_t row = 0; row < batch.size(); row++) function_->OnBroadcast(port.table, {view_, row});
      return;
    }
    new_rows_.clear();
    for (size_t row = 0; row < batch.size(); row++) {
      if (!port.time) {
        new_rows_.push_back({kNoWatermark + 1, static_cast<duckdb::sel_t>(row)});
      } else if (view_.IsNull(*port.time, row)) {
        counters_["null_time_rows"]++;
      } else if (const auto time = view_.Int64(*port.time, row); time <= watermark_) {
        counters_["late_rows"]++;
      } else {
        new_rows_.push_back({time, static_cast<duckdb::sel_t>(row)});
      }
    }
    buffer_.Append(port_index, batch.chunk, new_rows_);
    if (!port.time && broadcasts_left_ == 0) Release(kNoWatermark + 1, out);
  }

  void EndOfInput(size_t port, Emitter& out) override {
    if (ports_[port].semantics != TableSemantics::Broadcast || --broadcasts_left_ > 0) return;
    Release(kNoWatermark + 1, out);  // rows without event time have waited for this alone
  }

  // Event time cannot move before the broadcast inputs have ended: each holds it back until then.
  void Advance(int64_t watermark, Emitter& out) override {
    Release(watermark, out);
    watermark_ = watermark;
  }

  columnar::RowAppender& NewRow() override {
    if (whole_row_->Full()) Flush();
    whole_row_->Begin();
    if (!own_shape_) {
      codecs_[current_codec_].Decode(current_->key, *whole_row_);
      if (timed_) whole_row_->Int64(out_.chunk.ColumnCount() - 1, now_);
    }
    return *function_row_;
  }
  int64_t Time() const override { return now_; }
  bool InputEnded() const override { return ended_; }
  void SetTimer(int64_t time_us, uint8_t name) override { states_.SetTimer(*current_, name, time_us); }
  void ClearTimer(uint8_t name) override { states_.ClearTimer(*current_, name); }
  void Forget() override { forget_ = true; }

 private:
  struct Port {
    size_t table;
    TableSemantics semantics;
    std::vector<size_t> partition_by;
    std::optional<size_t> time;
    size_t codec = 0;
  };

  static size_t KeyColumns(const ProcessNode& what) {
    for (size_t t = 0; t < what.tables.size(); t++)
      if (what.tables[t].given && what.parameters[t].semantics == TableSemantics::Set)
        return what.tables[t].partition_by.size();
    return 0;
  }

  // Everything up to and including `watermark`, in order.
  void Release(int64_t watermark, Emitter& out) {
    emitter_ = &out;
    while (!buffer_.Empty() && buffer_.Front() <= watermark) {
      FireTimers(buffer_.Front());
      size_t port_index = 0;
      const auto row = buffer_.Take(now_, port_index);
      const auto& port = ports_[port_index];
      current_codec_ = port.codec;
      codecs_[port.codec].Encode(row, port.partition_by, key_);
      if (!current_ || current_->key != key_) current_ = &states_.Get(key_);
      function_->OnRow(*this, *current_->state, port.table, row);
      EndOfCall();
    }
    ended_ = watermark == kMaxWatermark;
    // Timers at the watermark itself fire too: no row of that time can come any more.
    FireTimers(watermark == kMaxWatermark ? kMaxWatermark : watermark + 1);
    Flush();
    emitter_ = nullptr;
  }

  void FireTimers(int64_t before) {
    while (const auto due = states_.TakeDue(before)) {
      now_ = std::max(now_, due->time);
      current_ = due->keyed;
      function_->OnTimer(*this, *current_->state, due->name);
      EndOfCall();
    }
  }

  void EndOfCall() {
    if (!forget_) return;
    states_.Forget(*current_);
    current_ = nullptr;
    forget_ = false;
  }

  void Flush() {
    if (out_.size() > 0) emitter_->Emit(out_);
    columnar::Reset(out_);
  }

  void Save(Encoder& out) const override {
    Encoder shared;
    function_->SaveShared(shared);
    out.I64(watermark_).I64(now_).I64(broadcasts_left_).Str(shared.bytes());
  }
  void Load(Decoder& in) override {
    watermark_ = in.I64();
    now_ = in.I64();
    broadcasts_left_ = in.I64();
    Decoder shared(in.Str());
    function_->LoadShared(shared);
  }
  int64_t Bytes() const override {
    Encoder shared;
    function_->SaveShared(shared);
    return static_cast<int64_t>(shared.bytes().size());
  }

  std::unique_ptr<ProcessFunction> function_;
  std::vector<Port> ports_;
  std::vector<KeyCodec> codecs_;
  bool timed_ = false;
  bool own_shape_ = false;

  EventBuffer buffer_;
  KeyedStates states_;
  int64_t watermark_ = kNoWatermark;
  int64_t now_ = kNoWatermark;
  int64_t broadcasts_left_ = 0;

  Counters& counters_;
  columnar::ChunkView view_;
  std::vector<EventBuffer::NewRow> new_rows_;
  std::string key_;
  KeyedStates::Keyed* current_ = nullptr;
  size_t current_codec_ = 0;
  bool forget_ = false;
  bool ended_ = false;
  Emitter* emitter_ = nullptr;
  columnar::ChangeBatch out_;
  std::optional<columnar::RowAppender> whole_row_, function_row_;
};

}  // namespace

std::unique_ptr<Operator> MakeProcess(const OperatorContext& context, const ProcessNode& what) {
  return std::make_unique<Process>(context, what);
}

}  // namespace tarn::stream
