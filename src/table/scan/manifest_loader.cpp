#include "table/scan/manifest_loader.h"

#include "base/error.h"
#include "paimon/manifest_avro.h"

namespace tarn::table {
namespace {

template <typename Parse>
auto Load(const Table& table, const std::string& name, const char* kind, Parse&& parse) {
  const auto path = ManifestPath(table, name);
  std::string bytes;
  try {
    bytes = env::ReadFile(table.env().fs, path);
  } catch (Error& error) {
    const std::string where = "table '" + table.path() + "'";
    if (error.code() != ErrorCode::NotFound) {
      error.At(where);
      throw;
    }
    throw Error(ErrorCode::Corruption, std::string(kind) + " '" + path + "' is missing, and a snapshot needs it")
        .At(where);
  }
  try {
    return parse(bytes);
  } catch (Error& error) {
    error.At(std::string(kind) + " '" + path + "'").At("table '" + table.path() + "'");
    throw;
  }
}

}  // namespace

std::string ManifestPath(const Table& table, const std::string& name) {
  return env::JoinPath(env::JoinPath(table.path(), "manifest"), name);
}

std::vector<paimon::ManifestFileMeta> LoadManifestList(const Table& table, const std::string& name) {
  return Load(table, name, "manifest list", paimon::ReadManifestList);
}

std::vector<paimon::ManifestEntry> LoadManifest(const Table& table, const std::string& name) {
  return Load(table, name, "manifest", paimon::ReadManifest);
}

std::vector<paimon::IndexManifestEntry> LoadIndexManifest(const Table& table, const std::string& name) {
  return Load(table, name, "index manifest", paimon::ReadIndexManifest);
}

std::vector<paimon::ManifestFileMeta> DataManifests(const Table& table, const paimon::Snapshot& snapshot) {
  auto manifests = LoadManifestList(table, snapshot.base_manifest_list);
  auto delta = LoadManifestList(table, snapshot.delta_manifest_list);
  manifests.insert(manifests.end(), std::make_move_iterator(delta.begin()), std::make_move_iterator(delta.end()));
  return manifests;
}

}  // namespace tarn::table
