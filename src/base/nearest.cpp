#include "base/nearest.h"

#include <algorithm>
#include <limits>

#include "base/ascii_case.h"

namespace tarn {

int EditDistance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: swapping neighbours looks two rows back.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = AsciiLower(a[i - 1]) == AsciiLower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && AsciiLower(a[i - 1]) == AsciiLower(b[j - 2]) &&
          AsciiLower(a[i - 2]) == AsciiLower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string_view> NearestName(std::string_view name, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> nearest;
  int best = std::numeric_limits<int>::max();
  for (const auto candidate : candidates) {
    const int limit = std::max<int>(1, static_cast<int>(std::max(name.size(), candidate.size()) / 3));
    const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (static_cast<int>(longer - shorter) > limit) continue;
    const int distance = EditDistance(name, candidate);
    if (distance <= limit && distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::optional<std::string> NearestName(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  const auto nearest = NearestName(name, std::span<const std::string_view>(views));
  if (!nearest) return std::nullopt;
  return std::string(*nearest);
}

std::optional<std::string_view> Slip(std::string_view name, std::span<const std::string_view> candidates) {
  const auto nearest = NearestName(name, candidates);
  return nearest && EditDistance(name, *nearest) <= 2 ? nearest : std::nullopt;
}

std::optional<std::string> Slip(std::string_view name, const std::vector<std::string>& candidates) {
  const auto nearest = NearestName(name, candidates);
  return nearest && EditDistance(name, *nearest) <= 2 ? nearest : std::nullopt;
}

std::string DidYouMean(std::string_view name, std::span<const std::string_view> candidates) {
  const auto nearest = NearestName(name, candidates);
  return nearest ? ", did you mean '" + std::string(*nearest) + "'?" : "";
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return DidYouMean(name, std::span<const std::string_view>(views));
}

}  // namespace tarn
