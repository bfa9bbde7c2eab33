// Commits until it is known what became of it.
#pragma once

#include <functional>
#include <vector>

#include "table/commit/committer.h"

namespace tarn::table {

/// Calls `commit` (a Commit or an Overwrite of one request) again as long as the file system does not say what became
/// of it: the second try finds what the first has published. Returns Committed, AlreadyCommitted or NothingToDo. Throws
/// Conflict, and what `commit` throws; then the table is unchanged and the files of `messages` are deleted (none: the
/// caller will try again). Throws IoFailed if it stays unknown; then no file is touched.
CommitOutcome Settle(const Table& table, const std::vector<CommitMessage>& messages,
                     const std::function<CommitOutcome()>& commit);

}  // namespace tarn::table
