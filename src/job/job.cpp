#include "job/job.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/hex.h"
#include "base/placed_error.h"
#include "base/printable.h"
#include "sql/sql_error.h"

namespace tarn::job {
namespace {

constexpr int64_t kIdleWaitUs = 20'000;
constexpr int64_t kPublishUs = 200'000;

/// Whether a node gives records that are no rows: what a dead-letter table keeps is no result.
bool GivesRejected(const stream::StreamPlan& plan, size_t node) {
  const auto& inputs = plan.nodes[node].inputs;
  return std::holds_alternative<stream::RejectsNode>(plan.nodes[node].what) ||
         std::any_of(inputs.begin(), inputs.end(), [&](size_t input) { return GivesRejected(plan, input); });
}

}  // namespace

Job::Job(const env::Env& env, duckdb::ClientContext& context, MakePlan make_plan, JobOptions options)
    : env_(env), context_(context), make_plan_(std::move(make_plan)), options_(std::move(options)) {
  if (!options_.directory.empty()) store_.emplace(env_, options_.directory);
}

Job::~Job() = default;

std::string Job::Begin() {
  std::string beginning = "new";
  const auto fresh_user = [&] { return options_.id + "_" + env_.random.Uuid(); };
  std::string user;
  if (!store_) {
    user = fresh_user();
  } else {
    lock_ = store_->Lock();
    if (!lock_)
      throw Error(ErrorCode::Conflict, "job '" + options_.id + "' is running already (" + store_->directory() +
                                           " is locked)\n  Give this one another name: SET 'pipeline.name' = '...'");
    written_ = std::make_unique<WrittenFiles>(env_, store_->directory());
    // Beginning anew must work beside damaged state, so nothing of it is read then.
    const auto record = options_.restart ? std::nullopt : store_->Record();
    if (options_.restart) {
      written_->Forget();
      beginning = store_->DeleteAll() > 0 ? "new (--restart)" : "new";
    } else if (record && record->state == "finished") {
      if (options_.notice)
        options_.notice("job '" + options_.id + "' finished at " + FormatTimestamp(record->ended_us, 0) +
                        " UTC before; it runs anew");
      written_->Forget();
      store_->DeleteAll();
    } else if ((resume_ = store_->Latest())) {
      beginning = "resumed from checkpoint " + std::to_string(resume_->id);
      user = resume_->commit_user;
    } else if (record && !record->commit_user.empty()) {
      user = record->commit_user;  // it took no checkpoint, or an old copy of the folder has been brought back
    } else {
      written_->Forget();
    }
    goes_on_ = !user.empty();
    if (!goes_on_) user = fresh_user();
    written_->Committed(resume_ ? resume_->id : 0);
    record_ = {"running", resume_ && record ? record->checkpoint : 0, env_.clock.NowMicros(), 0, "", user};
    store_->WriteRecord(record_);
  }
  const std::lock_guard lock(mutex_);
  beginning_ = beginning;
  return user;
}

// The newest checkpoint may have been written and not committed. Sinks ignore what they hold already, so what one sink
// has prepared is committed together: the second commit of one id would be ignored.
void Job::CommitPrepared(const Checkpoint& checkpoint) {
  std::map<std::string, std::vector<const PreparedTable*>> by_sink;
  for (const auto& table : checkpoint.prepared) by_sink[table.sink].push_back(&table);
  for (const auto& [label, tables] : by_sink) {
    std::vector<std::string> bytes;
    bool empty = true;
    for (const auto* table : tables) {
      bytes.push_back(table->bytes);
      empty &= table->bytes.empty();
    }
    const stream::SinkNode* sink = nullptr;
    for (const auto& node : plan_->nodes)
      if (const auto* one = std::get_if<stream::SinkNode>(&node.what); one && !sink && stream::Label(node) == label)
        sink = one;
    if (sink) {
      sink->sink->Commit(checkpoint.id, bytes, TimeOfCommit(tables, checkpoint.final));
    } else if (!empty && !options_.allow_non_restored) {
      throw Error(ErrorCode::InvalidInput, "the job's plan has changed since its checkpoint: '" + label +
                                               "' is no longer there, and rows for it wait to be committed");
    }
  }
}

void Job::CheckLineage(int64_t checkpoint_id) {
  for (const auto& node : plan_->nodes) {
    const auto* sink = std::get_if<stream::SinkNode>(&node.what);
    if (!sink) continue;
    const auto latest = sink->sink->LatestCommitted();
    if (latest && *latest > checkpoint_id)
      throw Error(ErrorCode::Conflict,
                  "table '" + sink->table + "' holds checkpoint " + std::to_string(*latest) + " of job '" +
                      options_.id + "', but the newest checkpoint in " + options_.directory + " is " +
                      std::to_string(checkpoint_id) +
                      "\n  Its rows would be written twice. Bring the newer checkpoint back, or roll the table back to "
                      "what this checkpoint committed, or begin anew with --restart");
  }
}

void Job::Failed(const Error& error) {
  // The record and the files of the failed epoch are housekeeping: what stopped the job is what the user must see.
  try {
    if (executor_) {
      executor_->Abort();
      // What one sink had prepared when another failed belongs to a checkpoint that was never taken.
      if (written_) {
        const auto newest = store_->Latest();
        written_->DeleteUncommitted(newest ? newest->id : 0);
      }
    }
    // A start that failed before it wrote a record leaves the one that is there: it says what has been committed.
    if (store_ && !record_.state.empty()) {
      record_.state = "failed";
      record_.error = Printable(error.what());
      record_.ended_us = env_.clock.NowMicros();
      store_->WriteRecord(record_);
    }
  } catch (const Error&) {
  }
}

template <class Work>
void Job::Guarded(Work work) {
  try {
    work();
  } catch (const PlacedError& e) {
    // The place says more than the operator does.
    const std::string whole = e.what();
    const sql::SqlError shown =
        sql::SqlError(sql::ErrorStage::Runtime, {e.offset(), 0}, whole.substr(0, whole.find("\n  at ")), "", e.code())
            .WithText(options_.statement);
    Failed(shown);
    throw shown;
  } catch (const Error& e) {
    Failed(e);
    throw;
  }
}

void Job::Prepare() {
  if (executor_) return;
  Guarded([&] {
    commit_user_ = Begin();
    plan_ = make_plan_(commit_user_, written_ ? &written_->files() : nullptr);
    {
      const std::lock_guard lock(mutex_);
      published_plan_ = plan_;
    }
    if (goes_on_) {
      checkpoint_ = resume_ ? resume_->id : 0;
      CheckLineage(checkpoint_);
      // An old copy of the state folder lists files that have been committed since: not before the tables were asked.
      written_->DeleteUncommitted(checkpoint_);
    }
    if (resume_) {
      // What is known to be committed is not tried again: a table may have let go of the snapshot that would tell, or
      // have been made anew since.
      if (record_.checkpoint < resume_->id) {
        CommitPrepared(*resume_);
        record_.checkpoint = resume_->id;
      }
    }
    executor_ = std::make_unique<stream::Executor>(context_, plan_, resume_ ? &resume_->progress : nullptr,
                                                   options_.allow_non_restored);
    executor_->IdleAfter(options_.idle_timeout_us, env_.clock);
    resume_.reset();
  });
}

JobEnd Job::Run() {
  Prepare();
  Guarded([&] {
    auto checkpoint_at = env_.clock.NowMicros() + options_.interval_us;
    int64_t publish_at = 0;
    for (;;) {
      if (stop_) {
        TakeCheckpoint(false);
        record_.state = "stopped";
        return;
      }
      const auto step = executor_->RunStep();
      if (step == stream::Executor::Step::Done) {
        TakeCheckpoint(true);
        record_.state = "finished";
        return;
      }
      const auto now = env_.clock.NowMicros();
      if (now >= publish_at) {
        Publish();
        publish_at = now + kPublishUs;
      }
      if (now >= checkpoint_at) {
        TakeCheckpoint(false);
        checkpoint_at = env_.clock.NowMicros() + options_.interval_us;
      }
      if (step == stream::Executor::Step::Idle) Wait(kIdleWaitUs);
    }
  });
  Publish();
  if (store_) {
    record_.ended_us = env_.clock.NowMicros();
    store_->WriteRecord(record_);
  }
  return record_.state == "stopped" ? JobEnd::Stopped : JobEnd::Finished;
}

void Job::TakeCheckpoint(bool final) {
  Checkpoint checkpoint;
  checkpoint.id = ++checkpoint_;
  checkpoint.commit_user = commit_user_;
  checkpoint.final = final;
  for (auto& prepared : executor_->PrepareSinks(checkpoint.id))
    checkpoint.prepared.push_back(
        {stream::Label(plan_->nodes[prepared.node]), std::move(prepared.bytes), prepared.watermark, prepared.ended});
  if (store_) {
    checkpoint.progress = executor_->Save();
    store_->Write(checkpoint);
  }
  CommitPrepared(checkpoint);
  executor_->NotifyCheckpointComplete(checkpoint.id);
  if (!store_) return;
  store_->DeleteBefore(checkpoint.id);
  written_->Committed(checkpoint.id);
  record_.checkpoint = checkpoint.id;
}

void Job::Publish() {
  JobProgress now;
  const auto& statistics = executor_->statistics();
  for (size_t i = 0; i < plan_->nodes.size(); i++) {
    const auto& node = plan_->nodes[i];
    if (std::holds_alternative<stream::SourceNode>(node.what)) now.rows_read += statistics[i].rows_out;
    if (const auto* sink = std::get_if<stream::SinkNode>(&node.what)) {
      for (const auto input : node.inputs)
        if (!GivesRejected(*plan_, input)) now.rows_written += statistics[input].rows_out;
      now.written_by_sink.emplace_back(sink->table, statistics[i].rows_in);
    }
    for (const auto& [name, count] : statistics[i].counters) now.counters[name] += count;
  }
  now.rejected = now.counters["rejected_records"];
  now.watermark = executor_->Watermark();
  now.state_bytes = executor_->StateBytes();
  now.checkpoint = checkpoint_;
  const std::lock_guard lock(mutex_);
  published_ = std::move(now);
}

void Job::Wait(int64_t micros) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, std::chrono::microseconds(micros), [this] { return stop_.load(); });
}

void Job::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
}

JobProgress Job::progress() const {
  const std::lock_guard lock(mutex_);
  return published_;
}
std::string Job::beginning() const {
  const std::lock_guard lock(mutex_);
  return beginning_;
}
std::shared_ptr<const stream::StreamPlan> Job::plan() const {
  const std::lock_guard lock(mutex_);
  return published_plan_;
}

std::string JobFolder(const std::string& id) {
  std::string name;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) || byte >= 0x80 || std::string_view("-_.:").find(c) != std::string_view::npos;
    if (plain && !(name.empty() && c == '.')) {
      name += c;
    } else {
      name += '%';
      AppendHex(name, c);
    }
  }
  return name;
}

}  // namespace tarn::job
