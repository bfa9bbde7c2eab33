// DuckDB's errors as a user of Tarn should see them: names decoded, the place in the statement, a code and a stage.
#pragma once

#include <duckdb/common/error_data.hpp>

namespace tarn::sql {

/// While planning: SqlError(Validation or Plan), or the Error of ours that came through.
[[noreturn]] void ThrowBindError(const duckdb::ErrorData& error);
/// While running: Error (SqlError(Runtime) where the data is at fault).
[[noreturn]] void ThrowRunError(const duckdb::ErrorData& error);

}  // namespace tarn::sql
