#include "sql/mistyped_setting.h"

#include "base/nearest.h"
#include "sql/settings.h"

namespace tarn::sql {

std::optional<std::string> MistypedSetting(std::string_view key) {
  constexpr int kSlip = 2;
  std::optional<std::string> meant;
  int nearest = kSlip + 1;
  for (const auto& known : KnownSettings()) {
    if (key == known.key) return std::nullopt;
    const int distance = EditDistance(key, known.key);
    if (distance >= nearest) continue;
    nearest = distance;
    meant = known.key;
  }
  return meant;
}

std::optional<std::string> UnknownSettingNotice(std::string_view key) {
  // 'paimon.<catalog>.<database>.<table>.<option>' is an option of a table.
  if (key.starts_with("paimon.")) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& setting : KnownSettings()) {
    if (key == setting.key) return std::nullopt;
    known.emplace_back(setting.key);
  }
  return "setting '" + std::string(key) + "' is unknown to Tarn and has no effect" + DidYouMean(key, known);
}

}  // namespace tarn::sql
