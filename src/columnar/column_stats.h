// From what a writer saw of its columns to what a manifest says of the file (SimpleStats).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "columnar/parquet_writer.h"
#include "paimon/data_file.h"
#include "paimon/data_type.h"

namespace tarn::columnar {

/// One of the values of `metadata.stats-mode`.
struct StatsMode {
  enum Kind { None, Counts, Truncate, Full } kind = Truncate;
  int32_t length = 16;  // of Truncate: code points of strings, bytes of binaries
};

/// "none", "counts", "truncate(16)", "full"; any case. Throws InvalidInput.
StatsMode ParseStatsMode(std::string_view text);
/// `metadata.stats-mode`, per column `fields.<name>.stats-mode`, per level `metadata.stats-mode.per.level`.
StatsMode StatsModeOf(const std::map<std::string, std::string>& table_options, const std::string& field, int level);

struct FileStats {
  paimon::SimpleStats stats;
  /// Names of the columns that `stats` is of; absent = all of them (`_VALUE_STATS_COLS`).
  std::optional<std::vector<std::string>> columns;
};

/// Dense form (`metadata.stats-dense-store`): columns of mode None are left out. One mode for each field.
FileStats ToFileStats(const std::vector<paimon::DataField>& fields, const std::vector<ColumnRange>& ranges,
                      const std::vector<StatsMode>& modes, bool dense = true);

}  // namespace tarn::columnar
