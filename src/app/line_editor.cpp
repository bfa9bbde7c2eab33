#include "app/line_editor.h"

#include <histedit.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tarn::app {

struct LineEditor::State {
  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string history_file;
  std::string prompt;
  std::function<std::vector<std::string>(const std::string&)> complete;
};

namespace {

LineEditor::State* StateOf(EditLine* editor) {
  void* data = nullptr;
  el_get(editor, EL_CLIENTDATA, &data);
  return static_cast<LineEditor::State*>(data);
}

// An interrupted read is all that is wanted.
void OnInterrupt(int) {}

}  // namespace

static char* Prompt(EditLine* editor) { return StateOf(editor)->prompt.data(); }

static unsigned char Complete(EditLine* editor, int) {
  const LineInfo* info = el_line(editor);
  const std::string before(info->buffer, info->cursor);
  const size_t word = before.find_last_of(" \t(,") + 1;  // npos + 1 = 0
  const auto words = StateOf(editor)->complete(before);
  if (words.empty()) return CC_REFRESH_BEEP;
  std::string common = words[0];
  for (const auto& candidate : words) {
    size_t same = 0;
    while (same < common.size() && same < candidate.size() && common[same] == candidate[same]) same++;
    common.resize(same);
  }
  const size_t typed = before.size() - word;
  if (common.size() > typed || words.size() == 1) {
    el_deletestr(editor, static_cast<int>(typed));
    const std::string text = words.size() == 1 ? words[0] + " " : common;
    el_insertstr(editor, text.c_str());
    return CC_REFRESH;
  }
  std::fputs("\n", stdout);
  for (const auto& candidate : words) std::printf("%s  ", candidate.c_str());
  std::fputs("\n", stdout);
  std::fflush(stdout);
  return CC_REDISPLAY;
}

LineEditor::LineEditor(std::string history_file, std::function<std::vector<std::string>(const std::string&)> complete)
    : state_(new State) {
  state_->history_file = std::move(history_file);
  state_->complete = std::move(complete);
  state_->editor = el_init("tarn", stdin, stdout, stderr);
  el_set(state_->editor, EL_CLIENTDATA, state_);
  el_set(state_->editor, EL_PROMPT, &Prompt);
  el_set(state_->editor, EL_EDITOR, "emacs");
  state_->history = history_init();
  HistEvent event;
  history(state_->history, &event, H_SETSIZE, 2000);
  history(state_->history, &event, H_SETUNIQUE, 1);
  if (!state_->history_file.empty()) history(state_->history, &event, H_LOAD, state_->history_file.c_str());
  el_set(state_->editor, EL_HIST, &history, state_->history);
  el_set(state_->editor, EL_ADDFN, "tarn-complete", "complete names", &Complete);
  el_set(state_->editor, EL_BIND, "^I", "tarn-complete", nullptr);
  el_set(state_->editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(state_->editor, nullptr);
}

LineEditor::~LineEditor() {
  HistEvent event;
  if (!state_->history_file.empty()) history(state_->history, &event, H_SAVE, state_->history_file.c_str());
  history_end(state_->history);
  el_end(state_->editor);
  delete state_;
}

LineEditor::Event LineEditor::Read(const std::string& prompt, std::string* line) {
  state_->prompt = prompt;
  struct sigaction action = {}, before = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, &before);
  int count = 0;
  errno = 0;
  const char* text = el_gets(state_->editor, &count);
  const bool interrupted = text == nullptr && errno == EINTR;
  sigaction(SIGINT, &before, nullptr);
  if (interrupted) {
    el_reset(state_->editor);
    std::fputs("\n", stdout);
    return Event::Interrupted;
  }
  if (text == nullptr || count <= 0) return Event::End;
  line->assign(text, static_cast<size_t>(count));
  while (!line->empty() && (line->back() == '\n' || line->back() == '\r')) line->pop_back();
  return Event::Line;
}

void LineEditor::AddHistory(const std::string& entry) {
  HistEvent event;
  history(state_->history, &event, H_ENTER, entry.c_str());
}

}  // namespace tarn::app
