// The reading side of 'filesystem': text files below a directory, in order of their names.
#pragma once

#include <memory>
#include <optional>
#include <regex>

#include "connector/connectors.h"
#include "connector/formats/format.h"

namespace tarn::connector {

struct FileSourceOptions {
  std::string path;  // a file or a directory
  const FormatEntry* format = nullptr;
  bool ignore_errors = false;                  // broken records are counted and skipped
  bool keep_rejected = false;                  // 'dead-letter.table' is set: broken records go there
  std::optional<int64_t> monitor_interval_us;  // look for new files so often; absent: bounded
  std::string default_partition;
  std::optional<std::regex> path_pattern;  // of the whole path
};

std::unique_ptr<Source> NewFileSource(const TableDescription& table, const Projection& columns,
                                      const ConnectorContext& context, const FileSourceOptions& options,
                                      const Options& format_options);

}  // namespace tarn::connector
