#include "sql/rows_read.h"

#include <duckdb/main/connection.hpp>

#include "sql/scan/statement_tables.h"
#include "sql/session.h"

namespace tarn::sql {

int64_t RowsRead(Session& session) { return StatementTables::Of(*session.connection().context).RowsRead(); }

}  // namespace tarn::sql
