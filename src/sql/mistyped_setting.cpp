#include "sql/mistyped_setting.h"

#include "base/nearest.h"
#include "sql/settings.h"

namespace tarn::sql {

namespace {

const std::vector<std::string>& SettingNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& setting : KnownSettings()) names.emplace_back(setting.key);
    return names;
  }();
  return kNames;
}

}  // namespace

std::optional<std::string> MistypedSetting(std::string_view key) {
  return FindSetting(key) != nullptr ? std::nullopt : Slip(key, SettingNames());
}

std::optional<std::string> SettingNotice(const Settings& settings, std::string_view key) {
  // 'paimon.<catalog>.<database>.<table>.<option>' is an option of a table.
  if (key.starts_with("paimon.")) return std::nullopt;
  if (const auto* setting = FindSetting(key)) {
    if (setting->use != SettingUse::None || settings.IsDefault(key)) return std::nullopt;
    return "setting '" + std::string(key) + "' has no effect in Tarn";
  }
  return "setting '" + std::string(key) + "' is unknown to Tarn and has no effect" + DidYouMean(key, SettingNames());
}

}  // namespace tarn::sql
