#include "app/line_editor.h"

#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"

namespace tarn::app {

struct LineEditor::State {
  EditLine* editor = nullptr;
  History* history = nullptr;
  std::string history_file;
  std::string prompt;
  LineEditor::Complete complete;
  std::optional<char> unread;  // came behind a broken character and may begin the next
  struct sigaction before = {};
};

namespace {

LineEditor::State* StateOf(EditLine* editor) {
  void* data = nullptr;
  el_get(editor, EL_CLIENTDATA, &data);
  return static_cast<LineEditor::State*>(data);
}

// SIGINT writes a byte to a pipe, whatever thread it finds: one that comes between the prompt and the wait for a
// character would be lost otherwise.
int g_interrupts[2] = {-1, -1};

void OnInterrupt(int) {
  const int saved = errno;
  const char byte = 'i';
  [[maybe_unused]] const auto written = write(g_interrupts[1], &byte, 1);  // full: enough of them wait
  errno = saved;
}

bool TakeInterrupts() {
  bool any = false;
  for (char byte = 0; read(g_interrupts[0], &byte, 1) == 1;) any = true;
  return any;
}

// For libedit: 1 = one character, 0 = the end, -1 with EINTR = Ctrl-C.
int ReadCharacter(EditLine* editor, wchar_t* character) {
  auto& unread = StateOf(editor)->unread;
  std::mbstate_t state{};
  bool begun = false;
  for (;;) {
    struct pollfd waiting[] = {{STDIN_FILENO, POLLIN, 0}, {g_interrupts[0], POLLIN, 0}};
    if (poll(waiting, 2, unread ? 0 : -1) < 0 && errno != EINTR) return -1;
    if (TakeInterrupts()) {
      errno = EINTR;
      return -1;
    }
    char byte = 0;
    if (unread) {
      byte = *std::exchange(unread, std::nullopt);
    } else {
      if (waiting[0].revents == 0) continue;
      const auto got = read(STDIN_FILENO, &byte, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return static_cast<int>(got);
    }
    const auto size = std::mbrtowc(character, &byte, 1, &state);
    if (size == static_cast<size_t>(-2)) {
      begun = true;  // the character goes on
      continue;
    }
    if (size == static_cast<size_t>(-1)) {
      *character = L'?';
      if (begun) unread = byte;
    }
    return 1;
  }
}

}  // namespace

static char* Prompt(EditLine* editor) { return StateOf(editor)->prompt.data(); }

// In columns, as a shell lists files.
static void List(const std::vector<std::string>& words) {
  constexpr size_t kWidth = 78;
  size_t widest = 0;
  for (const auto& word : words) widest = std::max(widest, word.size() + 2);
  const size_t columns = std::max<size_t>(1, kWidth / widest);
  const size_t lines = (words.size() + columns - 1) / columns;
  std::fputs("\n", stdout);
  for (size_t line = 0; line < lines; line++) {
    for (size_t i = line; i < words.size(); i += lines) {
      const bool last = i + lines >= words.size();
      std::printf("%s%s", words[i].c_str(), last ? "\n" : std::string(widest - words[i].size(), ' ').c_str());
    }
  }
  std::fflush(stdout);
}

static unsigned char OnTab(EditLine* editor, int) {
  const LineInfo* info = el_line(editor);
  const std::string before(info->buffer, info->cursor);
  const auto [begin, words] = StateOf(editor)->complete(before);
  if (words.empty()) return CC_REFRESH_BEEP;
  std::string common = words[0];
  for (const auto& candidate : words) {
    size_t same = 0;
    while (same < common.size() && same < candidate.size() && common[same] == candidate[same]) same++;
    common.resize(same);
  }
  const std::string word = before.substr(begin);
  if (words.size() == 1 || (common.size() > word.size() && common != word)) {
    const bool whole = words.size() == 1 && words[0].back() != '(';
    // libedit counts characters here, not bytes.
    size_t characters = 0;
    for (const char c : word) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    el_deletestr(editor, static_cast<int>(characters));
    el_insertstr(editor, (whole ? words[0] + " " : common).c_str());
    return CC_REFRESH;
  }
  List(words);
  return CC_REDISPLAY;
}

LineEditor::LineEditor(std::string history_file, Complete complete) {
  if (g_interrupts[0] < 0 && pipe2(g_interrupts, O_CLOEXEC | O_NONBLOCK) != 0)
    throw Error(ErrorCode::IoFailed, std::string("cannot make a pipe: ") + std::strerror(errno));
  state_ = new State;
  // Only how characters are written; numbers and dates stay as they are.
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
  state_->history_file = std::move(history_file);
  state_->complete = std::move(complete);
  state_->editor = el_init("tarn", stdin, stdout, stderr);
  el_set(state_->editor, EL_CLIENTDATA, state_);
  el_set(state_->editor, EL_PROMPT, &Prompt);
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, &state_->before);
  el_set(state_->editor, EL_GETCFN, &ReadCharacter);
  el_set(state_->editor, EL_EDITOR, "emacs");
  state_->history = history_init();
  HistEvent event;
  history(state_->history, &event, H_SETSIZE, 2000);
  history(state_->history, &event, H_SETUNIQUE, 1);
  if (!state_->history_file.empty()) history(state_->history, &event, H_LOAD, state_->history_file.c_str());
  el_set(state_->editor, EL_HIST, &history, state_->history);
  el_set(state_->editor, EL_ADDFN, "tarn-complete", "complete names", &OnTab);
  el_set(state_->editor, EL_BIND, "^I", "tarn-complete", nullptr);
  el_set(state_->editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(state_->editor, nullptr);
}

LineEditor::~LineEditor() {
  sigaction(SIGINT, &state_->before, nullptr);
  history_end(state_->history);
  el_end(state_->editor);
  delete state_;
}

LineEditor::Event LineEditor::Read(const std::string& prompt, std::string* line) {
  state_->prompt = prompt;
  el_resize(state_->editor);
  el_set(state_->editor, EL_PREP_TERM, 1);  // before the prompt shows: what is typed then is the editor's
  int count = 0;
  errno = 0;
  const char* text = el_gets(state_->editor, &count);
  const bool interrupted = text == nullptr && errno == EINTR;
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
  if (history(state_->history, &event, H_FIRST) >= 0 && event.str == entry) return;
  history(state_->history, &event, H_ENTER, entry.c_str());
  if (state_->history_file.empty()) return;
  // What stands in statements is nobody else's business.
  const mode_t before = umask(0077);
  FILE* file = std::fopen(state_->history_file.c_str(), "a");
  umask(before);
  if (file == nullptr) return;    // a history that cannot be kept is no reason to stop
  std::fseek(file, 0, SEEK_END);  // libedit begins an empty file with its mark
  history(state_->history, &event, H_NSAVE_FP, static_cast<size_t>(1), file);
  std::fclose(file);
}

}  // namespace tarn::app
