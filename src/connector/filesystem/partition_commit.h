// When a partition of a written directory is complete: it gets a _SUCCESS file, as Flink's 'sink.partition-commit.*'
// options say. Which partitions wait is seen in the directories themselves, so a restart forgets nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "connector/options.h"
#include "connector/sink.h"
#include "env/env.h"

namespace tarn::connector {

struct PartitionCommitOptions {
  bool success_file = false;       // sink.partition-commit.policy.kind; else nothing is done
  bool by_partition_time = false;  // trigger: the watermark passes the partition's time; else the machine's clock.
                                   // A partition whose values make no time (NULL) waits for the end of input.
  int64_t delay_us = 0;
  std::string success_file_name = "_SUCCESS";
  std::string time_zone = "UTC";                 // of the times in partition values
  std::optional<std::string> timestamp_pattern;  // "$dt $hour:00:00"; absent: the first partition value
};

std::vector<OptionSpec> PartitionCommitSpecs();
/// Throws InvalidInput.
PartitionCommitOptions PartitionCommitOf(const Options& options);

/// Marks the partitions below `root` that hold a visible file whose name begins with `file_prefix` and are complete.
/// The end of the sink's input completes all, whatever the trigger and the delay: no row can follow.
void CommitPartitions(const env::Env& env, const std::string& root, const std::vector<std::string>& keys,
                      const std::string& file_prefix, const PartitionCommitOptions& options, const CommitTime& time);

}  // namespace tarn::connector
