// Schemas, snapshots, tags and consumers; what can be read must survive being written again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "paimon/consumer.h"
#include "paimon/schema.h"
#include "paimon/snapshot.h"
#include "paimon/tag.h"

namespace {

template <typename Parse>
void RoundTrip(std::string_view text, Parse&& parse) {
  try {
    const auto value = parse(text);
    if (parse(ToJson(value)) != value) std::abort();
  } catch (const tarn::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tarn::paimon;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  RoundTrip(text, ParseTableSchema);
  RoundTrip(text, ParseSnapshot);
  RoundTrip(text, ParseTag);
  RoundTrip(text, ParseConsumer);
  return 0;
}
