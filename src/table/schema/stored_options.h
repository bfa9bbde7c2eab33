// Whose fault a wrong table option is: the statement's, or the schema file's.
#pragma once

#include <map>
#include <string>

#include "base/option_error.h"
#include "paimon/schema.h"
#include "table/schema/schema_store.h"

namespace tarn::table {

/// Calls `check`, which looks at `options`: those of `stored` with others over them. Its error about one that is as
/// `stored` has it gets the schema file as its place.
template <typename Check>
auto NamingSchemaFile(const std::string& table_path, const paimon::TableSchema& stored,
                      const std::map<std::string, std::string>& options, Check&& check) {
  try {
    return check();
  } catch (OptionError& error) {
    const auto held = stored.options.find(error.option()), now = options.find(error.option());
    if (held != stored.options.end() && now != options.end() && held->second == now->second)
      error.At("file '" + SchemaPath(table_path, stored.id) + "'");
    throw;
  }
}

}  // namespace tarn::table
