// A source of rows that stand in the statement: VALUES, a SELECT without FROM.
#pragma once

#include <memory>
#include <vector>

#include "connector/source.h"

namespace tarn::sql {

/// `chunks` have equal types and memory of their own.
std::shared_ptr<connector::Source> NewRowsSource(std::vector<std::shared_ptr<duckdb::DataChunk>> chunks);

}  // namespace tarn::sql
