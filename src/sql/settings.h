// What SET holds: Flink's configuration keys as text. SET checks nothing (Flink stores any key), whoever needs a key
// reads it here and complains then. Durations and sizes are written as Flink writes them ("3 min", "64 kb").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::sql {

struct KnownSetting {
  std::string_view key;
  std::string_view default_value;
  std::string_view description;
};

/// The settings that Tarn honours: one list, shown by SHOW OPTIONS and `tarn config`.
const std::vector<KnownSetting>& KnownSettings();

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

  bool streaming() const;
  std::string time_zone() const;
  const std::map<std::string, std::string>& values() const { return values_; }

 private:
  std::map<std::string, std::string> initial_;
  std::map<std::string, std::string> values_;
};

}  // namespace tarn::sql
