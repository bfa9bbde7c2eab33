// Manifests of tables written with 'manifest.format' = 'orc' (up to Paimon 1.0): only read.
#pragma once

#include <string_view>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/index_manifest.h"

namespace tarn::paimon {

inline bool IsOrc(std::string_view bytes) { return bytes.starts_with("ORC"); }

/// Throw Corruption; the caller adds the file.
std::vector<ManifestEntry> ReadOrcManifest(std::string_view bytes);
std::vector<ManifestFileMeta> ReadOrcManifestList(std::string_view bytes);
std::vector<IndexManifestEntry> ReadOrcIndexManifest(std::string_view bytes);

}  // namespace tarn::paimon
