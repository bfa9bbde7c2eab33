// The terminal that stdout may be.
#pragma once

namespace tarn::app {

/// In characters; 0 where stdout is no terminal or does not tell.
int TerminalWidth();

}  // namespace tarn::app
