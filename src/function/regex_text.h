// The text of a pattern while it is read: where the reader stands, the flags there, and what stands for characters.
// Private to regex*.cpp.
#pragma once

#include <string>
#include <string_view>

#include "function/regex_program.h"

namespace tarn::function {

class RegexText {
 public:
  explicit RegexText(std::string_view pattern) : pattern_(pattern) {}

 protected:
  static constexpr int kMaxDepth = 250;

  struct Flags {
    bool any_case = false, unicode_case = false, lines = false, dot_all = false, unix_lines = false, comments = false;
  };

  [[noreturn]] void Refuse(const std::string& what) const;

  bool AtEnd();
  void SkipComments();
  bool Looks(std::string_view text);
  bool Accept(std::string_view text);
  uint32_t Take();

  /// The characters that one stands for under (?i).
  CharSet Cases(uint32_t from, uint32_t to) const;
  CharSet Dot() const;
  /// \d \D \p{..} and the like, the backslash is read already; false, and nothing read: it is one character.
  bool NamedSet(CharSet& set);
  /// One character behind a backslash.
  uint32_t EscapedCharacter();
  /// [..], the opening bracket is read already.
  CharSet Class(int depth);

  std::string_view pattern_;
  size_t at_ = 0;
  Flags flags_;

 private:
  bool ClassItems(CharSet& set, int depth, bool any);
  uint32_t Digits(uint32_t base, size_t count);
};

}  // namespace tarn::function
