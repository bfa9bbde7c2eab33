// What a manifest is told of a file just written.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "columnar/column_stats.h"
#include "env/clock.h"
#include "paimon/data_file.h"
#include "paimon/schema.h"

namespace tarn::table {

enum class FileSource : int32_t { Append = 0, Compact = 1 };

/// Name, size, rows, value statistics, schema, creation time; an append file's empty key and level 0. `ranges` are of
/// the table's columns.
paimon::DataFileMeta DescribeFile(const paimon::TableSchema& schema, const std::map<std::string, std::string>& options,
                                  const std::string& name, const columnar::WrittenFile& written,
                                  std::span<const columnar::ColumnRange> ranges, int32_t level, FileSource source,
                                  const env::Clock& clock);

}  // namespace tarn::table
