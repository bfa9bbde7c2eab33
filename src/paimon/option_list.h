// The list of Paimon's options, as data. What they mean for a table: options.h.
#pragma once

#include <span>

#include "paimon/options.h"

namespace tarn::paimon {

/// Sorted by name.
std::span<const KnownOption> KnownOptions();

/// Options of each column, `fields.{column}.{name}`: the names. Sorted.
std::span<const KnownOption> ColumnOptions();

}  // namespace tarn::paimon
