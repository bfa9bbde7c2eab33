// The settings of a process from all their places, one precedence: flags, environment, tarn.yaml, defaults.
//
// tarn.yaml holds `key: value` lines, nested maps joined with dots:
//   warehouse: ./warehouse
//   table.local-time-zone: Europe/Berlin
//   execution:
//     checkpointing.interval: 30 s
// The environment names a key by TARN_ and capitals, dots and dashes as underscores: TARN_TABLE_LOCAL_TIME_ZONE.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "env/file_system.h"

namespace tarn::app {

struct EffectiveSetting {
  std::string value;
  std::string source;  // "flag", "environment TARN_..", "tarn.yaml:3", "default"
};

/// By key; `warehouse` and `format` are keys too. Throws InvalidInput naming file and line.
std::map<std::string, EffectiveSetting> EffectiveSettings(const CommandLine& line, env::FileSystem& fs,
                                                          const char* const* environment);

/// `key: value` lines. Exposed for its test. (key, value, line number)
struct YamlEntry {
  std::string key;
  std::string value;
  int line = 0;
};
std::vector<YamlEntry> ParseSimpleYaml(const std::string& text, const std::string& file);

}  // namespace tarn::app
