#include "function/detector_settings.h"

#include <algorithm>

#include "track/detect/detectors.h"

namespace tarn::function {

using paimon::TypeRoot;

namespace {

// Such a setting would be tried by no detector at all.
void RefuseUnknownAlarm(std::string_view alarm, std::string_view setting) {
  // As an alarm is called and as the function is.
  static const std::vector<std::string> known = {
#define X(name, detector, settings, sentence) AlarmName(#name), #name,
      TARN_DETECTORS(X)
#undef X
  };
  if (std::find(known.begin(), known.end(), alarm) != known.end()) return;
  throw Error(ErrorCode::InvalidInput, "setting '" + std::string(setting) + "' is for the alarm '" +
                                           std::string(alarm) + "', which no detector gives" +
                                           DidYouMean(alarm, known));
}

}  // namespace

std::string AlarmName(std::string_view detector) {
  std::string name(detector);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

SettingsColumns BindSettings(const stream::TableArgument& table) {
  return {.alarm = RequireColumn(table, "alarm", {TypeRoot::VarChar}, "STRING"),
          .setting = RequireColumn(table, "setting", {TypeRoot::VarChar}, "STRING"),
          .version = RequireColumn(table, "setting_version", {TypeRoot::Int, TypeRoot::BigInt}, "INT"),
          .name = RequireColumn(table, "name", {TypeRoot::VarChar}, "STRING"),
          .value = RequireColumn(table, "value", {TypeRoot::Double, TypeRoot::Float}, "DOUBLE")};
}

bool ReadSetting(const SettingsColumns& columns, std::string_view detector, const columnar::RowView& row,
                 SettingRow* setting) {
  if (row.IsNull(columns.alarm)) return false;
  const auto alarm = row.String(columns.alarm);
  if (alarm != detector && alarm != AlarmName(detector)) {
    RefuseUnknownAlarm(alarm, row.IsNull(columns.setting) ? std::string_view() : row.String(columns.setting));
    return false;
  }
  if (row.IsNull(columns.setting) || row.IsNull(columns.version))
    throw Error(ErrorCode::InvalidInput, "a setting of " + std::string(detector) + " has no name or no version");
  setting->setting = row.String(columns.setting);
  setting->version = row.Int64(columns.version);
  const bool named = !row.IsNull(columns.name) && !row.String(columns.name).empty();
  if (named && row.IsNull(columns.value))
    throw Error(ErrorCode::InvalidInput, "setting '" + setting->setting + "' of " + std::string(detector) + ": '" +
                                             std::string(row.String(columns.name)) + "' has no value");
  setting->name = named ? std::string(row.String(columns.name)) : std::string();
  setting->value = named ? row.Double(columns.value) : 0;
  return true;
}

}  // namespace tarn::function
