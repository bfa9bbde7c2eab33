// New schema files: creating a table and altering one, each by one atomic publish.
#pragma once

#include <cstdint>
#include <string>

#include "env/env.h"
#include "paimon/schema.h"

namespace tarn::table {

/// Creates the directory and schema-0 in it (id and time are set here). False if a table is there already. Throws
/// Corruption if the directory holds the snapshots of a table whose schema is gone; IoFailed or ResourceExhausted if it
/// cannot write.
bool CreateTable(const env::Env& env, const std::string& path, paimon::TableSchema schema);

/// Publishes `schema` as the successor of schema `based_on` (its id and time are set here) and returns its id. Throws
/// Conflict if somebody else was faster: look at the new latest schema and alter that.
int64_t CommitSchema(const env::Env& env, const std::string& path, int64_t based_on, paimon::TableSchema schema);

}  // namespace tarn::table
