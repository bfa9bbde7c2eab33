// Any text: the parser takes it or refuses it with an SqlError that has a place inside the text; what it takes can be
// copied and printed.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sql/parse/parser.h"

using tarn::sql::SqlError;

namespace {

void Check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tarn::sql::IsIncomplete(text);
  for (const auto& part : tarn::sql::SplitScript(text)) {
    Check(part.offset + part.text.size() <= text.size());
    try {
      const auto statement = tarn::sql::ParseStatement(part.text);
      if (const auto* select = std::get_if<tarn::sql::SelectStatement>(&statement.value)) {
        const auto copy = select->query.tree->Copy();
        Check(copy->ToString() == select->query.tree->ToString());
      }
    } catch (const SqlError& error) {
      Check(error.span().offset <= part.text.size());
      Check(!error.message().empty());
    }
  }
  return 0;
}
