// What a shell may complete: catalogs, databases, tables and columns within reach.
#pragma once

#include <string>
#include <vector>

namespace tarn::sql {

class Session;

std::vector<std::string> NamesForCompletion(Session& session);

}  // namespace tarn::sql
