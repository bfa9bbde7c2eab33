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

/// For ALTER: fields of rows keep the ids that fields of the same names have in the column's old type, at any depth;
/// new ones are numbered from `highest` + 1 on, as added columns are.
void InheritFieldIds(const DataType& old, DataType& changed, int32_t& highest);

}  // namespace tarn::paimon
