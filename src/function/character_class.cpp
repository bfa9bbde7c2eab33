// IS_ALPHA, IS_DIGIT, IS_DECIMAL: what a text is made of. A number is what it is without a look.
#include <utf8proc.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "function/characters.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

/// Some characters, all of a general category of Unicode: "L" letters, "Nd" digits.
bool AllOf(Text text, Text category) {
  bool all = !text.empty();
  EachCharacter(text, [&](uint32_t code, Text) {
    all = all && Text(duckdb::utf8proc_category_string(static_cast<int32_t>(code))).starts_with(category);
  });
  return all;
}

/// What Java's Long.parseLong takes, which knows the digits of every script, or its Double.parseDouble: "1e5", " 1".
bool IsDecimalText(Text text) {
  if (ParseDouble(text)) return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  constexpr int64_t kAlwaysLong = 18;
  return AllOf(text, "Nd") && CountCharacters(text) <= kAlwaysLong;
}

Resolved OfText(const Call& call, bool numbers_are, bool (*is)(Text)) {
  call.RequireCount(1, 1);
  // NULL is made of nothing: FALSE.
  const DataType boolean = WithNull(Simple(TypeRoot::Boolean), false);
  if (IsNumeric(call.type(0))) {
    Kernel kernel = [numbers_are](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<bool>(arguments, result,
                     [&](duckdb::idx_t row) { return std::optional(numbers_are && !rows.IsNull(0, row)); });
    };
    return {{call.type(0)}, boolean, std::move(kernel)};
  }
  call.RequireText(0);
  return {{StringType()}, boolean, RowKernel([is](std::optional<Text> text) -> bool { return text && is(*text); })};
}

}  // namespace

Resolved ResolveIsAlpha(const Call& call) {
  return OfText(call, false, [](Text text) { return AllOf(text, "L"); });
}
Resolved ResolveIsDigit(const Call& call) {
  return OfText(call, true, [](Text text) { return AllOf(text, "Nd"); });
}
Resolved ResolveIsDecimal(const Call& call) { return OfText(call, true, IsDecimalText); }

}  // namespace tarn::function
