#include "app/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace tarn::app {

int TerminalWidth() {
  struct winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace tarn::app
