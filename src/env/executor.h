// Threads: all of the process's own come from here, so that they can be counted, named and lent by resource group.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tarn::env {

/// A thread of its own for work that never ends by itself (a source, a server loop). Joined by the destructor; whoever
/// owns it makes the work end first. `name` is what `top -H` shows (15 bytes).
class OwnedThread {
 public:
  OwnedThread(const std::string& name, std::function<void()> work);
  ~OwnedThread();
  OwnedThread(const OwnedThread&) = delete;
  OwnedThread& operator=(const OwnedThread&) = delete;

 private:
  std::thread thread_;
};

/// A fixed number of threads that run short tasks in the order they came. A task must not throw (TaskGroup catches).
/// The destructor runs what is queued, then joins.
class Executor {
 public:
  Executor(const std::string& name, int threads);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void Submit(std::function<void()> task);
  int threads() const { return static_cast<int>(threads_.size()); }

 private:
  void Work();

  std::mutex mutex_;  // guards queue_ and stopping_
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

/// Tasks that succeed or fail together: the first exception cancels the rest (those not yet begun are dropped, those
/// that run may ask cancelled()) and comes out of Wait. Wait lends the calling thread, so a task may itself wait for a
/// group on the same executor. Run and Wait are for the owner; Cancel and cancelled for any thread.
class TaskGroup {
 public:
  explicit TaskGroup(Executor& executor);
  /// Cancels and waits.
  ~TaskGroup();
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  void Run(std::function<void()> task);
  /// Returns when every task has ended; rethrows the first exception.
  void Wait();
  void Cancel();
  bool cancelled() const;

 private:
  struct State;
  Executor& executor_;
  std::shared_ptr<State> state_;  // shared with tasks in the executor's queue
};

}  // namespace tarn::env
