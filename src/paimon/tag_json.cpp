#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "paimon/snapshot_json.h"
#include "paimon/tag.h"

namespace tarn::paimon {
namespace {

constexpr double kNanosPerSecond = 1e9;

// Jackson writes a LocalDateTime as [year, month, day, hour, minute, second, nano], without trailing zeros after the
// minute.
Json ToJsonArray(const CivilTime& time) {
  Json array{time.date.year, time.date.month, time.date.day, time.hour, time.minute};
  if (time.second != 0 || time.nano != 0) array.push_back(time.second);
  if (time.nano != 0) array.push_back(time.nano);
  return array;
}

CivilTime FromJsonArray(const JsonObject& object, const char* key) {
  const Json& array = object.Array(key);
  const auto refuse = [&] { object.Fail(key, "[year, month, day, hour, minute, second, nano]", &array); };
  if (array.size() < 3 || array.size() > 7) refuse();
  constexpr int64_t kLimits[7][2] = {
      {-999'999'999, 999'999'999}, {1, 12}, {1, 31}, {0, 23}, {0, 59}, {0, 59}, {0, 999'999'999}};
  int64_t parts[7] = {};
  for (size_t i = 0; i < array.size(); ++i) {
    if (!array[i].is_number_integer()) refuse();
    parts[i] = array[i].get<int64_t>();
    if (parts[i] < kLimits[i][0] || parts[i] > kLimits[i][1]) refuse();
  }
  const auto part = [&](size_t i) { return static_cast<int>(parts[i]); };
  return {{parts[0], part(1), part(2)}, part(3), part(4), part(5), part(6)};
}

}  // namespace

std::string ToJson(const Tag& tag) {
  Json json = SnapshotToJson(tag.snapshot);
  if (tag.create_time) json["tagCreateTime"] = ToJsonArray(*tag.create_time);
  if (tag.time_retained_nanos)
    json["tagTimeRetained"] = static_cast<double>(*tag.time_retained_nanos) / kNanosPerSecond;
  return PrettyJson(json);
}

Tag ParseTag(std::string_view text) {
  const Json json = ParseJson(text);
  Tag tag;
  tag.snapshot = SnapshotFromJson(json, "tag");
  const JsonObject object(json, "tag");
  if (object.Find("tagCreateTime")) tag.create_time = FromJsonArray(object, "tagCreateTime");
  if (const Json* retained = object.Find("tagTimeRetained")) {
    if (!retained->is_number() || std::fabs(retained->get<double>()) > 9e9)
      object.Fail("tagTimeRetained", "seconds as a number", retained);
    tag.time_retained_nanos = std::llround(retained->get<double>() * kNanosPerSecond);
  }
  return tag;
}

}  // namespace tarn::paimon
