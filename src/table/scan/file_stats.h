// The statistics of a data file, seen under the table's current schema.
//
// A file's statistics are of the schema that it was written with; columns are found in it by field id. Where a type has
// changed since, nothing is known of the column.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/value.h"
#include "table/table.h"

namespace tarn::table {

struct ColumnStats {
  paimon::Value min;  // NULL = unknown
  paimon::Value max;
  std::optional<int64_t> null_count;
};

/// Column `index` of statistics. Throws Corruption if their rows are broken.
ColumnStats StatsAt(const paimon::SimpleStats& stats, size_t index, const paimon::DataType& type);

/// Used by one thread. The table must outlive it.
class FileStats {
 public:
  explicit FileStats(const Table& table) : table_(table) {}

  /// Of a table column, in the file's value statistics.
  ColumnStats OfColumn(const paimon::DataFileMeta& file, size_t column) const;
  /// Of a table column that is part of the file's primary key, in its key statistics.
  std::optional<ColumnStats> OfKey(const paimon::DataFileMeta& file, size_t column) const;

 private:
  struct Place {
    enum class Kind { Absent, Changed, Present } kind = Kind::Absent;
    size_t index = 0;  // into the fields of the file's schema
    std::string name;  // there
    std::optional<size_t> key_index;
  };
  const std::vector<Place>& PlacesIn(int64_t schema_id) const;  // one a table column

  const Table& table_;
  mutable std::map<int64_t, std::vector<Place>> by_schema_;
};

}  // namespace tarn::table
