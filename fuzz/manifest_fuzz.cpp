// Manifests, manifest lists and index manifests, as Avro or ORC; what can be read must survive being written again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "paimon/index_manifest.h"
#include "paimon/manifest_avro.h"

namespace {

template <typename Read, typename Write>
void RoundTrip(std::string_view bytes, Read&& read, Write&& write) {
  try {
    const auto records = read(bytes);
    if (read(write(records, "null")) != records) std::abort();
  } catch (const tarn::Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tarn::paimon;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  RoundTrip(bytes, ReadManifest, WriteManifest);
  RoundTrip(bytes, ReadManifestList, WriteManifestList);
  RoundTrip(bytes, ReadIndexManifest, WriteIndexManifest);
  return 0;
}
