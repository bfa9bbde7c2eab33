// What Paimon refuses when a table is made or altered (its SchemaValidation and SchemaManager, 1.4). Checked before
// anything is written; a table that exists is never refused for reading.
#pragma once

#include "paimon/schema.h"

namespace tarn::table {

/// A schema about to be published as the first of its table. Throws InvalidInput or Unsupported.
void ValidateSchema(const paimon::TableSchema& schema);

/// ALTER TABLE .. SET / RESET: `has_data` = the table has a snapshot. Throws Unsupported for options that are fixed.
void ValidateOptionChange(const std::string& table_path, const paimon::TableSchema& before,
                          const paimon::TableSchema& after, bool has_data);

/// OPTIONS hints and SET over a table: the same rules as on a table with data.
/// A wrong one of the table's own is refused too, with the name of its schema file.
void ValidateDynamicOptions(const std::string& table_path, const paimon::TableSchema& schema,
                            const std::map<std::string, std::string>& dynamic);

}  // namespace tarn::table
