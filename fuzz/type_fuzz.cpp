// Types as text; what parses must print to something that parses to the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "paimon/data_type.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tarn::paimon;
  try {
    const auto type = ParseDataType({reinterpret_cast<const char*>(data), size});
    if (ParseDataType(ToSql(type)) != type) std::abort();
  } catch (const tarn::Error&) {
  }
  return 0;
}
