// Casts of nested vectors, made of the casts of their parts.
#pragma once

#include <optional>
#include <vector>

#include "columnar/column_cast.h"

namespace tarn::columnar {

struct FieldCast {
  size_t from;      // place of the field among those of the source
  ColumnCast cast;  // empty: the values stay as they are
};

/// Of rows: each field of the target from one of the source; nullopt: NULL.
ColumnCast CastFields(std::vector<std::optional<FieldCast>> fields);

/// The elements of `count` lists or maps, list after list, flat. What no list names (a filter has left it out) is not
/// among them: its cast must not fail. `in` becomes flat; `out` gets the lists and room for as many elements.
duckdb::Vector NamedElements(duckdb::Vector& in, duckdb::Vector& out, size_t count);

/// Of lists and maps: their elements (a map's keys with their values) are cast.
ColumnCast CastElements(ColumnCast element);

}  // namespace tarn::columnar
