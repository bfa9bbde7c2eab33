// How far a statement that runs is, for a progress line.
#pragma once

#include <cstdint>

namespace tarn::sql {

class Session;

/// Rows that the running statement has read of tables so far. From any thread, once the session has run a query.
int64_t RowsRead(Session& session);

}  // namespace tarn::sql
