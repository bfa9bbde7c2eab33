// "Did you mean": the known name that a mistyped one most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn {

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other; letter case is ignored.
int EditDistance(std::string_view a, std::string_view b);

/// The nearest candidate if it is near enough to be a slip (a third of the letters, at least one); ties go to the
/// first. The view points into the candidates.
std::optional<std::string_view> NearestName(std::string_view name, std::span<const std::string_view> candidates);
std::optional<std::string> NearestName(std::string_view name, const std::vector<std::string>& candidates);

/// The nearest candidate if it is one or two letters away, or the name itself: what people name themselves may look a
/// little like a known name.
std::optional<std::string_view> Slip(std::string_view name, std::span<const std::string_view> candidates);
std::optional<std::string> Slip(std::string_view name, const std::vector<std::string>& candidates);

/// ", did you mean 'x'?" or nothing: to end an error message with.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates);
std::string DidYouMean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace tarn
