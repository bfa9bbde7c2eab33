// What every operator of a continuous query is: it is pushed batches, told of event time, and emits batches. It knows
// nothing of checkpoints, threads or its neighbours; what it must remember it registers with the state store.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "columnar/change_batch.h"
#include "stream/plan.h"
#include "stream/state/state_store.h"

namespace tarn::stream {

class Emitter {
 public:
  virtual ~Emitter() = default;
  /// Hands rows on. The batch is borrowed for the call; receivers may flatten its vectors and must not change its rows.
  virtual void Emit(columnar::ChangeBatch& batch) = 0;
  /// Raises the watermark of this operator's output beyond what its inputs said (watermark assigners only). A value
  /// that is not larger than the last one is ignored.
  virtual void RaiseWatermark(int64_t watermark) = 0;
};

class Operator {
 public:
  virtual ~Operator() = default;
  /// `port` counts the node's inputs.
  virtual void Push(size_t port, columnar::ChangeBatch& batch, Emitter& out) = 0;
  /// Event time (the smallest watermark of the inputs) has reached `watermark`: no later row is at or before it.
  /// connector::kMaxWatermark = the inputs have ended. Afterwards the executor passes the watermark on, if
  /// ForwardsWatermark.
  virtual void Advance(int64_t /*watermark*/, Emitter& /*out*/) {}
  /// Input `port` has ended; comes before the Advance that follows from it.
  virtual void EndOfInput(size_t /*port*/, Emitter& /*out*/) {}
  /// False: the operator makes its own watermarks; only the end of input is passed on for it.
  virtual bool ForwardsWatermark() const { return true; }
};

/// Counted by operators, shown by progress and sys tables: "late_rows" and the like.
using Counters = std::map<std::string, int64_t>;

struct OperatorContext {
  duckdb::ClientContext& duckdb;
  const StreamPlan& plan;
  const Node& node;
  StateStore& state;
  std::string owner;  // name of this operator's state
  Counters& counters;
  /// The watermark of an input as its source promises it (an ordered replay), kNoWatermark where it makes none.
  std::function<int64_t()> source_watermark;
};

/// The list of operators: one line each in operators/operators.cpp. Sources and sinks are driven by the executor.
std::unique_ptr<Operator> MakeOperator(const OperatorContext& context);

}  // namespace tarn::stream
