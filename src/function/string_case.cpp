#include "function/string_case.h"

#include <map>
#include <utf8proc.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "function/characters.h"
#include "function/entries.h"
#include "function/final_sigma.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

/// Capitals of several characters (Unicode's SpecialCasing.txt, as Java 17 has it).
const std::map<uint32_t, Text>& LongCapitals() {
  static const std::map<uint32_t, Text> kCapitals = {
      {0xDF, "SS"},
      {0x149, "\u02BCN"},
      {0x1F0, "J\u030C"},
      {0x390, "\u0399\u0308\u0301"},
      {0x3B0, "\u03A5\u0308\u0301"},
      {0x587, "\u0535\u0552"},
      {0x1E96, "H\u0331"},
      {0x1E97, "T\u0308"},
      {0x1E98, "W\u030A"},
      {0x1E99, "Y\u030A"},
      {0x1E9A, "A\u02BE"},
      {0x1F50, "\u03A5\u0313"},
      {0x1F52, "\u03A5\u0313\u0300"},
      {0x1F54, "\u03A5\u0313\u0301"},
      {0x1F56, "\u03A5\u0313\u0342"},
      {0x1FB2, "\u1FBA\u0399"},
      {0x1FB3, "\u0391\u0399"},
      {0x1FB4, "\u0386\u0399"},
      {0x1FB6, "\u0391\u0342"},
      {0x1FB7, "\u0391\u0342\u0399"},
      {0x1FBC, "\u0391\u0399"},
      {0x1FC2, "\u1FCA\u0399"},
      {0x1FC3, "\u0397\u0399"},
      {0x1FC4, "\u0389\u0399"},
      {0x1FC6, "\u0397\u0342"},
      {0x1FC7, "\u0397\u0342\u0399"},
      {0x1FCC, "\u0397\u0399"},
      {0x1FD2, "\u0399\u0308\u0300"},
      {0x1FD3, "\u0399\u0308\u0301"},
      {0x1FD6, "\u0399\u0342"},
      {0x1FD7, "\u0399\u0308\u0342"},
      {0x1FE2, "\u03A5\u0308\u0300"},
      {0x1FE3, "\u03A5\u0308\u0301"},
      {0x1FE4, "\u03A1\u0313"},
      {0x1FE6, "\u03A5\u0342"},
      {0x1FE7, "\u03A5\u0308\u0342"},
      {0x1FF2, "\u1FFA\u0399"},
      {0x1FF3, "\u03A9\u0399"},
      {0x1FF4, "\u038F\u0399"},
      {0x1FF6, "\u03A9\u0342"},
      {0x1FF7, "\u03A9\u0342\u0399"},
      {0x1FFC, "\u03A9\u0399"},
      {0xFB00, "FF"},
      {0xFB01, "FI"},
      {0xFB02, "FL"},
      {0xFB03, "FFI"},
      {0xFB04, "FFL"},
      {0xFB05, "ST"},
      {0xFB06, "ST"},
      {0xFB13, "\u0544\u0546"},
      {0xFB14, "\u0544\u0535"},
      {0xFB15, "\u0544\u053B"},
      {0xFB16, "\u054E\u0546"},
      {0xFB17, "\u0544\u053D"},
  };
  return kCapitals;
}

void AppendUpper(std::string& result, uint32_t code) {
  if (code < 0x80) {
    result += static_cast<char>(code >= 'a' && code <= 'z' ? code - 32 : code);
  } else if (code >= 0x1F80 && code <= 0x1FAF) {
    // Greek vowels with a iota below: the capital, and a capital iota behind it.
    constexpr uint32_t kRows[] = {0x1F08, 0x1F28, 0x1F68};
    AppendUtf8(result, kRows[(code - 0x1F80) / 16] + code % 8);
    AppendUtf8(result, 0x399);
  } else if (const auto it = LongCapitals().find(code); it != LongCapitals().end()) {
    result += it->second;
  } else {
    AppendUtf8(result, static_cast<uint32_t>(duckdb::utf8proc_toupper(static_cast<int32_t>(code))));
  }
}

/// Letters and digits of ASCII make words.
std::string InitCap(Text text) {
  std::string result;
  bool begins = true;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool word = letter || (c >= '0' && c <= '9');
    if (letter && begins) {
      result += static_cast<char>(c & ~0x20);
    } else if (letter) {
      result += static_cast<char>(c | 0x20);
    } else {
      result += c;
    }
    begins = !word;
  }
  return result;
}

/// One string in, one out that keeps its type: a CHAR stays a CHAR(n) and is cut to it.
template <typename F>
Resolved SameText(const Call& call, F function) {
  call.RequireCount(1, 1);
  call.RequireText(0);
  const DataType type = WithNull(call.type(0), false);
  const bool fixed = type.root == TypeRoot::Char;
  return Ordinary(call, {type}, type, RowKernel([function, fixed, type](Text text) -> std::string {
                    std::string result = function(text);
                    if (fixed) result.resize(Characters(result, type.length).size());
                    return result;
                  }));
}

}  // namespace

std::string UpperCase(std::string_view text) {
  std::string result;
  EachCharacter(text, [&](uint32_t code, Text) { AppendUpper(result, code); });
  return result;
}

std::string LowerCase(std::string_view text) {
  std::string result;
  std::vector<size_t> finals;
  if (text.find("\u03a3") != Text::npos) finals = FinalSigmas(text);
  auto final_sigma = finals.begin();
  EachCharacter(text, [&](uint32_t code, Text character) {
    if (code < 0x80) {
      result += static_cast<char>(code >= 'A' && code <= 'Z' ? code + 32 : code);
    } else if (code == 0x130) {
      result += "i\u0307";
    } else if (final_sigma != finals.end() && character.data() == text.data() + *final_sigma) {
      AppendUtf8(result, 0x3C2);
      ++final_sigma;
    } else {
      AppendUtf8(result, static_cast<uint32_t>(duckdb::utf8proc_tolower(static_cast<int32_t>(code))));
    }
  });
  return result;
}

Resolved ResolveUpper(const Call& call) { return SameText(call, UpperCase); }
Resolved ResolveLower(const Call& call) { return SameText(call, LowerCase); }
Resolved ResolveInitCap(const Call& call) { return SameText(call, InitCap); }

}  // namespace tarn::function
