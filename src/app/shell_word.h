// Text as a shell reads it, so that a line that is shown can be pasted.
#pragma once

#include <string>

namespace tarn::app {

/// Quoted where it needs to be.
std::string ShellWord(const std::string& text);

}  // namespace tarn::app
