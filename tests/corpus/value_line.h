// A row as the corpora write it: "+I|1|abc|\N|".
#pragma once

#include <string>
#include <vector>

#include "base/time_zone.h"
#include "columnar/change_batch.h"
#include "sql/types/analyze.h"

namespace tarn::corpus {

std::string ValueLine(const columnar::ChangeBatch& batch, duckdb::idx_t row,
                      const std::vector<sql::TypedColumn>& columns, const TimeZone& zone);

}  // namespace tarn::corpus
