// Runs a StreamPlan: one thread, no queues. A step reads one batch from one source and pushes it all the way down, so
// between two steps nothing is in flight and a checkpoint is simply everybody's state at that moment. The same plan,
// inputs and positions give the same output. (The seam for parallel work is the keyed exchange: one executor a key
// range, each with its share of the sources.)
//
// Of several sources that meet somewhere the one furthest behind in event time is read next; others take turns, and
// broadcast inputs are read to their end first.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "env/env.h"
#include "stream/operator.h"
#include "stream/plan.h"

namespace tarn::stream {

/// Everything a later process needs to go on, less the sinks' part.
struct SavedProgress {
  struct NodeState {
    std::string identity;  // the node's label and what it reads
    std::string position;  // sources
    bool ended = false;    // sources
    std::vector<int64_t> watermarks;
    int64_t out_watermark = connector::kNoWatermark;
  };
  std::vector<NodeState> nodes;  // in plan order
  std::string state;             // StateStore::Save
};

std::string Serialize(const SavedProgress& progress);
/// What Serialize begins with; the length of the state (I64) and the state follow. For states that nobody wants twice
/// in memory.
std::string SerializeWithoutState(const SavedProgress& progress);
/// Throws Corruption.
SavedProgress ParseSavedProgress(std::string_view bytes);

struct PreparedSink {
  size_t node = 0;
  std::string bytes;
  int64_t watermark = connector::kNoWatermark;  // the greatest before the end of input
  bool ended = false;                           // all that it reads has ended
};

struct NodeStatistics {
  int64_t rows_in = 0, rows_out = 0;
  int64_t watermark = connector::kNoWatermark;
  Counters counters;
};

class Executor {
 public:
  /// Opens sources (at the positions of `resume`, if given) and sinks. `allow_non_restored`: parts of `resume` that the
  /// plan no longer has are left out, new operators start empty. Otherwise a plan that differs is refused: InvalidInput
  /// naming the operator.
  Executor(duckdb::ClientContext& context, std::shared_ptr<const StreamPlan> plan,
           const SavedProgress* resume = nullptr, bool allow_non_restored = false);
  ~Executor();

  /// A source that has had nothing for so long does not hold back event time until it gives a row again
  /// ('table.exec.source.idle-timeout'). 0: never. `clock` is borrowed.
  void IdleAfter(int64_t micros, env::Clock& clock);

  enum class Step {
    Progress,  // a batch was processed
    Idle,      // no source has anything now
    Done       // all sources have ended and everything has been pushed to the sinks
  };
  Step RunStep();

  /// Between steps: ends the sinks' epoch and gives what to keep.
  std::vector<PreparedSink> PrepareSinks(int64_t checkpoint_id);
  SavedProgress Save() const;
  void NotifyCheckpointComplete(int64_t checkpoint_id);
  /// Gives up what the sinks have not prepared.
  void Abort();

  const StreamPlan& plan() const { return *plan_; }
  const std::vector<NodeStatistics>& statistics() const { return statistics_; }
  int64_t StateBytes() const { return state_.Bytes(); }
  /// Smallest event time over the sinks.
  int64_t Watermark() const;

 private:
  struct Runtime;
  class Output;

  void Restore(const SavedProgress& resume, bool allow_non_restored, std::vector<std::string>& positions);
  void Push(size_t node, size_t port, columnar::ChangeBatch& batch);
  void SetWatermark(size_t node, size_t port, int64_t watermark);
  void Raise(size_t node, int64_t watermark);
  void Combine(size_t node);
  void SetIdle(size_t node, bool idle);
  void PassOnIdleness(size_t node);
  void EmitFrom(size_t node, columnar::ChangeBatch& batch);
  bool EmitRejected(size_t source);
  std::optional<size_t> NextSource();
  bool IsBehind(size_t source, size_t other) const;

  std::shared_ptr<const StreamPlan> plan_;
  MemoryStateStore state_;
  std::vector<NodeStatistics> statistics_;
  std::vector<std::unique_ptr<Runtime>> nodes_;
  size_t turn_ = 0;
  std::vector<bool> tried_;  // sources that had nothing in this step
  int64_t idle_after_us_ = 0;
  env::Clock* clock_ = nullptr;
};

}  // namespace tarn::stream
