#include "function/final_sigma.h"

#include <utf8proc.hpp>

#include "function/characters.h"

namespace tarn::function {
namespace {

constexpr uint32_t kSigma = 0x3A3;

/// Ideographs and kana make words of their own, without others' letters.
bool IsEastAsian(uint32_t code) {
  return code == 0x3005 || (code >= 0x3041 && code <= 0x3094) || (code >= 0x3099 && code <= 0x309E) ||
         (code >= 0x30A1 && code <= 0x30FE) || (code >= 0x4E00 && code <= 0x9FA5) || (code >= 0xF900 && code <= 0xFA2D);
}

bool IsCased(uint32_t code, std::string_view category) {
  return category == "Lu" || category == "Ll" || category == "Lt" || (code >= 0x2B0 && code <= 0x2B8) ||
         code == 0x2C0 || code == 0x2C1 || (code >= 0x2E0 && code <= 0x2E4) || code == 0x345 || code == 0x37A ||
         (code >= 0x1D2C && code <= 0x1D61) || (code >= 0x2160 && code <= 0x217F) || (code >= 0x24B6 && code <= 0x24E9);
}

/// Where words begin, one character after another: the parts of the rules of Java's BreakIterator that tell whether two
/// letters are in one word. A word alternates between letters and numbers, each with single marks of punctuation
/// inside.
class Words {
 public:
  /// Whether the character is in one word with those before it, or is if a letter or digit follows.
  bool Joins(uint32_t code, std::string_view category) {
    const State before = state_;
    if (category == "Cf") return before != State::Outside;
    if (category == "Mn" || category == "Me") {
      if (before != State::Letters && before != State::Digits) state_ = State::Outside;
      return state_ != State::Outside;
    }
    state_ = State::Outside;
    if (IsEastAsian(code)) return false;
    if (category[0] == 'L' || category == "Mc") {
      state_ = State::Letters;
      return before == State::Letters || before == State::Digits || before == State::InLetters;
    }
    if (category[0] == 'N') {
      state_ = State::Digits;
      return before == State::Letters || before == State::Digits || before == State::InDigits ||
             before == State::BehindDanda;
    }
    const bool both = code == '"' || code == '\'' || code == '.';
    if (before == State::Letters) {
      if (both || category == "Pd" || category == "Pc" || code == 0x2027) state_ = State::InLetters;
      if (code == 0x964 || code == 0x965) state_ = State::BehindDanda;
    } else if (before == State::Digits && (both || code == ',' || code == 0x66B)) {
      state_ = State::InDigits;
    }
    return state_ != State::Outside;
  }

 private:
  enum class State {
    Outside,
    Letters,
    InLetters,    // behind punctuation that a letter must follow
    BehindDanda,  // behind the full stop of Hindi, that digits may follow
    Digits,
    InDigits  // behind punctuation that a digit must follow
  };
  State state_ = State::Outside;
};

}  // namespace

std::vector<size_t> FinalSigmas(std::string_view text) {
  std::vector<size_t> found;
  size_t cased = 0;   // letters with cases in the word so far
  bool ends = false;  // whether the last one of them is the sigma of `found.back()`
  Words words;
  EachCharacter(text, [&](uint32_t code, std::string_view character) {
    const std::string_view category = duckdb::utf8proc_category_string(static_cast<int32_t>(code));
    if (!words.Joins(code, category)) {
      cased = 0;
      ends = false;
    }
    if (!IsCased(code, category)) return;
    if (ends) found.pop_back();
    ends = code == kSigma && cased > 0;
    if (ends) found.push_back(static_cast<size_t>(character.data() - text.data()));
    cased++;
  });
  return found;
}

}  // namespace tarn::function
