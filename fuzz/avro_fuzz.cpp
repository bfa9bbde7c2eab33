// An Avro container of any schema: every record is skipped over by the writer's schema.
#include <cstdint>
#include <string_view>

#include "avro/container.h"
#include "avro/decoder.h"
#include "base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    tarn::avro::ContainerReader container({reinterpret_cast<const char*>(data), size});
    while (const auto block = container.Next()) {
      tarn::avro::Decoder in(block->data);
      for (int64_t i = 0; i < block->records; ++i) in.Skip(*container.schema());
    }
  } catch (const tarn::Error&) {
  }
  return 0;
}
