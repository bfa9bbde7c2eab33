// Ctrl-C: the first one stops what runs, a second one ends the process at once.
#pragma once

#include <functional>

namespace tarn::app {

/// While it lives, the first SIGINT or SIGTERM calls `on_interrupt` on a thread of its own; the next one exits with
/// 130. One at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(std::function<void()> on_interrupt);
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
