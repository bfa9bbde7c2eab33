#include "app/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>

#include "env/executor.h"

namespace tarn::app {
namespace {

// A signal handler may only write to a pipe; the guard's thread does the rest.
std::atomic<int> g_pipe{-1};
std::atomic<int> g_count{0};
std::atomic<int> g_last{2};

constexpr int kAgainMs = 100;

void OnSignal(int) {
  if (g_count.fetch_add(1) + 1 >= g_last) _exit(130);
  const int saved = errno;
  const int pipe = g_pipe.load();
  const char byte = 'i';
  if (pipe >= 0 && write(pipe, &byte, 1) < 0) _exit(130);
  errno = saved;
}

}  // namespace

struct InterruptGuard::State {
  int pipe[2] = {-1, -1};
  struct sigaction old_int = {}, old_term = {};
  std::unique_ptr<env::OwnedThread> thread;
};

InterruptGuard::InterruptGuard(std::function<void()> on_interrupt, int last) : state_(new State) {
  if (pipe(state_->pipe) != 0) return;
  g_count = 0;
  g_last = last;
  g_pipe = state_->pipe[1];
  state_->thread =
      std::make_unique<env::OwnedThread>("interrupt", [fd = state_->pipe[0], call = std::move(on_interrupt)] {
        char byte = 0;
        struct pollfd waiting = {fd, POLLIN, 0};
        while (read(fd, &byte, 1) == 1 && byte == 'i') {
          do call();
          while (poll(&waiting, 1, kAgainMs) == 0);
        }
      });
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &state_->old_int);
  sigaction(SIGTERM, &action, &state_->old_term);
}

InterruptGuard::~InterruptGuard() {
  if (state_->pipe[1] >= 0) {
    sigaction(SIGINT, &state_->old_int, nullptr);
    sigaction(SIGTERM, &state_->old_term, nullptr);
    g_pipe = -1;
    const char byte = 'q';
    if (write(state_->pipe[1], &byte, 1) == 1) state_->thread.reset();
    close(state_->pipe[0]);
    close(state_->pipe[1]);
  }
  delete state_;
}

bool InterruptGuard::interrupted() const { return g_count > 0; }

}  // namespace tarn::app
