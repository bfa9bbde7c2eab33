// IS_ALPHA, IS_DIGIT, IS_DECIMAL: what a text is made of. A number is what it is without a look.
#include <utf8proc.hpp>

#include "base/error.h"
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

/// Digits with a sign in front and one point among them.
bool IsDecimalText(Text text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const size_t point = text.find('.');
  const Text whole = text.substr(0, point);
  if (point == Text::npos) return AllOf(whole, "Nd");
  return (whole.empty() || AllOf(whole, "Nd")) && AllOf(text.substr(point + 1), "Nd");
}

Resolved OfText(const Call& call, bool numbers_are, bool (*is)(Text)) {
  call.RequireCount(1, 1);
  const DataType boolean = Simple(TypeRoot::Boolean);
  if (IsNumeric(call.type(0))) {
    const DataType type = WithNull(call.type(0), false);
    Kernel kernel = [numbers_are](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<bool>(arguments, result, [&](duckdb::idx_t row) -> std::optional<bool> {
        return rows.IsNull(0, row) ? std::nullopt : std::optional(numbers_are);
      });
    };
    return Ordinary(call, {type}, boolean, std::move(kernel));
  }
  call.RequireText(0);
  return Ordinary(call, {StringType()}, boolean, RowKernel([is](Text text) -> bool { return is(text); }));
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
