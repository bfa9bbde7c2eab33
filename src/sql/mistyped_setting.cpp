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

}  // namespace tarn::sql
