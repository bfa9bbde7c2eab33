#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "paimon/consumer.h"

namespace tarn::paimon {

std::string ToJson(const Consumer& consumer) { return PrettyJson(Json{{"nextSnapshot", consumer.next_snapshot}}); }

Consumer ParseConsumer(std::string_view text) {
  const Json json = ParseJson(text);
  const JsonObject object(json, "consumer");
  const Consumer consumer{.next_snapshot = object.Int("nextSnapshot")};
  // Expiry would take everything that a misread 0 seems not to need.
  if (consumer.next_snapshot < 1) object.Fail("nextSnapshot", "a snapshot id from 1 on", object.Find("nextSnapshot"));
  return consumer;
}

}  // namespace tarn::paimon
