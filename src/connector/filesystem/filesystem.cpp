// 'filesystem': text files below a directory. Options are Flink's; 'dead-letter.table' is ours.
#include <filesystem>

#include "connector/connectors.h"
#include "connector/filesystem/file_sink.h"
#include "connector/filesystem/file_source.h"
#include "connector/formats/format.h"

namespace tarn::connector {
namespace {

std::vector<OptionSpec> OwnSpecs() {
  return {{"path", std::nullopt,
           "The directory or file; a relative path begins at the directory that tarn was started in.", true},
          {"format", std::nullopt, "'csv', 'json' or 'raw'.", true},
          {"source.monitor-interval", std::nullopt, "Look for new files so often; without it the source ends."},
          {"dead-letter.table", std::nullopt, "The table that keeps records which cannot be read (ours)."},
          {"partition.default-name", "__DEFAULT_PARTITION__", "The directory of rows whose partition column is NULL."},
          {"sink.rolling-policy.file-size", "128 mb", "A file is finished when it is larger."},
          {"sink.rolling-policy.rollover-interval", "30 min", "Accepted; files are finished at checkpoints."},
          {"sink.rolling-policy.check-interval", "1 min", "Accepted; files are finished at checkpoints."},
          {"sink.parallelism", std::nullopt, "Accepted; one writer writes."},
          {"sink.shuffle-by-partition.enable", "false", "Accepted; one writer writes every partition."},
          {"auto-compaction", "false", "Accepted; a checkpoint makes one file a partition already."},
          {"compaction.file-size", std::nullopt, "Accepted without meaning."},
          {"source.path.regex-pattern", std::nullopt, "Only files whose whole path matches are read."},
          {"source.report-statistics", "NONE", "Accepted without meaning."}};
}

std::vector<OptionSpec> AllSpecs() {
  auto specs = OwnSpecs();
  const auto commit = PartitionCommitSpecs();
  specs.insert(specs.end(), commit.begin(), commit.end());
  for (const auto& format : Formats()) specs.insert(specs.end(), format.options.begin(), format.options.end());
  return specs;
}

Options Check(const TableDescription& table, const FormatEntry*& format) {
  auto options = TableOptions(FindConnector("filesystem"), table);
  format = &FindFormat(options.Get("format"));
  // What is accepted without meaning is checked as well.
  for (const char* flag : {"auto-compaction", "sink.shuffle-by-partition.enable"}) options.Bool(flag);
  for (const char* period : {"sink.rolling-policy.rollover-interval", "sink.rolling-policy.check-interval"})
    options.Micros(period);
  options.FindInt("sink.parallelism");
  options.FindBytes("compaction.file-size");
  return options;
}

std::string LocalPath(const Options& options) {
  auto path = options.Get("path");
  const bool url = path.starts_with("file:");
  if (url) path = path.substr(path.starts_with("file://") ? 7 : 5);
  if (path.empty() || path.find(":/") != std::string::npos || (url && path[0] != '/'))
    options.Refuse("path", "a local path, such as '/data/in', 'in' or 'file:///data/in'");
  path = std::filesystem::absolute(path).lexically_normal().string();
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::unique_ptr<Source> MakeFileSource(const TableDescription& table, const Projection& columns,
                                       const ConnectorContext& context) {
  FileSourceOptions source;
  const auto options = Check(table, source.format);
  source.path = LocalPath(options);
  source.keep_rejected = options.Find("dead-letter.table").has_value();
  const auto ignore = source.format->name + ".ignore-parse-errors";
  source.ignore_errors = options.Find(ignore) && options.Bool(ignore);
  const auto monitor_interval = options.FindMicros("source.monitor-interval");
  if (context.streaming) source.monitor_interval_us = monitor_interval;
  source.default_partition = options.Get("partition.default-name");
  if (const auto pattern = options.Find("source.path.regex-pattern")) {
    try {
      source.path_pattern.emplace(*pattern);
    } catch (const std::regex_error&) {
      options.Refuse("source.path.regex-pattern", "a regular expression");
    }
  }
  return NewFileSource(table, columns, context, source, options);
}

std::unique_ptr<Sink> MakeFileSink(const TableDescription& table, const ConnectorContext& context) {
  FileSinkOptions sink;
  const auto options = Check(table, sink.format);
  sink.path = LocalPath(options);
  sink.file_bytes = *options.FindBytes("sink.rolling-policy.file-size");
  sink.default_partition = options.Get("partition.default-name");
  sink.partition_commit = PartitionCommitOf(options);
  return NewFileSink(table, context, sink, options);
}

}  // namespace

ConnectorEntry FilesystemConnector() {
  return {.name = "filesystem",
          .description = "Text files (CSV, JSON lines) below a directory; written files appear whole at checkpoints.",
          .options = AllSpecs(),
          .make_source = &MakeFileSource,
          .make_sink = &MakeFileSink};
}

}  // namespace tarn::connector
