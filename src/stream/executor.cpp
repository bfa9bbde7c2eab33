#include "stream/executor.h"

#include <algorithm>

#include "base/error.h"

namespace tarn::stream {

using connector::kMaxWatermark;
using connector::kNoWatermark;
using connector::ReadResult;

class Executor::Output : public Emitter {
 public:
  Output(Executor& executor, size_t node) : executor_(executor), node_(node) {}
  void Emit(columnar::ChangeBatch& batch) override { executor_.EmitFrom(node_, batch); }
  void RaiseWatermark(int64_t watermark) override { executor_.Raise(node_, watermark); }

 private:
  Executor& executor_;
  size_t node_;
};

struct Executor::Runtime {
  struct Reader {
    size_t node;
    size_t port;
  };

  std::vector<Reader> readers;            // who reads this node
  std::vector<int64_t> watermarks;        // per input
  std::vector<bool> idle_inputs;          // nothing comes from them for now
  bool idle = false;                      // nothing comes from here for now
  std::optional<int64_t> waits_since_us;  // sources
  int64_t combined = kNoWatermark;        // this node's event time: what Combine made of them
  int64_t out_watermark = kNoWatermark;

  std::unique_ptr<Operator> op;
  std::unique_ptr<Output> output;

  // Sources.
  std::unique_ptr<connector::SourceReader> reader;
  columnar::ChangeBatch batch;
  std::optional<size_t> rejects;  // the node that takes records that are no rows
  columnar::ChangeBatch rejected;
  bool ended = false;
  bool first = false;                       // feeds a broadcast input
  size_t part = 0;                          // of the plan: equal for sources that meet somewhere
  size_t event_time_node = 0;               // where its event time can be read: itself, or the assigner above it
  int64_t source_watermark = kNoWatermark;  // what its reader promises

  // Sinks.
  std::unique_ptr<connector::SinkWriter> writer;
  int64_t committed_watermark = kNoWatermark;  // what its commits record: the greatest before the end of input
};

namespace {

/// The source that a node reads through nodes with one input, if there is exactly one.
std::optional<size_t> SourceBelow(const StreamPlan& plan, size_t node) {
  while (!std::holds_alternative<SourceNode>(plan.nodes[node].what)) {
    if (plan.nodes[node].inputs.size() != 1) return std::nullopt;
    node = plan.nodes[node].inputs[0];
  }
  return node;
}

std::string Identity(const StreamPlan& plan, size_t node) {
  std::string text = Label(plan.nodes[node]);
  for (const auto input : plan.nodes[node].inputs) text += "\n<- " + Label(plan.nodes[input]);
  return text;
}

void MarkFeeders(const StreamPlan& plan, size_t node, std::vector<bool>& marked) {
  marked[node] = true;
  for (const auto input : plan.nodes[node].inputs) MarkFeeders(plan, input, marked);
}

std::vector<bool> FeedsBroadcast(const StreamPlan& plan) {
  std::vector<bool> marked(plan.nodes.size());
  for (const auto& node : plan.nodes) {
    const auto* process = std::get_if<ProcessNode>(&node.what);
    if (!process) continue;
    size_t port = 0;
    for (size_t t = 0; t < process->tables.size(); t++) {
      if (!process->tables[t].given) continue;
      if (process->parameters[t].semantics == TableSemantics::Broadcast) MarkFeeders(plan, node.inputs[port], marked);
      port++;
    }
  }
  return marked;
}

/// For each node a number that all nodes share which are joined to it, however far.
std::vector<size_t> Parts(const StreamPlan& plan) {
  std::vector<size_t> parts(plan.nodes.size());
  for (size_t i = 0; i < parts.size(); i++) {
    parts[i] = i;
    for (const auto input : plan.nodes[i].inputs) std::replace(parts.begin(), parts.end(), size_t{parts[input]}, i);
  }
  return parts;
}

constexpr uint8_t kProgressVersion = 2;

}  // namespace

std::string Serialize(const SavedProgress& progress) {
  Encoder state;
  state.Str(progress.state);
  return SerializeWithoutState(progress) + state.bytes();
}

std::string SerializeWithoutState(const SavedProgress& progress) {
  Encoder out;
  out.U8(kProgressVersion).I64(static_cast<int64_t>(progress.nodes.size()));
  for (const auto& node : progress.nodes) {
    out.Str(node.identity).Str(node.position).Bool(node.ended).I64(node.out_watermark);
    out.I64(static_cast<int64_t>(node.watermarks.size()));
    for (const auto watermark : node.watermarks) out.I64(watermark);
  }
  return out.Take();
}

SavedProgress ParseSavedProgress(std::string_view bytes) {
  Decoder in(bytes);
  if (const auto version = in.U8(); version != kProgressVersion)
    throw Error(ErrorCode::Corruption, "the checkpoint has version " + std::to_string(version) +
                                           ", this program reads " + std::to_string(kProgressVersion));
  SavedProgress progress;
  for (auto nodes = in.I64(); nodes > 0; nodes--) {
    SavedProgress::NodeState node;
    node.identity = in.Str();
    node.position = in.Str();
    node.ended = in.Bool();
    node.out_watermark = in.I64();
    for (auto left = in.I64(); left > 0; left--) node.watermarks.push_back(in.I64());
    progress.nodes.push_back(std::move(node));
  }
  progress.state = in.Str();
  return progress;
}

Executor::Executor(duckdb::ClientContext& context, std::shared_ptr<const StreamPlan> plan, const SavedProgress* resume,
                   bool allow_non_restored)
    : plan_(std::move(plan)) {
  const auto count = plan_->nodes.size();
  statistics_.resize(count);
  const auto first = FeedsBroadcast(*plan_);
  const auto parts = Parts(*plan_);
  for (size_t i = 0; i < count; i++) {
    nodes_.push_back(std::make_unique<Runtime>());
    nodes_[i]->output = std::make_unique<Output>(*this, i);
    nodes_[i]->watermarks.assign(plan_->nodes[i].inputs.size(), kNoWatermark);
    nodes_[i]->idle_inputs.assign(plan_->nodes[i].inputs.size(), false);
    nodes_[i]->event_time_node = i;
    nodes_[i]->first = first[i];
    nodes_[i]->part = parts[i];
    for (size_t port = 0; port < plan_->nodes[i].inputs.size(); port++) {
      auto& input = *nodes_[plan_->nodes[i].inputs[port]];
      input.readers.push_back({i, port});
      if (std::holds_alternative<RejectsNode>(plan_->nodes[i].what)) input.rejects = i;
    }
  }
  std::map<std::string, int> seen;
  for (size_t i = 0; i < count; i++) {
    const auto& node = plan_->nodes[i];
    if (std::holds_alternative<SourceNode>(node.what) || std::holds_alternative<SinkNode>(node.what) ||
        std::holds_alternative<RejectsNode>(node.what))
      continue;
    // Two operators with one label (a query that uses a function twice) are told apart by their order.
    const auto* process = std::get_if<ProcessNode>(&node.what);
    auto owner = process ? "Process " + process->uid : Label(node);
    if (const auto nth = ++seen[owner]; nth > 1) owner += " #" + std::to_string(nth);
    const auto source = SourceBelow(*plan_, i);
    if (source && std::holds_alternative<WatermarkNode>(node.what)) nodes_[*source]->event_time_node = i;
    nodes_[i]->op = MakeOperator({context, *plan_, node, state_, owner, statistics_[i].counters, [this, source] {
                                    return source ? nodes_[*source]->source_watermark : kNoWatermark;
                                  }});
  }
  std::vector<std::string> positions(count);
  if (resume) Restore(*resume, allow_non_restored, positions);
  for (size_t i = 0; i < count; i++) {
    const auto& node = plan_->nodes[i];
    auto& runtime = *nodes_[i];
    if (const auto* source = std::get_if<SourceNode>(&node.what)) {
      columnar::Initialize(runtime.batch, VectorTypes(node.columns));
      columnar::Initialize(runtime.rejected, connector::RejectedTypes());
      if (!runtime.ended) runtime.reader = source->source->Open(0, 1, positions[i]);
    } else if (const auto* sink = std::get_if<SinkNode>(&node.what)) {
      runtime.writer = sink->sink->OpenWriter(0, 1);
    }
  }
}

Executor::~Executor() = default;

void Executor::Restore(const SavedProgress& resume, bool allow_non_restored, std::vector<std::string>& positions) {
  std::vector<bool> used(resume.nodes.size());
  for (size_t i = 0; i < nodes_.size(); i++) {
    const auto identity = Identity(*plan_, i);
    // The same place first, so that twins keep their order.
    size_t found = resume.nodes.size();
    if (i < resume.nodes.size() && !used[i] && resume.nodes[i].identity == identity) found = i;
    for (size_t k = 0; found == resume.nodes.size() && k < resume.nodes.size(); k++)
      if (!used[k] && resume.nodes[k].identity == identity) found = k;
    if (found == resume.nodes.size()) {
      if (allow_non_restored) continue;
      throw Error(ErrorCode::InvalidInput,
                  "the job's plan has changed since its checkpoint: '" + Label(plan_->nodes[i]) +
                      "' was not there\n  Run with --restart to begin anew, or with --allow-non-restored to go on "
                      "without the state that no longer fits");
    }
    used[found] = true;
    const auto& saved = resume.nodes[found];
    if (saved.watermarks.size() == nodes_[i]->watermarks.size()) nodes_[i]->watermarks = saved.watermarks;
    nodes_[i]->out_watermark = saved.out_watermark;
    if (saved.out_watermark != kMaxWatermark) nodes_[i]->committed_watermark = saved.out_watermark;
    if (!saved.watermarks.empty())
      nodes_[i]->combined = *std::min_element(nodes_[i]->watermarks.begin(), nodes_[i]->watermarks.end());
    nodes_[i]->ended = saved.ended;
    positions[i] = saved.position;
  }
  for (size_t k = 0; k < used.size(); k++)
    if (!used[k] && !allow_non_restored)
      throw Error(ErrorCode::InvalidInput,
                  "the job's plan has changed since its checkpoint: '" +
                      resume.nodes[k].identity.substr(0, resume.nodes[k].identity.find('\n')) +
                      "' is no longer there\n  Run with --restart to begin anew, or with --allow-non-restored to go "
                      "on without the state that no longer fits");
  state_.Load(resume.state);
}

std::optional<size_t> Executor::NextSource() {
  const auto open = [&](size_t i) { return nodes_[i]->reader && !nodes_[i]->ended; };
  bool first = false;
  for (size_t i = 0; i < nodes_.size(); i++) first |= open(i) && nodes_[i]->first;
  std::optional<size_t> best;
  const auto turn = turn_;
  for (size_t k = 0; k < nodes_.size(); k++) {
    const auto i = (turn + k) % nodes_.size();
    if (!open(i) || tried_[i] || (first && !nodes_[i]->first)) continue;
    if (!best) {
      best = i;
      turn_ = i + 1;
    } else if (IsBehind(i, *best)) {
      best = i;
    }
  }
  return best;
}

// Sources that meet nowhere, or that have no event time, are not to wait for one another.
bool Executor::IsBehind(size_t source, size_t other) const {
  const auto time = [&](size_t i) { return nodes_[nodes_[i]->event_time_node]->out_watermark; };
  const auto timed = [&](size_t i) { return nodes_[i]->event_time_node != i || time(i) != kNoWatermark; };
  return nodes_[source]->part == nodes_[other]->part && timed(source) && timed(other) && time(source) < time(other);
}

Executor::Step Executor::RunStep() {
  const auto read = [&](size_t i) {
    auto& source = *nodes_[i];
    columnar::Reset(source.batch);
    const auto result = source.reader->Read(source.batch);
    const bool rejected = EmitRejected(i);
    if (result == ReadResult::Blocked) {
      if (idle_after_us_ > 0 && !source.idle) {
        const auto now = clock_->NowMicros();
        if (!source.waits_since_us) source.waits_since_us = now;
        if (now - *source.waits_since_us >= idle_after_us_) SetIdle(i, true);
      }
      return rejected;
    }
    source.waits_since_us.reset();
    if (source.idle) SetIdle(i, false);
    if (result == ReadResult::End) {
      source.ended = true;
      Raise(i, kMaxWatermark);
      return true;
    }
    source.source_watermark = source.reader->Watermark();
    if (source.batch.size() > 0) EmitFrom(i, source.batch);
    if (source.source_watermark != kNoWatermark) Raise(i, source.source_watermark);
    return true;
  };
  // The one furthest behind may have nothing now; a live source must not stop the others.
  tried_.assign(nodes_.size(), false);
  while (const auto next = NextSource()) {
    if (read(*next)) return Step::Progress;
    tried_[*next] = true;
  }
  const bool waits = std::find(tried_.begin(), tried_.end(), true) != tried_.end();
  return waits ? Step::Idle : Step::Done;
}

bool Executor::EmitRejected(size_t i) {
  auto& source = *nodes_[i];
  bool any = false;
  for (;;) {
    columnar::Reset(source.rejected);
    if (!source.reader->TakeRejected(source.rejected)) break;
    any = true;
    if (source.rejects) EmitFrom(*source.rejects, source.rejected);
  }
  if (const auto count = source.reader->Rejected(); count > 0) statistics_[i].counters["rejected_records"] = count;
  return any;
}

void Executor::EmitFrom(size_t node, columnar::ChangeBatch& batch) {
  statistics_[node].rows_out += static_cast<int64_t>(batch.size());
  for (const auto& reader : nodes_[node]->readers)
    if (reader.node != nodes_[node]->rejects) Push(reader.node, reader.port, batch);
}

void Executor::Push(size_t node, size_t port, columnar::ChangeBatch& batch) {
  statistics_[node].rows_in += static_cast<int64_t>(batch.size());
  auto& runtime = *nodes_[node];
  try {
    if (runtime.writer) {
      runtime.writer->Write(batch);
    } else {
      runtime.op->Push(port, batch, *runtime.output);
    }
  } catch (Error& e) {
    if (std::string_view(e.what()).find("\n  at ") == std::string_view::npos) e.At(Label(plan_->nodes[node]));
    throw;
  }
}

void Executor::Raise(size_t node, int64_t watermark) {
  auto& runtime = *nodes_[node];
  if (watermark <= runtime.out_watermark) return;
  runtime.out_watermark = watermark;
  statistics_[node].watermark = watermark;
  for (const auto& reader : runtime.readers) SetWatermark(reader.node, reader.port, watermark);
}

void Executor::SetWatermark(size_t node, size_t port, int64_t watermark) {
  auto& runtime = *nodes_[node];
  if (watermark <= runtime.watermarks[port]) return;
  runtime.watermarks[port] = watermark;
  if (runtime.op && watermark == kMaxWatermark) runtime.op->EndOfInput(port, *runtime.output);
  Combine(node);
  if (watermark == kMaxWatermark) PassOnIdleness(node);
}

void Executor::IdleAfter(int64_t micros, env::Clock& clock) {
  idle_after_us_ = micros;
  clock_ = &clock;
}

void Executor::SetIdle(size_t node, bool idle) {
  auto& runtime = *nodes_[node];
  if (runtime.idle == idle) return;
  runtime.idle = idle;
  for (const auto& reader : runtime.readers) {
    nodes_[reader.node]->idle_inputs[reader.port] = idle;
    // Event time first: what stands above hears of it while this node still counts.
    if (idle) Combine(reader.node);
    PassOnIdleness(reader.node);
  }
}

// A node is idle where all inputs that have not ended are.
void Executor::PassOnIdleness(size_t node) {
  const auto& runtime = *nodes_[node];
  bool idle = false;
  for (size_t port = 0; port < runtime.watermarks.size(); port++) {
    if (runtime.watermarks[port] == kMaxWatermark) continue;
    if (!runtime.idle_inputs[port]) return SetIdle(node, false);
    idle = true;
  }
  SetIdle(node, idle);
}

// Event time of a node, as Flink has it (StatusWatermarkValve): that of its slowest input that is not idle, where an
// input that comes back from idleness counts again once it has caught up; while all are idle, that of the fastest.
// Inputs that have ended do not count, and the end comes when all have.
void Executor::Combine(size_t node) {
  auto& runtime = *nodes_[node];
  auto slowest = kMaxWatermark, fastest_idle = kNoWatermark;
  bool ended = true, idle = true;
  for (size_t port = 0; port < runtime.watermarks.size(); port++) {
    const auto watermark = runtime.watermarks[port];
    if (watermark == kMaxWatermark) continue;
    ended = false;
    if (runtime.idle_inputs[port]) {
      fastest_idle = std::max(fastest_idle, watermark);
      continue;
    }
    idle = false;
    if (watermark >= runtime.combined) slowest = std::min(slowest, watermark);
  }
  const auto combined = !ended && idle ? fastest_idle : slowest;
  if (combined <= runtime.combined || (combined == kMaxWatermark && !ended)) return;
  runtime.combined = combined;
  if (runtime.writer) {
    runtime.out_watermark = statistics_[node].watermark = combined;
    if (combined != kMaxWatermark) runtime.committed_watermark = combined;
    return;
  }
  if (!runtime.op) return Raise(node, combined);  // rejected records have no event time of their own
  runtime.op->Advance(combined, *runtime.output);
  if (runtime.op->ForwardsWatermark() || combined == kMaxWatermark) Raise(node, combined);
}

std::vector<PreparedSink> Executor::PrepareSinks(int64_t checkpoint_id) {
  std::vector<PreparedSink> prepared;
  for (size_t i = 0; i < nodes_.size(); i++)
    if (nodes_[i]->writer)
      prepared.push_back({i, nodes_[i]->writer->Prepare(checkpoint_id), nodes_[i]->committed_watermark,
                          nodes_[i]->out_watermark == kMaxWatermark});
  return prepared;
}

SavedProgress Executor::Save() const {
  SavedProgress progress;
  for (size_t i = 0; i < nodes_.size(); i++) {
    const auto& runtime = *nodes_[i];
    // Idleness is not kept. An input that was idle begins where the node's event time stands, which cannot go back.
    auto watermarks = runtime.watermarks;
    for (auto& watermark : watermarks) watermark = std::max(watermark, runtime.combined);
    progress.nodes.push_back({Identity(*plan_, i), runtime.reader && !runtime.ended ? runtime.reader->Position() : "",
                              runtime.ended, std::move(watermarks), runtime.out_watermark});
  }
  progress.state = state_.Save();
  return progress;
}

void Executor::NotifyCheckpointComplete(int64_t checkpoint_id) {
  for (auto& node : nodes_)
    if (node->reader && !node->ended) node->reader->NotifyCheckpointComplete(checkpoint_id);
}

void Executor::Abort() {
  for (auto& node : nodes_)
    if (node->writer) node->writer->Abort();
}

int64_t Executor::Watermark() const {
  int64_t smallest = kMaxWatermark;
  for (const auto root : plan_->Roots()) smallest = std::min(smallest, nodes_[root]->out_watermark);
  return smallest;
}

}  // namespace tarn::stream
