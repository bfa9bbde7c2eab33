// The settings of a detector, read from a table of numbers:
//   alarm STRING, setting STRING, setting_version INT, name STRING, value DOUBLE
// A row is one number of one setting; rows of other alarms are for other detectors. Numbers that are not given have
// their defaults; a row without name and value stands for a setting that is all defaults.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/error.h"
#include "base/nearest.h"
#include "function/arguments.h"
#include "track/detect/setting_field.h"

namespace tarn::function {

/// "ais_gap" -> "ais-gap": how an alarm of that detector is called.
std::string AlarmName(std::string_view detector);

struct SettingsColumns {
  size_t alarm, setting, version, name, value;
};
/// Throws InvalidInput where the table lacks one or has another type.
SettingsColumns BindSettings(const stream::TableArgument& table);

/// One row of the table, or nothing where it is another detector's. Throws InvalidInput for an alarm that none gives.
struct SettingRow {
  std::string setting;
  int64_t version;
  std::string name;  // empty = none
  double value;
};
bool ReadSetting(const SettingsColumns& columns, std::string_view detector, const columnar::RowView& row,
                 SettingRow* setting);

template <class Settings>
class SettingsList {
 public:
  struct Entry {
    std::string setting;
    int64_t version;
    Settings values;
  };

  /// Throws InvalidInput for an unknown name, with the nearest.
  void Add(std::string_view detector, const SettingRow& row) {
    Settings& values = byName_[{row.setting, row.version}];
    if (row.name.empty()) return;
    std::vector<std::string> known;
    for (const auto& field : Settings::kFields) {
      known.emplace_back(field.name);
      if (row.name != field.name) continue;
      values.*field.member = row.value;
      return;
    }
    throw Error(ErrorCode::InvalidInput, "setting '" + row.setting + "' of " + std::string(detector) +
                                             " has an unknown number '" + row.name + "'" + DidYouMean(row.name, known));
  }

  /// All settings by name and version, checked. Throws InvalidInput naming the setting that makes no sense.
  std::vector<Entry> Checked() const {
    std::vector<Entry> entries;
    for (const auto& [key, values] : byName_) {
      try {
        values.Validate();
      } catch (Error& e) {
        e.At("setting '" + key.first + "', version " + std::to_string(key.second));
        throw;
      }
      entries.push_back({key.first, key.second, values});
    }
    return entries;
  }

  void Save(Encoder& out) const {
    out.I64(static_cast<int64_t>(byName_.size()));
    for (const auto& [key, values] : byName_) {
      out.Str(key.first).I64(key.second);
      for (const auto& field : Settings::kFields) out.F64(values.*field.member);
    }
  }
  void Load(Decoder& in) {
    byName_.clear();
    for (int64_t count = in.I64(); count > 0; --count) {
      std::string setting(in.Str());
      const int64_t version = in.I64();
      Settings& values = byName_[{std::move(setting), version}];
      for (const auto& field : Settings::kFields) values.*field.member = in.F64();
    }
  }

 private:
  std::map<std::pair<std::string, int64_t>, Settings> byName_;
};

}  // namespace tarn::function
