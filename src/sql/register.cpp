#include "sql/register.h"

#include <duckdb/main/database.hpp>

#include "sql/scan/scan_functions.h"
#include "sql/types/analyze.h"

namespace tarn::sql {

void RegisterAll(duckdb::DatabaseInstance& instance) {
  RegisterFlink(instance);
  RegisterScanFunctions(instance);
}

}  // namespace tarn::sql
