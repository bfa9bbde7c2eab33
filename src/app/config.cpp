#include "app/config.h"

#include <cctype>
#include <filesystem>

#include "base/byte_order_mark.h"
#include "base/error.h"
#include "base/nearest.h"
#include "sql/mistyped_setting.h"
#include "sql/settings.h"

namespace tarn::app {
namespace {

std::string Trim(const std::string& text) {
  size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Without a comment behind it; quotes taken off.
std::string Scalar(std::string text) {
  text = Trim(text);
  if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
    const size_t end = text.find(text[0], 1);
    if (end != std::string::npos) return text.substr(1, end - 1);
  }
  const size_t comment = text.find(" #");
  if (comment != std::string::npos) text = Trim(text.substr(0, comment));
  return text;
}

std::string VariableOf(const std::string& key) {
  std::string name = "TARN_";
  for (const char c : key) {
    name += c == '.' || c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

// Any key may be set, as in Flink (jobs read their own), but not one that was meant to be another.
void RefuseSlip(const std::string& key, const std::string& where) {
  auto meant = sql::MistypedSetting(key);
  for (const char* own : {"warehouse", "format"}) {
    if (!meant && key != own && EditDistance(key, own) == 1) meant = own;
  }
  if (meant) throw UsageError(where + ": '" + key + "' is unknown, did you mean '" + *meant + "'?");
}

}  // namespace

std::vector<YamlEntry> ParseSimpleYaml(const std::string& text, const std::string& file) {
  std::vector<YamlEntry> entries;
  std::vector<std::pair<size_t, std::string>> parents;  // indentation, key
  int number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    number++;
    const std::string trimmed = Trim(line);
    if (trimmed.empty() || trimmed[0] == '#' || trimmed == "---") continue;
    const auto refuse = [&](const std::string& expected) {
      throw UsageError(file + ":" + std::to_string(number) + ": expected " + expected + ", found '" + trimmed + "'");
    };
    if (trimmed[0] == '-') refuse("'key: value' (lists have no meaning here)");
    const size_t indentation = line.find_first_not_of(' ');
    if (line[indentation] == '\t') refuse("blanks, not tabs, in front of a key");
    size_t colon = trimmed.find(": ");
    if (colon == std::string::npos && trimmed.back() == ':') colon = trimmed.size() - 1;
    if (colon == std::string::npos) refuse("'key: value'");
    while (!parents.empty() && parents.back().first >= indentation) parents.pop_back();
    const std::string raw = Trim(trimmed.substr(colon + 1));
    if (raw.starts_with('[') || raw.starts_with('{'))
      refuse("one value (lists and maps in brackets have no meaning here)");
    if ((raw.starts_with('\'') || raw.starts_with('"')) && raw.find(raw[0], 1) == std::string::npos)
      refuse(std::string("a closing ") + raw[0]);
    std::string key = parents.empty() ? "" : parents.back().second + ".";
    key += Scalar(trimmed.substr(0, colon));
    const std::string value = Scalar(trimmed.substr(colon + 1));
    const bool quoted_empty =
        trimmed.find("''", colon) != std::string::npos || trimmed.find("\"\"", colon) != std::string::npos;
    if (value.empty() && !quoted_empty) {
      parents.emplace_back(indentation, key);
    } else {
      entries.push_back({key, value, number});
    }
  }
  return entries;
}

std::map<std::string, EffectiveSetting> EffectiveSettings(const CommandLine& line, env::FileSystem& fs,
                                                          const char* const* environment) {
  std::map<std::string, EffectiveSetting> settings;
  for (const auto& known : sql::KnownSettings()) {
    settings[std::string(known.key)] = {std::string(known.default_value), "default"};
  }
  settings["warehouse"] = {"./warehouse", "default"};
  settings["format"] = {"", "default"};
  settings["execution.runtime-mode"] = {line.command == Command::Run ? "streaming" : "batch", "default"};

  const std::string name = line.config_file.value_or("tarn.yaml");
  const std::string path = std::filesystem::absolute(name).lexically_normal().string();
  if (fs.Exists(path)) {
    for (const auto& entry : ParseSimpleYaml(std::string(WithoutByteOrderMark(env::ReadFile(fs, path))), name)) {
      RefuseSlip(entry.key, name + ":" + std::to_string(entry.line));
      settings[entry.key] = {entry.value, name + ":" + std::to_string(entry.line)};
    }
  } else if (line.config_file) {
    throw UsageError("settings file " + name + " does not exist");
  }

  std::map<std::string, std::string> variables;  // TARN_X -> key
  for (const auto& [key, setting] : settings) variables[VariableOf(key)] = key;
  for (const char* const* entry = environment; entry != nullptr && *entry != nullptr; entry++) {
    const std::string text = *entry;
    const size_t equals = text.find('=');
    if (!text.starts_with("TARN_") || equals == std::string::npos) continue;
    const auto known = variables.find(text.substr(0, equals));
    if (known != variables.end()) settings[known->second] = {text.substr(equals + 1), "environment " + known->first};
  }

  for (const auto& [key, value] : line.settings) {
    RefuseSlip(key, "--set");
    settings[key] = {value, "flag"};
  }
  if (line.warehouse) settings["warehouse"] = {*line.warehouse, "flag"};
  if (line.format) settings["format"] = {*line.format, "flag"};
  if (settings["warehouse"].value.empty()) {
    throw UsageError("warehouse (" + settings["warehouse"].source + ") is empty; it is the directory of the tables");
  }
  return settings;
}

}  // namespace tarn::app
