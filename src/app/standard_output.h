// stdout as a stream that knows why it failed: a reader that has seen enough (`tarn .. | head`) is no error, a full
// disk is one.
#pragma once

#include <memory>
#include <ostream>

namespace tarn::app {

/// Used by one thread at a time. Buffered: flush() before others write to the same terminal.
class StandardOutput : public std::ostream {
 public:
  /// Writes to `descriptor`, which stays open.
  explicit StandardOutput(int descriptor);
  ~StandardOutput() override;
};

/// Flushes. Whether the stream takes more: false once nobody reads it any more. Throws Error(IoFailed) where writing
/// fails for any other reason.
bool StillRead(std::ostream& out);

}  // namespace tarn::app
