// Tables about a table: `t$snapshots`, `t$files` and so on, with the columns that Paimon 1.4.2 shows.
//
// A system table is one small file in this folder and one line in system_tables.cpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "columnar/change_batch.h"
#include "paimon/data_type.h"
#include "table/system/system_rows.h"
#include "table/table.h"

namespace tarn::table {

struct SystemTable {
  std::string_view name;  // behind the '$'
  std::vector<paimon::DataField> columns;
  /// Appends all rows. Those about files are of the snapshot that the table's scan options mean.
  void (*fill)(const Table& table, SystemRows& rows);
};

/// By name.
std::span<const SystemTable> SystemTables();
/// nullptr if there is none of that name.
const SystemTable* FindSystemTable(std::string_view name);

/// All rows, in batches of vector types (columnar::VectorTypes of the columns).
std::vector<columnar::ChangeBatch> ReadSystemTable(const Table& table, const SystemTable& system_table);

}  // namespace tarn::table
