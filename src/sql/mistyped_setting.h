// A slip in a setting's key: Flink keeps any key, so nobody else would notice.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tarn::sql {

/// The known setting that an unknown key seems to mean: one or two letters are off. nullopt: the key is known, or
/// resembles none.
std::optional<std::string> MistypedSetting(std::string_view key);

/// What to tell of a key that Tarn does not know, with the nearest one; nullopt: it is known.
std::optional<std::string> UnknownSettingNotice(std::string_view key);

}  // namespace tarn::sql
