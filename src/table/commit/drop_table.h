// Removes a table so that nobody ever sees half of it.
#pragma once

#include <string>

#include "env/env.h"

namespace tarn::table {

/// Renames the directory to a hidden name beside it (after that the table is gone, for good after a crash too), then
/// deletes its files, and with them what a drop that was killed has left in the same database. Of a directory that is a
/// link, the files behind it and the link are deleted; an empty directory stays where it led to. Throws IoFailed: the
/// message says whether the table is still there or only its files are.
void DropTable(const env::Env& env, const std::string& path);

}  // namespace tarn::table
