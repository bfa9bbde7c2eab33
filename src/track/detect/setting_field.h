// Settings of a detector as named numbers, so that a table can hold them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace tarn::track {

/// One setting: its name, with its unit in it, and where it lives.
template <class Settings>
struct SettingField {
  const char* name;
  double Settings::*member;
};

/// For Validate(): throws InvalidInput unless `ok`. Write the condition so that NaN fails it.
inline void RequireSetting(bool ok, std::string_view name, double value, std::string_view allowed) {
  if (ok) return;
  throw Error(ErrorCode::InvalidInput,
              "setting '" + std::string(name) + "' is " + std::to_string(value) + ", allowed: " + std::string(allowed));
}

}  // namespace tarn::track
