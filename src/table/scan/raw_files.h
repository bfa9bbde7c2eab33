// Reads files one after the other as they are: splits without overlapping keys, sections of one run, append tables.
#pragma once

#include <memory>

#include "table/scan/split_files.h"

namespace tarn::table {

/// Rows in the order of the files and within each as it holds them. `split` is borrowed, and so are `options.filters`.
std::unique_ptr<SplitReader> ReadRawFiles(duckdb::ClientContext& context, const SplitFiles& split,
                                          std::vector<paimon::DataFileMeta> files, const ReadOptions& options);

}  // namespace tarn::table
