#include "sql/register.h"

#include <duckdb/main/database.hpp>

namespace tarn::sql {

void RegisterAll(duckdb::DatabaseInstance& /*instance*/) {}

}  // namespace tarn::sql
