// A line from the terminal, with history and completion (libedit, walled off here).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tarn::app {

/// One per process, used by one thread.
class LineEditor {
 public:
  /// History is read from and appended to `history_file` ("" = none). `complete` gets the text before the cursor and
  /// returns whole words that its last word may become.
  LineEditor(std::string history_file, std::function<std::vector<std::string>(const std::string&)> complete);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  enum class Event { Line, Interrupted, End };
  /// The line without its newline.
  Event Read(const std::string& prompt, std::string* line);
  void AddHistory(const std::string& entry);

  struct State;

 private:
  State* state_;
};

}  // namespace tarn::app
