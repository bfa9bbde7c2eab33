#include "app/progress.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "app/statement_runner.h"

namespace tarn::app {

std::string Bar(double share, size_t width) {
  static constexpr const char* kEighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double filled = std::min(1.0, std::max(0.0, share)) * static_cast<double>(width);
  const auto whole = static_cast<size_t>(filled);
  std::string bar;
  for (size_t i = 0; i < whole; i++) bar += "█";
  if (whole < width) bar += kEighths[static_cast<size_t>((filled - static_cast<double>(whole)) * 8)];
  for (size_t i = whole + 1; i < width; i++) bar += " ";
  return bar;
}

namespace {

std::string MinutesSeconds(int seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%02d:%02d", seconds / 60, seconds % 60);
  return text;
}

}  // namespace

ProgressLine::ProgressLine(std::string title, std::function<ProgressNow()> look, std::ostream& out)
    : title_(std::move(title)), look_(std::move(look)), out_(out) {
  thread_ = std::make_unique<env::OwnedThread>("progress", [this] { Draw(); });
}

ProgressLine::~ProgressLine() {
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  thread_.reset();
}

void ProgressLine::Draw() {
  const auto begin = std::chrono::steady_clock::now();
  bool drawn = false;
  std::unique_lock lock(mutex_);
  for (auto wait = std::chrono::milliseconds(2000); !wake_.wait_for(lock, wait, [this] { return done_; });
       wait = std::chrono::milliseconds(250)) {
    const auto now = look_();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::string line = "  " + title_;
    if (now.share) {
      const int percent = static_cast<int>(*now.share * 100);
      line += "  " + std::string(percent < 10 ? " " : "") + std::to_string(percent) + " %  " + Bar(*now.share, 20);
    }
    // Nothing is known of work that counts no rows and no share but that it goes on.
    if (now.rows == 0 && !now.share) {
      out_ << kWipeLine << line << "  " << static_cast<int>(seconds) << " s" << std::flush;
      drawn = true;
      continue;
    }
    line += "  " + HumanCount(now.rows) + " rows";
    line += " · " + HumanCount(static_cast<int64_t>(static_cast<double>(now.rows) / seconds)) + " rows/s";
    if (now.share && *now.share > 0.01) {
      const auto left = static_cast<int>(std::lround(seconds / *now.share - seconds));
      line += " · " + MinutesSeconds(left) + " left";
    }
    out_ << kWipeLine << line << std::flush;
    drawn = true;
  }
  if (drawn) out_ << kWipeLine << std::flush;
}

}  // namespace tarn::app
