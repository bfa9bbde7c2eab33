// SHOW CREATE TABLE / VIEW / CATALOG as Flink prints them.
#pragma once

#include <string>

#include "sql/catalog/catalog_set.h"

namespace tarn::sql {

std::string ShowCreate(const FoundObject& object);
std::string ShowCreateCatalog(const std::string& name, const Catalog& catalog);
/// `a` with backticks in it doubled.
std::string Backquoted(const std::string& name);

}  // namespace tarn::sql
