#include "sql/parse/lexer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/hex.h"
#include "base/utf8.h"

namespace tarn::sql {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) > 127;
}
bool IsWordPart(char c) { return IsWordStart(c) || IsDigit(c); }

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> All() {
    const size_t bad = FindBadUtf8(text_);
    if (bad != std::string_view::npos) Fail({bad, 1}, "the text is not UTF-8");
    std::vector<Token> tokens;
    while (SkipBlanks(), at_ < text_.size()) tokens.push_back(Next());
    tokens.push_back({TokenKind::End, "", "", {text_.size(), 0}});
    return tokens;
  }

  /// The token at the position, without a look at what stands before it.
  Token Next() {
    const char c = text_[at_];
    const char next = Peek(1);
    if (c == '\'') return StringToken(at_);
    if ((c == 'U' || c == 'u') && next == '&' && Peek(2) == '\'') return UnicodeString();
    if ((c == 'X' || c == 'x') && next == '\'') return BinaryString();
    if ((c == 'N' || c == 'n') && next == '\'') return StringToken(at_++);
    if (c == '_') {
      if (const size_t prefix = CharsetPrefix()) {
        const size_t begin = at_;
        at_ += prefix;
        return StringToken(begin);
      }
    }
    if (IsDigit(c) || (c == '.' && IsDigit(next))) return Number();
    if (IsWordStart(c)) return Word();
    if (c == '`') return QuotedIdentifier();
    return Symbol();
  }

 private:
  [[noreturn]] static void Fail(Span span, std::string message, std::string hint = "") {
    throw SqlError(ErrorStage::Parse, span, std::move(message), std::move(hint));
  }

  char Peek(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  Token Make(TokenKind kind, size_t begin, std::string text) {
    Token token{kind, std::move(text), "", {begin, at_ - begin}};
    if (kind == TokenKind::Word) token.upper = Upper(token.text);
    return token;
  }

  /// Blanks and comments. A hint is no comment.
  void SkipBlanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const char next = Peek(1);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
        at_++;
      } else if ((c == '-' && next == '-') || (c == '/' && next == '/')) {
        while (at_ < text_.size() && text_[at_] != '\n') at_++;
      } else if (c == '/' && next == '*' && Peek(2) != '+') {
        const size_t close = text_.find("*/", at_ + 2);
        if (close == std::string_view::npos) Fail({at_, 2}, "the comment has no end", "close it with */");
        at_ = close + 2;
      } else {
        return;
      }
    }
  }

  std::string QuotedText(char quote, size_t begin, const char* what) {
    std::string text;
    for (at_++;; at_++) {
      if (at_ >= text_.size()) Fail({begin, 1}, std::string(what) + " has no end", "a closing quote is missing");
      if (text_[at_] == quote) {
        if (Peek(1) != quote) break;
        at_++;
      }
      text += text_[at_];
    }
    at_++;
    return text;
  }

  Token StringToken(size_t begin) {
    std::string text = QuotedText('\'', begin, "the string");
    return Make(TokenKind::String, begin, std::move(text));
  }

  /// Length of the _UTF8 in _UTF8'text'; 0: there is none. The statement's text is UTF-8 whatever the prefix says.
  size_t CharsetPrefix() const {
    size_t length = 1;
    while (IsWordPart(Peek(length)) || Peek(length) == '-') length++;
    if (Peek(length) != '\'') return 0;
    const std::string name = Upper(text_.substr(at_ + 1, length - 1));
    if (name != "UTF8" && name != "UTF16" && name != "UTF-8" && name != "UTF-16") {
      Fail({at_, length}, "unknown charset '" + name + "'", "_UTF8'..', or the string without a prefix");
    }
    return length;
  }

  Token UnicodeString() {
    const size_t begin = at_;
    at_ += 2;
    const std::string raw = QuotedText('\'', begin, "the string");
    char escape = '\\';
    const size_t after = at_;
    SkipBlanks();
    if (at_ + 7 <= text_.size() && Upper(text_.substr(at_, 7)) == "UESCAPE" && !IsWordPart(Peek(7))) {
      at_ += 7;
      SkipBlanks();
      if (Peek(0) != '\'' || at_ + 2 >= text_.size() || Peek(2) != '\'') {
        Fail({at_, 1}, "UESCAPE takes one character in quotes");
      }
      escape = Peek(1);
      at_ += 3;
    } else {
      at_ = after;
    }
    std::string text;
    for (size_t i = 0; i < raw.size(); i++) {
      if (raw[i] != escape) {
        text += raw[i];
        continue;
      }
      if (i + 1 < raw.size() && raw[i + 1] == escape) {
        text += escape;
        i++;
        continue;
      }
      const bool six = i + 1 < raw.size() && raw[i + 1] == '+';
      const size_t first = i + (six ? 2 : 1);
      const size_t digits = six ? 6 : 4;
      uint32_t code = 0;
      for (size_t k = 0; k < digits; k++) {
        const int digit = first + k < raw.size() ? HexDigit(raw[first + k]) : -1;
        if (digit < 0) {
          Fail({begin, at_ - begin}, "a unicode escape takes four hexadecimal digits", "like U&'\\4E2D'");
        }
        code = code * 16 + static_cast<uint32_t>(digit);
      }
      if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
        Fail({begin, at_ - begin}, "the unicode escape names no character");
      }
      AppendUtf8(text, code);
      i = first + digits - 1;
    }
    return Make(TokenKind::String, begin, std::move(text));
  }

  Token BinaryString() {
    const size_t begin = at_++;
    const std::string raw = QuotedText('\'', begin, "the binary string");
    std::string bytes;
    const bool digits = std::all_of(raw.begin(), raw.end(), [](char c) { return HexDigit(c) >= 0; });
    if (!digits) Fail({begin, at_ - begin}, "a binary string takes hexadecimal digits only", "like X'0AFF'");
    if (raw.size() % 2 != 0) {
      throw SqlError(ErrorStage::Validation, {begin, at_ - begin},
                     "a binary string takes an even number of hexadecimal digits");
    }
    for (size_t i = 0; i < raw.size(); i += 2) bytes += static_cast<char>(HexByte(std::string_view(raw).substr(i)));
    return Make(TokenKind::Binary, begin, std::move(bytes));
  }

  Token Number() {
    const size_t begin = at_;
    auto kind = TokenKind::Integer;
    while (IsDigit(Peek(0))) at_++;
    if (Peek(0) == '.') {
      kind = TokenKind::Decimal;
      at_++;
      while (IsDigit(Peek(0))) at_++;
    }
    if (Peek(0) == 'e' || Peek(0) == 'E') {
      const size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if (IsDigit(Peek(1 + sign))) {
        kind = TokenKind::Approx;
        at_ += 1 + sign;
        while (IsDigit(Peek(0))) at_++;
      }
    }
    return Make(kind, begin, std::string(text_.substr(begin, at_ - begin)));
  }

  Token Word() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsWordPart(text_[at_])) at_++;
    return Make(TokenKind::Word, begin, std::string(text_.substr(begin, at_ - begin)));
  }

  Token QuotedIdentifier() {
    const size_t begin = at_;
    std::string text = QuotedText('`', begin, "the quoted name");
    if (text.empty()) Fail({begin, 2}, "a name cannot be empty");
    if (text.find('\n') != std::string::npos || text.find('\r') != std::string::npos) {
      Fail({begin, 1}, "a quoted name ends on its line", "a closing ` is missing");
    }
    if (text.find('\0') != std::string::npos) Fail({begin, at_ - begin}, "a name cannot hold a NUL character");
    return Make(TokenKind::Quoted, begin, std::move(text));
  }

  Token Symbol() {
    static constexpr std::array<std::string_view, 10> kLong = {"<=", ">=", "<>", "!=", "||",
                                                               "=>", "->", "::", "==", ".."};
    const size_t begin = at_;
    if (text_.substr(at_, 3) == "/*+") {
      at_ += 3;
      return Make(TokenKind::HintBegin, begin, "/*+");
    }
    if (text_.substr(at_, 2) == "*/") {
      at_ += 2;
      return Make(TokenKind::HintEnd, begin, "*/");
    }
    for (const auto symbol : kLong) {
      if (text_.substr(at_, 2) == symbol) {
        at_ += 2;
        if (symbol == "!=") Fail({begin, 2}, "'!=' is no operator", "write <>");
        if (symbol == "::") Fail({begin, 2}, "'::' is no operator", "write CAST(value AS TYPE)");
        if (symbol == "==") Fail({begin, 2}, "'==' is no operator", "write =");
        return Make(TokenKind::Symbol, begin, std::string(symbol));
      }
    }
    static constexpr std::string_view kSingle = "()[]{},;.+-*/%<>=:|?^";
    const char c = text_[at_];
    if (kSingle.find(c) == std::string_view::npos) {
      if (c == '"') {
        Fail({begin, 1}, "double quotes quote neither names nor strings", "write `name` or 'text'");
      }
      const bool printable = c > ' ' && c < 127;
      Fail({begin, 1}, printable ? "'" + std::string(1, c) + "' is no operator" : "a control character stands here");
    }
    at_++;
    return Make(TokenKind::Symbol, begin, std::string(1, c));
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Token> Tokenize(std::string_view text) { return Lexer(text).All(); }

size_t TokenLength(std::string_view text, size_t offset) {
  if (offset >= text.size()) return 1;
  size_t length = 0;
  // A path `a.b.c` is underlined whole.
  while (offset + length < text.size()) {
    const std::string_view rest = text.substr(offset + length);
    size_t step = 0;
    try {
      step = Lexer(rest).Next().span.length;
    } catch (const SqlError&) {
      break;
    }
    const bool name = IsWordStart(rest[0]) || rest[0] == '`';
    length += step;
    if (!name || length >= text.size() - offset || text[offset + length] != '.' || offset + length + 1 >= text.size()) {
      break;
    }
    const char next = text[offset + length + 1];
    if (!IsWordStart(next) && next != '`') break;
    length++;
  }
  return length == 0 ? 1 : length;
}

}  // namespace tarn::sql
