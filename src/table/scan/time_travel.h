// Which snapshot a batch read means, by the table's scan options (scan.mode, scan.snapshot-id, ..; Paimon 1.4).
#pragma once

#include <optional>

#include "paimon/snapshot.h"
#include "table/table.h"

namespace tarn::table {

/// Nullopt: the table has no snapshot yet. Without scan options the latest. Texts of `scan.timestamp` are UTC. Throws
/// InvalidInput for options that contradict each other, NotFound for a snapshot, tag or time that is not there,
/// Unsupported for what only streams can do.
std::optional<paimon::Snapshot> SnapshotToRead(const Table& table);

}  // namespace tarn::table
