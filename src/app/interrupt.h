// Ctrl-C: the first one stops what runs, a later one ends the process at once.
#pragma once

#include <functional>

namespace tarn::app {

/// While it lives, SIGINT and SIGTERM call `on_interrupt` on a thread of its own, and again every 100 ms until the
/// guard is gone: what runs may not listen yet. The `last`-th signal exits with 130 instead. One guard at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(std::function<void()> on_interrupt, int last = 2);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Whether there was one.
  bool interrupted() const;

 private:
  struct State;
  State* state_;
};

}  // namespace tarn::app
