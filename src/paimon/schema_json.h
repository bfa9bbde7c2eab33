// Parts of a schema as JSON on one line, as system tables show them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::paimon {

std::string FieldsToCompactJson(const std::vector<DataField>& fields);
std::string ToCompactJson(const std::vector<std::string>& strings);
std::string ToCompactJson(const std::map<std::string, std::string>& strings);

}  // namespace tarn::paimon
