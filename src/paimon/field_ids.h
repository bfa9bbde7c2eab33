// Field ids are unique in a table, fields of nested rows included, and never given twice.
#pragma once

#include <cstdint>
#include <vector>

#include "paimon/data_type.h"

namespace tarn::paimon {

/// The highest id that a user's field has, nested ones included; -1 if there are none.
int32_t HighestFieldId(const std::vector<DataField>& fields);

/// Numbers the fields of a new table, or the added columns of an old one, from `highest` + 1 on and advances `highest`.
/// A column comes before what is nested in it; inside a nested row a field comes after its own (as Java numbers them).
void AssignFieldIds(std::vector<DataField>& fields, int32_t& highest);

}  // namespace tarn::paimon
