// Manifests and manifest lists as Avro container bytes. Fields are matched by name, missing nullable ones are absent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paimon/data_file.h"

namespace tarn::paimon {

/// `codec` is an Avro codec name: "zstandard" (Paimon's default), "null", "snappy", "deflate".
std::string WriteManifest(const std::vector<ManifestEntry>& entries, std::string_view codec = "zstandard");
std::string WriteManifestList(const std::vector<ManifestFileMeta>& manifests, std::string_view codec = "zstandard");

/// Old tables may have them as ORC ('manifest.format'), which is read too. Throw Corruption with the byte offset; the
/// caller adds the file.
std::vector<ManifestEntry> ReadManifest(std::string_view bytes);
std::vector<ManifestFileMeta> ReadManifestList(std::string_view bytes);

}  // namespace tarn::paimon
