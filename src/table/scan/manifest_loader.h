// Reads the manifest files that a snapshot names. What is missing or broken throws Corruption that names the file, what
// names it, and the table.
#pragma once

#include <string>
#include <vector>

#include "paimon/data_file.h"
#include "paimon/index_manifest.h"
#include "paimon/snapshot.h"
#include "table/table.h"

namespace tarn::table {

std::string ManifestPath(const Table& table, const std::string& name);

std::vector<paimon::ManifestFileMeta> LoadManifestList(const Table& table, const std::string& name);
std::vector<paimon::ManifestEntry> LoadManifest(const Table& table, const std::string& name);
std::vector<paimon::IndexManifestEntry> LoadIndexManifest(const Table& table, const std::string& name);

/// Base and then delta manifests: together what is live.
std::vector<paimon::ManifestFileMeta> DataManifests(const Table& table, const paimon::Snapshot& snapshot);

}  // namespace tarn::table
