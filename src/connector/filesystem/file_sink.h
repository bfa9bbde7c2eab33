// The writing side of 'filesystem': text files that appear whole, at checkpoints.
#pragma once

#include <memory>

#include "connector/connectors.h"
#include "connector/filesystem/partition_commit.h"
#include "connector/formats/format.h"

namespace tarn::connector {

struct FileSinkOptions {
  std::string path;  // a directory; made if it is not there
  const FormatEntry* format = nullptr;
  int64_t file_bytes = 128 << 20;  // a file is finished when it is larger
  std::string default_partition;
  PartitionCommitOptions partition_commit;
};

std::unique_ptr<Sink> NewFileSink(const TableDescription& table, const ConnectorContext& context,
                                  const FileSinkOptions& options, const Options& format_options);

}  // namespace tarn::connector
