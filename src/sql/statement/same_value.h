// Whether two texts spell one value of a type.
#pragma once

#include <string_view>

#include "paimon/data_type.h"

namespace tarn::sql {

/// '02' and '2', '1.5' and '1.50', '2024-1-1' and '2024-01-01 00:00:00.000' are the same; '1.5' and '1' are not. Both
/// texts can be cast to the type. Other types than numbers, times and BOOLEAN have one spelling a value; the blanks
/// that a CHAR is filled up with are none of it.
bool SpellOneValue(std::string_view left, std::string_view right, const paimon::DataType& type);

}  // namespace tarn::sql
