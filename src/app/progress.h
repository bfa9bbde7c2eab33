// The line on a terminal that says how far long work is, from its second second on; wiped when the work ends.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "env/executor.h"

namespace tarn::app {

/// Begins the terminal's line again: what is on it is a progress line, or the ^C that the terminal showed.
inline constexpr const char* kWipeLine = "\r\033[K";

struct ProgressNow {
  std::optional<double> share;  // 0..1
  int64_t rows = 0;
};

/// Draws on a thread of its own while it lives. `look` is called there.
class ProgressLine {
 public:
  ProgressLine(std::string title, std::function<ProgressNow()> look, std::ostream& out);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void Draw();

  std::string title_;
  std::function<ProgressNow()> look_;
  std::ostream& out_;
  std::mutex mutex_;  // guards done_
  std::condition_variable wake_;
  bool done_ = false;
  std::unique_ptr<env::OwnedThread> thread_;
};

/// "████▏    ", `width` characters.
std::string Bar(double share, size_t width);

}  // namespace tarn::app
