#include "app/check_portable.h"

#include <ostream>

#include "sql/parse/portable.h"

namespace tarn::app {

int CheckPortable(const std::string& script, const std::string& file, std::ostream& out) {
  const auto spots = sql::CheckPortable(script);
  for (const auto& spot : spots) {
    out << file << ':' << spot.at.line << ": " << sql::RenderFinding(script, spot) << '\n';
  }
  if (spots.empty()) out << file << ": portable\n";
  return spots.empty() ? 0 : 1;
}

}  // namespace tarn::app
