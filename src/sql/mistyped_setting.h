// Settings that do nothing, by a slip in the key or because Tarn has no use for them: Flink keeps any key, so nobody
// else would notice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn::sql {

class Settings;

/// The known setting that an unknown key seems to mean: one or two letters are off. nullopt: the key is known, or
/// resembles none.
std::optional<std::string> MistypedSetting(std::string_view key);

/// What to tell of a setting that does nothing: Tarn does not know its key (the nearest one is named), or it is one of
/// Flink's that nothing asks for here and has another value than its default. nullopt: nothing.
std::optional<std::string> SettingNotice(const Settings& settings, std::string_view key);

}  // namespace tarn::sql
