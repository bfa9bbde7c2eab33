#include "env/executor.h"

#include <pthread.h>

namespace tarn::env {
namespace {

std::thread Start(const std::string& name, std::function<void()> work) {
  return std::thread([name, work = std::move(work)] {
    pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
    work();
  });
}

}  // namespace

OwnedThread::OwnedThread(const std::string& name, std::function<void()> work) : thread_(Start(name, std::move(work))) {}

OwnedThread::~OwnedThread() { thread_.join(); }

Executor::Executor(const std::string& name, int threads) {
  for (int i = 0; i < threads; ++i) threads_.push_back(Start(name + "-" + std::to_string(i), [this] { Work(); }));
}

Executor::~Executor() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Executor::Submit(std::function<void()> task) {
  {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(std::move(task));
  }
  wake_.notify_one();
}

void Executor::Work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (queue_.empty()) return;
      task = std::move(queue_.front());
      queue_.pop_front();
    }
    task();
  }
}

struct TaskGroup::State {
  std::mutex mutex;  // guards waiting, running and error
  std::condition_variable idle;
  std::deque<std::function<void()>> waiting;
  int running = 0;
  std::exception_ptr error;
  std::atomic<bool> cancelled{false};

  /// Runs the group's next task, if one is left, on this thread.
  bool RunOne() {
    std::function<void()> task;
    {
      const std::scoped_lock lock(mutex);
      if (cancelled) waiting.clear();
      if (waiting.empty()) return false;
      task = std::move(waiting.front());
      waiting.pop_front();
      ++running;
    }
    std::exception_ptr failure;
    try {
      task();
    } catch (...) {
      failure = std::current_exception();
    }
    task = nullptr;  // what it captured may refer to things that go once Wait returns
    const std::scoped_lock lock(mutex);
    if (failure) {
      if (!error) error = failure;
      cancelled = true;
    }
    --running;
    idle.notify_all();
    return true;
  }
};

TaskGroup::TaskGroup(Executor& executor) : executor_(executor), state_(std::make_shared<State>()) {}

TaskGroup::~TaskGroup() {
  Cancel();
  try {
    Wait();
  } catch (...) {  // the owner left without asking: it is on its way out with an exception of its own
  }
}

void TaskGroup::Run(std::function<void()> task) {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->waiting.push_back(std::move(task));
  }
  executor_.Submit([state = state_] { state->RunOne(); });
}

void TaskGroup::Wait() {
  while (state_->RunOne()) {
  }
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [this] { return state_->running == 0; });
  if (state_->error) std::rethrow_exception(state_->error);
}

void TaskGroup::Cancel() { state_->cancelled = true; }

bool TaskGroup::cancelled() const { return state_->cancelled; }

}  // namespace tarn::env
