#include "app/background_jobs.h"

#include <atomic>
#include <chrono>
#include <ostream>
#include <utility>

#include "app/continuous_run.h"
#include "app/error_text.h"
#include "app/interrupt.h"
#include "env/executor.h"

namespace tarn::app {
namespace {

using namespace std::chrono_literals;

}  // namespace

struct BackgroundJobs::Running {
  job::StatementJob job;
  std::function<Error(const Error&)> in_script;
  std::atomic<bool> ended{false};
  job::JobEnd end = job::JobEnd::Finished;  // these two: once `ended`
  std::optional<Error> failure;
  bool told = false;
  std::unique_ptr<env::OwnedThread> thread;
};

BackgroundJobs::BackgroundJobs(std::ostream& notices) : notices_(notices) {}

BackgroundJobs::~BackgroundJobs() {
  StopAll();
  for (auto& running : running_) running->thread.reset();  // joins; a failing one looks at the others until then
}

void BackgroundJobs::StopAll() {
  const std::scoped_lock lock(mutex_);
  StopAllLocked();
}

void BackgroundJobs::StopAllLocked() {
  for (auto& running : running_) running->job.job->Stop();
}

bool BackgroundJobs::failed() const {
  const std::scoped_lock lock(mutex_);
  return failed_;
}

void BackgroundJobs::Failed() {
  // In one: a job that starts meanwhile is either stopped here or sees that one has failed.
  const std::scoped_lock lock(mutex_);
  failed_ = true;
  StopAllLocked();
  if (on_failure_) on_failure_();
}

void BackgroundJobs::Start(job::StatementJob job, std::function<Error(const Error&)> in_script) {
  const std::scoped_lock lock(mutex_);
  running_.push_back(std::make_unique<Running>());
  auto& running = *running_.back();
  running.job = std::move(job);
  running.in_script = std::move(in_script);
  if (failed_) running.job.job->Stop();
  running.thread = std::make_unique<env::OwnedThread>("job", [this, &running] {
    try {
      running.end = running.job.job->Run();
    } catch (const Error& e) {
      running.failure = running.in_script(e);
    } catch (const std::exception& e) {
      running.failure = running.in_script(Error(ErrorCode::Internal, e.what()));
    }
    if (running.failure) Failed();
    running.ended = true;
  });
}

std::optional<Error> BackgroundJobs::WaitForAll(bool stop, RunStatus& status) {
  std::optional<Error> failure;
  if (running_.empty()) return failure;
  const InterruptGuard guard([this] { StopAll(); });
  if (stop) StopAll();
  for (bool all = false; !all;) {
    all = true;
    for (auto& running : running_) {
      if (!running->ended) {
        all = false;
        continue;
      }
      if (std::exchange(running->told, true)) continue;
      if (running->failure) {
        // The first one is the answer of the script; others are consequences or coincidence, and must not be lost.
        if (failure) notices_ << ErrorText(running->failure->what()) << std::endl;
        if (!failure) failure = running->failure;
        continue;
      }
      if (running->end == job::JobEnd::Stopped) status = RunStatus::Interrupted;
      notices_ << EndOfJob(running->job, running->end) << std::endl;
    }
    if (!all) std::this_thread::sleep_for(20ms);
  }
  for (auto& running : running_) running->thread.reset();
  const std::scoped_lock lock(mutex_);  // an interrupt may stop them just now
  running_.clear();
  return failure;
}

RunStatus BackgroundJobs::Wait(bool stop) {
  auto status = RunStatus::Done;
  if (const auto failure = WaitForAll(stop, status)) throw *failure;
  return status;
}

void BackgroundJobs::StopAndTell() {
  auto status = RunStatus::Done;
  if (const auto failure = WaitForAll(/*stop=*/true, status)) notices_ << ErrorText(failure->what()) << std::endl;
}

BackgroundJobs::OnFailure::OnFailure(BackgroundJobs* jobs, std::function<void()> stop) : jobs_(jobs) {
  if (!jobs_) return;
  const std::scoped_lock lock(jobs_->mutex_);
  if (jobs_->failed_) stop();
  jobs_->on_failure_ = std::move(stop);
}

BackgroundJobs::OnFailure::~OnFailure() {
  if (!jobs_) return;
  const std::scoped_lock lock(jobs_->mutex_);
  jobs_->on_failure_ = nullptr;
}

}  // namespace tarn::app
