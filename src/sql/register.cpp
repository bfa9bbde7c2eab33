#include "sql/register.h"

#include <duckdb/main/database.hpp>

#include "sql/scan/scan_functions.h"

namespace tarn::sql {

void RegisterAll(duckdb::DatabaseInstance& instance) { RegisterScanFunctions(instance); }

}  // namespace tarn::sql
