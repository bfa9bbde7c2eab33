#include "base/printable.h"

#include "base/utf8.h"

namespace tarn {

std::string Printable(std::string_view bytes) {
  const std::string text = DecodeUtf8(bytes);
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const uint32_t code = TakeCodePoint(text, at);
    if (code == '\r' && (at == text.size() || text[at] == '\n')) continue;
    const bool control = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
    shown += control ? std::string_view("\uFFFD") : std::string_view(text).substr(begin, at - begin);
  }
  return shown;
}

}  // namespace tarn
