// How an error is shown, wherever the program shows one.
#pragma once

#include <string>
#include <string_view>

namespace tarn::app {

/// `what` of an exception: printable, and after "error: " unless it says a place and that itself.
std::string ErrorText(std::string_view what);

}  // namespace tarn::app
