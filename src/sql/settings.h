// What SET holds: Flink's configuration keys as text. Any key is stored, as in Flink; values of known ones are checked
// when they are set. Durations and sizes are written as Flink writes them ("3 min", "64 kb").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::sql {

enum class SettingKind { Text, Bool, Int, Duration, Zone, Word };

enum class SettingUse {
  Honoured,
  AtStart,  // read when the program starts, from flags, environment and tarn.yaml
  None      // Flink's, and checked as Flink's; nothing in Tarn asks for it
};

struct KnownSetting {
  std::string_view key;
  std::string_view default_value;
  std::string_view description;
  SettingKind kind = SettingKind::Text;
  std::vector<std::string_view> words = {};  // of a Word; letter case and '-' or '_' do not matter, as in Flink
  SettingUse use = SettingUse::Honoured;
};

/// One list, shown by SHOW OPTIONS and `tarn config`.
const std::vector<KnownSetting>& KnownSettings();

/// Null: unknown.
const KnownSetting* FindSetting(std::string_view key);

class Settings {
 public:
  void Set(const std::string& key, const std::string& value) { values_[key] = value; }
  /// What a reset goes back to (flags, environment, tarn.yaml), set before the first statement.
  void SetInitial(const std::string& key, const std::string& value);
  void Reset(const std::string& key);
  void ResetAll() { values_ = initial_; }

  /// What is set, else the known default, else "".
  std::string Get(std::string_view key) const;
  bool IsSet(std::string_view key) const { return values_.find(std::string(key)) != values_.end(); }
  /// Throw InvalidInput naming the key.
  bool GetBool(std::string_view key) const;
  int64_t GetInt(std::string_view key) const;
  int64_t GetDurationMs(std::string_view key) const;
  /// One of the setting's words, as KnownSettings writes it.
  std::string_view GetWord(std::string_view key) const;
  /// Whether a known setting has its default value, however it is written.
  bool IsDefault(std::string_view key) const;
  /// Throws InvalidInput if the key is known and its value makes no sense.
  void Check(std::string_view key) const;

  bool streaming() const;
  std::string time_zone() const;
  const std::map<std::string, std::string>& values() const { return values_; }

 private:
  std::map<std::string, std::string> initial_;
  std::map<std::string, std::string> values_;
};

}  // namespace tarn::sql
