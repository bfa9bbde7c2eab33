// Merge on read: overlapping sorted runs of one section as one row a key.
#pragma once

#include <memory>

#include "table/compact/levels.h"
#include "table/scan/split_files.h"

namespace tarn::table {

/// `split` and `options.filters` are borrowed.
std::unique_ptr<SplitReader> ReadMergedFiles(duckdb::ClientContext& context, const SplitFiles& split, Section section,
                                             const ReadOptions& options);

}  // namespace tarn::table
