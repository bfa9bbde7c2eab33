// A line from the terminal, with history and completion (libedit, walled off here).
#pragma once

#include <functional>
#include <string>

#include "app/completion.h"

namespace tarn::app {

/// One per process, used by one thread. SIGINT is its own while it lives (an InterruptGuard may take it for a while):
/// one that comes outside of Read interrupts the next Read.
class LineEditor {
 public:
  using Complete = std::function<Completion(const std::string& before_cursor)>;
  /// History is read from `history_file` ("" = none), and each entry appended to it at once, so that neither a crash
  /// nor a second shell loses any. Text is in the locale's encoding, UTF-8 where it names none.
  LineEditor(std::string history_file, Complete complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  enum class Event { Line, Interrupted, End };
  /// The line without its newline.
  Event Read(const std::string& prompt, std::string* line);
  void AddHistory(const std::string& entry);

  struct State;

 private:
  State* state_ = nullptr;
};

}  // namespace tarn::app
