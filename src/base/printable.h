// Text from outside, made fit for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tarn {

/// Bytes that are no UTF-8 and control characters (but line feeds and tabs) each become U+FFFD; a carriage return
/// before a line feed or the end is left out. File names, values and the like go into messages as they are found,
/// damaged or not; whoever shows a message calls this.
std::string Printable(std::string_view bytes);

}  // namespace tarn
