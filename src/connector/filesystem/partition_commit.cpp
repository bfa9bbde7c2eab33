#include "connector/filesystem/partition_commit.h"

#include <algorithm>
#include <map>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/time_zone.h"
#include "connector/source.h"
#include "paimon/partition_path.h"

namespace tarn::connector {
namespace {

struct Commit {
  const env::Env& env;
  const std::vector<std::string>& keys;
  const std::string& file_prefix;
  const PartitionCommitOptions& options;
  const CommitTime& time;

  void Walk(const std::string& directory, std::map<std::string, std::string>& values) {
    if (values.size() == keys.size()) return Leaf(directory, values);
    const auto& key = keys[values.size()];
    const auto prefix = paimon::EscapePathPart(key) + "=";
    for (const auto& status : env.fs.List(directory)) {
      if (!status.is_directory || !status.name.starts_with(prefix)) continue;
      values[key] = paimon::UnescapePathPart(status.name.substr(prefix.size()));
      Walk(env::JoinPath(directory, status.name), values);
      values.erase(key);
    }
  }

  void Leaf(const std::string& directory, const std::map<std::string, std::string>& values) {
    std::optional<int64_t> begun_ms;
    for (const auto& status : env.fs.List(directory)) {
      if (status.name == options.success_file_name) return;
      if (status.name.starts_with(file_prefix))
        begun_ms = std::min(begun_ms.value_or(status.modified_ms), status.modified_ms);
    }
    if (begun_ms && Complete(values, *begun_ms))
      env::ReplaceFile(env.fs, env::JoinPath(directory, options.success_file_name), "");
  }

  bool Complete(const std::map<std::string, std::string>& values, int64_t begun_ms) const {
    if (time.end_of_input) return true;
    if (!options.by_partition_time) return env.clock.NowMicros() >= begun_ms * 1000 + options.delay_us;
    const auto begins_us = TimeOf(values);
    return begins_us && time.watermark_us != kNoWatermark && time.watermark_us >= *begins_us + options.delay_us;
  }

  // Rows whose partition value is NULL, or no time, have no partition time either.
  std::optional<int64_t> TimeOf(const std::map<std::string, std::string>& values) const {
    const auto parsed =
        ParseTimestamp(options.timestamp_pattern ? Filled(*options.timestamp_pattern, values) : values.at(keys[0]));
    if (!parsed) return std::nullopt;
    return TimeZone::Named(options.time_zone).ToUtc(MicrosFromCivil(*parsed));
  }

  // Each '$key' becomes its value, the longest key that stands there; what stands in a value is not looked at again.
  static std::string Filled(const std::string& pattern, const std::map<std::string, std::string>& values) {
    std::string text;
    for (size_t at = 0; at < pattern.size();) {
      const std::pair<const std::string, std::string>* found = nullptr;
      for (const auto& value : values)
        if (pattern[at] == '$' && pattern.compare(at + 1, value.first.size(), value.first) == 0 &&
            (!found || value.first.size() > found->first.size()))
          found = &value;
      text += found ? found->second : std::string(1, pattern[at]);
      at += found ? found->first.size() + 1 : 1;
    }
    return text;
  }
};

}  // namespace

std::vector<OptionSpec> PartitionCommitSpecs() {
  return {{"sink.partition-commit.trigger", "process-time",
           "When a partition is complete: 'process-time' (a delay after its first file) or 'partition-time' (the "
           "watermark has passed its time and the delay)."},
          {"sink.partition-commit.delay", "0 s", "How much later than that."},
          {"sink.partition-commit.policy.kind", std::nullopt, "'success-file': a complete partition gets a file."},
          {"sink.partition-commit.success-file.name", "_SUCCESS", "The name of that file."},
          {"sink.partition-commit.watermark-time-zone", "UTC", "The zone of the times in partition values."},
          {"partition.time-extractor.kind", "default", "'default': the time follows from the partition's values."},
          {"partition.time-extractor.timestamp-pattern", std::nullopt,
           "How partition values make a time: '$dt $hour:00:00'. Default: the first value."}};
}

PartitionCommitOptions PartitionCommitOf(const Options& options) {
  PartitionCommitOptions commit;
  if (options.Find("sink.partition-commit.policy.kind"))
    commit.success_file = options.OneOf("sink.partition-commit.policy.kind", {"success-file"}) == "success-file";
  commit.by_partition_time =
      options.OneOf("sink.partition-commit.trigger", {"process-time", "partition-time"}) == "partition-time";
  commit.delay_us = options.Micros("sink.partition-commit.delay");
  commit.success_file_name = options.Get("sink.partition-commit.success-file.name");
  if (commit.success_file_name.empty() || commit.success_file_name.find('/') != std::string::npos)
    options.Refuse("sink.partition-commit.success-file.name", "the name of a file");
  commit.time_zone = options.Get("sink.partition-commit.watermark-time-zone");
  options.Zone("sink.partition-commit.watermark-time-zone");
  options.OneOf("partition.time-extractor.kind", {"default"});
  commit.timestamp_pattern = options.Find("partition.time-extractor.timestamp-pattern");
  return commit;
}

void CommitPartitions(const env::Env& env, const std::string& root, const std::vector<std::string>& keys,
                      const std::string& file_prefix, const PartitionCommitOptions& options, const CommitTime& time) {
  if (!options.success_file || keys.empty()) return;
  std::map<std::string, std::string> values;
  Commit{env, keys, file_prefix, options, time}.Walk(root, values);
}

}  // namespace tarn::connector
