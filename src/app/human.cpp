#include <cmath>
#include <cstdio>

#include "app/statement_runner.h"

namespace tarn::app {
namespace {

std::string Format(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

}  // namespace

std::string WithSeparators(int64_t count) {
  const std::string digits = std::to_string(count < 0 ? -count : count);
  std::string text;
  if (count < 0) text += '-';
  for (size_t i = 0; i < digits.size(); i++) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string HumanCount(int64_t count) {
  const double value = static_cast<double>(count);
  if (count < 100'000) return WithSeparators(count);
  if (count < 1'000'000) return Format("%.0f k", value / 1e3);
  if (count < 1'000'000'000) return Format("%.1f M", value / 1e6);
  return Format("%.2f G", value / 1e9);
}

std::string HumanSeconds(double seconds) {
  if (seconds < 10) return Format("%.2f s", seconds);
  if (seconds < 100) return Format("%.1f s", seconds);
  const auto whole = static_cast<int64_t>(std::lround(seconds));
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%lld:%02lld min", static_cast<long long>(whole / 60),
                static_cast<long long>(whole % 60));
  return buffer;
}

}  // namespace tarn::app
