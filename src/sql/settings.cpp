#include "sql/settings.h"

#include <algorithm>
#include <charconv>

#include "base/ascii_case.h"
#include "base/duration.h"
#include "base/error.h"
#include "base/time_zone.h"

namespace tarn::sql {
namespace {

std::string Word(std::string_view text) {
  auto word = AsciiLower(text);
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

[[noreturn]] void RefuseSetting(std::string_view key, const std::string& value, const std::string& expected) {
  throw Error(ErrorCode::InvalidInput, "setting '" + std::string(key) + "' is '" + value + "'; expected " + expected);
}

KnownSetting AtStart(KnownSetting setting) {
  setting.use = SettingUse::AtStart;
  return setting;
}

KnownSetting WithoutEffect(KnownSetting setting) {
  setting.use = SettingUse::None;
  return setting;
}

}  // namespace

const std::vector<KnownSetting>& KnownSettings() {
  static const std::vector<KnownSetting> kSettings = {
      {"execution.runtime-mode",
       "batch",
       "batch: run to completion; streaming: run incrementally, for ever (the default of `tarn run`)",
       SettingKind::Word,
       {"batch", "streaming"}},
      {"execution.checkpointing.interval", "10 s", "time between checkpoints of a job", SettingKind::Duration},
      {"execution.checkpointing.dir", "", "where jobs keep their state; default: <warehouse>/.tarn/jobs/<job>"},
      {"pipeline.name", "", "name and identity of the next job"},
      {"table.local-time-zone", "default", "zone of TIMESTAMP_LTZ as text; default: the machine's", SettingKind::Zone},
      {"table.dml-sync", "true", "false: a script does not wait for its INSERTs before it goes on, only at its end",
       SettingKind::Bool},
      {"table.exec.source.idle-timeout", "0 ms", "a source without rows for so long is idle; 0: never",
       SettingKind::Duration},
      {"table.exec.sink.not-null-enforcer",
       "ERROR",
       "NULL for a NOT NULL column: ERROR or DROP the row",
       SettingKind::Word,
       {"ERROR", "DROP"}},
      {"table.exec.legacy-cast-behaviour",
       "DISABLED",
       "ENABLED: a failing CAST is NULL",
       SettingKind::Word,
       {"DISABLED", "ENABLED"}},
      AtStart({"tarn.memory.size", "", "memory of the process; default: half of what it may use"}),
      AtStart({"tarn.threads", "", "threads of the process; default: the machine's cores"}),
      AtStart({"tarn.temp-dir", "", "where big queries spill"}),
      WithoutEffect({"execution.checkpointing.timeout", "10 min", "a checkpoint that takes longer is given up",
                     SettingKind::Duration}),
      WithoutEffect({"execution.checkpointing.mode",
                     "EXACTLY_ONCE",
                     "EXACTLY_ONCE or AT_LEAST_ONCE",
                     SettingKind::Word,
                     {"EXACTLY_ONCE", "AT_LEAST_ONCE"}}),
      WithoutEffect({"execution.checkpointing.tolerable-failed-checkpoints", "0",
                     "failed checkpoints before the job fails", SettingKind::Int}),
      WithoutEffect({"parallelism.default", "", "workers of a job"}),
      WithoutEffect(
          {"pipeline.auto-watermark-interval", "200 ms", "how often watermarks are sent", SettingKind::Duration}),
      WithoutEffect(
          {"table.exec.state.ttl", "0 ms", "how long idle state is kept; 0: for ever", SettingKind::Duration}),
      WithoutEffect({"table.exec.sink.type-length-enforcer",
                     "IGNORE",
                     "CHAR(n) and VARCHAR(n) of other length: IGNORE or TRIM_PAD",
                     SettingKind::Word,
                     {"IGNORE", "TRIM_PAD", "ERROR"}}),
      WithoutEffect({"table.exec.sink.upsert-materialize",
                     "AUTO",
                     "NONE, AUTO or FORCE",
                     SettingKind::Word,
                     {"NONE", "AUTO", "FORCE"}}),
      WithoutEffect({"table.exec.mini-batch.enabled", "false", "aggregates fire once a batch", SettingKind::Bool}),
      WithoutEffect(
          {"table.exec.mini-batch.allow-latency", "0 ms", "how long a batch may wait", SettingKind::Duration}),
      WithoutEffect({"table.exec.mini-batch.size", "-1", "rows of a batch", SettingKind::Int}),
  };
  return kSettings;
}

const KnownSetting* FindSetting(std::string_view key) {
  for (const auto& known : KnownSettings())
    if (known.key == key) return &known;
  return nullptr;
}

void Settings::SetInitial(const std::string& key, const std::string& value) {
  initial_[key] = value;
  values_[key] = value;
}

void Settings::Reset(const std::string& key) {
  const auto initial = initial_.find(key);
  if (initial == initial_.end()) {
    values_.erase(key);
  } else {
    values_[key] = initial->second;
  }
}

std::string Settings::Get(std::string_view key) const {
  const auto set = values_.find(std::string(key));
  if (set != values_.end()) return set->second;
  const auto* known = FindSetting(key);
  return known ? std::string(known->default_value) : "";
}

bool Settings::GetBool(std::string_view key) const {
  const std::string value = Get(key);
  const std::string lower = AsciiLower(value);
  if (lower == "true") return true;
  if (lower == "false") return false;
  RefuseSetting(key, value, "true or false");
}

int64_t Settings::GetInt(std::string_view key) const {
  const std::string value = Get(key);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) RefuseSetting(key, value, "a whole number");
  return number;
}

int64_t Settings::GetDurationMs(std::string_view key) const {
  try {
    return ParseDurationMillis(Get(key));
  } catch (const Error&) {
    RefuseSetting(key, Get(key), "a duration such as '10 s' or '3 min'");
  }
}

std::string_view Settings::GetWord(std::string_view key) const {
  const std::string value = Get(key);
  std::string all;
  const auto& words = FindSetting(key)->words;
  for (const auto word : words) {
    if (Word(word) == Word(value)) return word;
    all += (all.empty() ? "" : word == words.back() ? " or " : ", ") + std::string(word);
  }
  RefuseSetting(key, value, all);
}

void Settings::Check(std::string_view key) const {
  const auto* known = FindSetting(key);
  if (!known) return;
  switch (known->kind) {
    case SettingKind::Text:
      return;
    case SettingKind::Bool:
      GetBool(key);
      return;
    case SettingKind::Int:
      GetInt(key);
      return;
    case SettingKind::Duration:
      GetDurationMs(key);
      return;
    case SettingKind::Word:
      GetWord(key);
      return;
    case SettingKind::Zone:
      if (const auto zone = Get(key); zone != "default" && !TimeZone::Exists(zone))
        RefuseSetting(key, zone, "a time zone such as Europe/Berlin, UTC or GMT+08:00");
      return;
  }
}

bool Settings::IsDefault(std::string_view key) const {
  const auto& known = *FindSetting(key);
  const std::string value = Get(key), usual(known.default_value);
  if (Word(value) == Word(usual)) return true;
  try {
    return known.kind == SettingKind::Duration && ParseDurationMillis(value) == ParseDurationMillis(usual);
  } catch (const Error&) {
    return false;
  }
}

bool Settings::streaming() const { return GetWord("execution.runtime-mode") == "streaming"; }

std::string Settings::time_zone() const {
  std::string zone = Get("table.local-time-zone");
  if (zone != "default") return zone;
  const char* machine = std::getenv("TZ");
  return machine != nullptr && *machine != '\0' && *machine != ':' ? machine : "UTC";
}

}  // namespace tarn::sql
