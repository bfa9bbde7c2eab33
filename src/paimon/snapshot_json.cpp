#include "paimon/snapshot_json.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "paimon/snapshot.h"

namespace tarn::paimon {
namespace {

constexpr std::pair<CommitKind, const char*> kKinds[] = {{CommitKind::Append, "APPEND"},
                                                         {CommitKind::Compact, "COMPACT"},
                                                         {CommitKind::Overwrite, "OVERWRITE"},
                                                         {CommitKind::Analyze, "ANALYZE"}};

template <typename T>
void PutIfSet(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

template <typename T>
void PutOrNull(Json& json, const char* key, const std::optional<T>& value) {
  if (value) {
    json[key] = *value;
  } else {
    json[key] = nullptr;
  }
}

}  // namespace

const char* ToString(CommitKind kind) {
  for (const auto& [known, name] : kKinds)
    if (known == kind) return name;
  return "APPEND";
}

Json SnapshotToJson(const Snapshot& snapshot) {
  Json json = Json::object();
  json["version"] = snapshot.version;
  PutIfSet(json, "uuid", snapshot.uuid);
  json["id"] = snapshot.id;
  json["schemaId"] = snapshot.schema_id;
  json["baseManifestList"] = snapshot.base_manifest_list;
  PutIfSet(json, "baseManifestListSize", snapshot.base_manifest_list_size);
  json["deltaManifestList"] = snapshot.delta_manifest_list;
  PutIfSet(json, "deltaManifestListSize", snapshot.delta_manifest_list_size);
  PutIfSet(json, "changelogManifestList", snapshot.changelog_manifest_list);
  PutIfSet(json, "changelogManifestListSize", snapshot.changelog_manifest_list_size);
  PutIfSet(json, "indexManifest", snapshot.index_manifest);
  json["commitUser"] = snapshot.commit_user;
  PutIfSet(json, "writerVersion", snapshot.writer_version);
  json["commitIdentifier"] = snapshot.commit_identifier;
  json["commitKind"] = ToString(snapshot.commit_kind);
  json["timeMillis"] = snapshot.time_ms;
  PutOrNull(json, "totalRecordCount", snapshot.total_record_count);
  PutOrNull(json, "deltaRecordCount", snapshot.delta_record_count);
  PutIfSet(json, "changelogRecordCount", snapshot.changelog_record_count);
  PutIfSet(json, "watermark", snapshot.watermark);
  PutIfSet(json, "statistics", snapshot.statistics);
  if (!snapshot.properties.empty()) json["properties"] = snapshot.properties;
  PutIfSet(json, "nextRowId", snapshot.next_row_id);
  PutIfSet(json, "operation", snapshot.operation);
  return json;
}

Snapshot SnapshotFromJson(const Json& json, const char* what) {
  const JsonObject object(json, what);
  Snapshot snapshot;
  // 1 = before versions were written; 2 and 3 differ in optional members only.
  snapshot.version = object.Find("version") ? object.Int32("version") : 1;
  if (snapshot.version < 1 || snapshot.version > Snapshot::kVersion)
    throw Error(ErrorCode::Unsupported, std::string(what) + " version " + std::to_string(snapshot.version) +
                                            " is unknown here; versions 1 to 3 can be read");
  snapshot.uuid = object.OptionalString("uuid");
  snapshot.id = object.Int("id");
  if (snapshot.id < 1) object.Fail("id", "a number from 1 on", object.Find("id"));
  snapshot.schema_id = object.Int("schemaId");
  snapshot.base_manifest_list = object.String("baseManifestList");
  snapshot.base_manifest_list_size = object.OptionalInt("baseManifestListSize");
  snapshot.delta_manifest_list = object.String("deltaManifestList");
  snapshot.delta_manifest_list_size = object.OptionalInt("deltaManifestListSize");
  snapshot.changelog_manifest_list = object.OptionalString("changelogManifestList");
  snapshot.changelog_manifest_list_size = object.OptionalInt("changelogManifestListSize");
  snapshot.index_manifest = object.OptionalString("indexManifest");
  snapshot.commit_user = object.String("commitUser");
  snapshot.writer_version = object.OptionalString("writerVersion");
  snapshot.commit_identifier = object.Int("commitIdentifier");
  const auto kind = object.String("commitKind");
  bool known = false;
  for (const auto& [value, name] : kKinds) {
    if (kind != name) continue;
    snapshot.commit_kind = value;
    known = true;
  }
  if (!known) object.Fail("commitKind", "APPEND, COMPACT, OVERWRITE or ANALYZE", object.Find("commitKind"));
  snapshot.time_ms = object.Int("timeMillis");
  snapshot.total_record_count = object.OptionalInt("totalRecordCount");
  snapshot.delta_record_count = object.OptionalInt("deltaRecordCount");
  snapshot.changelog_record_count = object.OptionalInt("changelogRecordCount");
  snapshot.watermark = object.OptionalInt("watermark");
  snapshot.statistics = object.OptionalString("statistics");
  snapshot.properties = object.StringMap("properties");
  snapshot.next_row_id = object.OptionalInt("nextRowId");
  snapshot.operation = object.OptionalString("operation");
  return snapshot;
}

std::string ToJson(const Snapshot& snapshot) { return PrettyJson(SnapshotToJson(snapshot)); }

Snapshot ParseSnapshot(std::string_view json) { return SnapshotFromJson(ParseJson(json), "snapshot"); }

}  // namespace tarn::paimon
