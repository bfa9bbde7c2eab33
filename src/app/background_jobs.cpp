#include "app/background_jobs.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <ostream>

#include "app/continuous_run.h"
#include "app/interrupt.h"
#include "base/error.h"
#include "env/executor.h"

namespace tarn::app {
namespace {

using namespace std::chrono_literals;

}  // namespace

struct BackgroundJobs::Running {
  job::StatementJob job;
  std::string place;
  std::atomic<bool> ended{false};
  job::JobEnd end = job::JobEnd::Finished;  // these two: once `ended`
  std::optional<Error> failure;
  bool told = false;
  std::unique_ptr<env::OwnedThread> thread;
};

BackgroundJobs::BackgroundJobs(std::ostream& notices) : notices_(notices) {}

BackgroundJobs::~BackgroundJobs() {
  StopAll();
  running_.clear();  // joins
}

void BackgroundJobs::StopAll() {
  for (auto& running : running_) running->job.job->Stop();
}

void BackgroundJobs::Start(job::StatementJob job, std::string place) {
  running_.push_back(std::make_unique<Running>());
  auto& running = *running_.back();
  running.job = std::move(job);
  running.place = std::move(place);
  running.thread = std::make_unique<env::OwnedThread>("job", [&running] {
    try {
      running.end = running.job.job->Run();
    } catch (const Error& e) {
      running.failure = e;
    } catch (const std::exception& e) {
      running.failure = Error(ErrorCode::Internal, e.what());
    }
    running.ended = true;
  });
}

RunStatus BackgroundJobs::Wait(bool stop) {
  if (running_.empty()) return RunStatus::Done;
  const Running* failed = nullptr;
  auto status = RunStatus::Done;
  const InterruptGuard guard([this] { StopAll(); });
  if (stop) StopAll();
  for (bool all = false; !all;) {
    all = true;
    for (auto& running : running_) {
      if (!running->ended) {
        all = false;
        continue;
      }
      if (running->told) continue;
      running->told = true;
      if (running->failure) {
        // The first one is the answer of the script; others are consequences or coincidence, and must not be lost.
        if (failed) notices_ << running->place << ": error: " << running->failure->what() << std::endl;
        if (!failed) failed = running.get();
        StopAll();
        continue;
      }
      if (running->end == job::JobEnd::Stopped) status = RunStatus::Interrupted;
      notices_ << EndOfJob(running->job, running->end) << std::endl;
    }
    if (!all) std::this_thread::sleep_for(20ms);
  }
  std::optional<Error> failure;
  if (failed) failure.emplace(failed->failure->code(), failed->place + ": error: " + failed->failure->what());
  running_.clear();
  if (failure) throw *failure;
  return status;
}

}  // namespace tarn::app
