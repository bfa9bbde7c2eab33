// The schema files of a table: {table}/schema/schema-{id}. A file is written once and never changed; the newest id is
// the table's schema. New ones are made by table/commit/schema_commit.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "env/env.h"
#include "paimon/schema.h"

namespace tarn::table {

std::string SchemaDirectory(const std::string& table_path);
std::string SchemaPath(const std::string& table_path, int64_t id);

/// Ascending; none: there is no table here.
std::vector<int64_t> SchemaIds(env::FileSystem& fs, const std::string& table_path);

/// What to throw (Corruption) where snapshots or data files need a schema that has no file: a part of a copy was
/// brought back, or a deletion stopped by half.
Error MissingSchema(const std::string& table_path, int64_t id);

/// Throws NotFound, Corruption naming the file.
paimon::TableSchema ReadSchema(env::FileSystem& fs, const std::string& table_path, int64_t id);
/// The newest. Throws NotFound if there is none.
paimon::TableSchema ReadLatestSchema(env::FileSystem& fs, const std::string& table_path);

}  // namespace tarn::table
