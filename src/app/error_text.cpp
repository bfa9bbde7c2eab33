#include "app/error_text.h"

#include "base/printable.h"

namespace tarn::app {

std::string ErrorText(std::string_view what) {
  const bool placed = what.find(": error: ") != std::string_view::npos;
  return (placed ? "" : "error: ") + Printable(what);
}

}  // namespace tarn::app
