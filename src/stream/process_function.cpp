#include "stream/process_function.h"

#include "base/error.h"

namespace tarn::stream {

std::optional<size_t> TableArgument::Find(std::string_view column) const {
  for (size_t i = 0; i < columns.size(); i++)
    if (columns[i].name == column) return i;
  return std::nullopt;
}

size_t TableArgument::Require(std::string_view column) const {
  if (const auto index = Find(column)) return *index;
  std::string there;
  for (const auto& c : columns) there += (there.empty() ? "" : ", ") + c.name;
  throw Error(ErrorCode::InvalidInput, "the input table has no column '" + std::string(column) + "'; it has: " + there);
}

}  // namespace tarn::stream
