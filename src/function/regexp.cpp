// The functions of regular expressions.
#include "base/error.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/regex.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

DataType Str() { return StringType(); }

void RequireText(const Call& call, size_t index) {
  if (!IsCharacter(call.type(index))) call.Refuse("strings");
}

}  // namespace

Resolved ResolveRegexp(const Call& call) {
  call.RequireCount(2, 2);
  RequireText(call, 0);
  RequireText(call, 1);
  Resolved resolved = Ordinary(call, {Str(), Str()}, Simple(TypeRoot::Boolean), RowKernel([](Text text, Text pattern) {
                                 if (pattern.empty()) return false;
                                 const auto& regex = CompiledRegex(pattern);
                                 // As in Flink, what is no expression finds nothing.
                                 return regex.ok() && !regex.Search(text, 0).empty();
                               }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveRegexpExtract(const Call& call) {
  call.RequireCount(2, 3);
  RequireText(call, 0);
  RequireText(call, 1);
  const auto extract = [](Text text, Text pattern, int32_t group) -> std::optional<std::string> {
    const auto& regex = CompiledRegex(pattern);
    if (!regex.ok() || group < 0) return std::nullopt;
    const auto groups = regex.Search(text, 0);
    if (static_cast<size_t>(group) >= groups.size() || !groups[static_cast<size_t>(group)].matched) return std::nullopt;
    const auto& found = groups[static_cast<size_t>(group)];
    return std::string(text.substr(found.begin, found.length));
  };
  if (call.size() == 2) {
    return {{Str(), Str()}, WithNull(Str(), true), RowKernel([extract](Text t, Text p) { return extract(t, p, 0); })};
  }
  if (!IsInteger(call.type(2))) call.Refuse("two strings and the number of a group");
  return {{Str(), Str(), Simple(TypeRoot::Int)},
          WithNull(Str(), true),
          RowKernel([extract](Text t, Text p, int32_t group) { return extract(t, p, group); })};
}

Resolved ResolveRegexpReplace(const Call& call) {
  call.RequireCount(3, 3);
  for (size_t i = 0; i < 3; i++) RequireText(call, i);
  auto kernel = RowKernel([](Text text, Text pattern, Text by) -> std::optional<std::string> {
    const auto& regex = CompiledRegex(pattern);
    if (!regex.ok()) return std::nullopt;
    std::string result;
    size_t at = 0;
    while (at <= text.size()) {
      const auto groups = regex.Search(text, at);
      if (groups.empty()) break;
      const size_t begin = groups[0].begin;
      result.append(text.substr(at, begin - at)).append(by);
      at = begin + groups[0].length;
      if (groups[0].length == 0) {
        if (at >= text.size()) {
          at++;
          break;
        }
        const Text next = Characters(text.substr(at), 1);
        result += next;
        at += next.size();
      }
    }
    if (at < text.size()) result += text.substr(at);
    return result;
  });
  return Ordinary(call, {Str(), Str(), Str()}, Str(), std::move(kernel));
}

namespace {

/// (text, expression [, ..]) that is NULL for NULLs and for what is no expression.
void RequireTexts(const Call& call, size_t at_most) {
  call.RequireCount(2, at_most);
  RequireText(call, 0);
  RequireText(call, 1);
}

}  // namespace

Resolved ResolveRegexpCount(const Call& call) {
  RequireTexts(call, 2);
  return {{Str(), Str()},
          WithNull(Simple(TypeRoot::Int), true),
          RowKernel([](Text text, Text pattern) -> std::optional<int32_t> {
            const auto& regex = CompiledRegex(pattern);
            if (!regex.ok()) return std::nullopt;
            int32_t count = 0;
            regex.Each(text, [&](const auto&) {
              count++;
              return true;
            });
            return count;
          })};
}

Resolved ResolveRegexpInstr(const Call& call) {
  RequireTexts(call, 2);
  return {{Str(), Str()},
          WithNull(Simple(TypeRoot::Int), true),
          RowKernel([](Text text, Text pattern) -> std::optional<int32_t> {
            const auto& regex = CompiledRegex(pattern);
            if (!regex.ok()) return std::nullopt;
            const auto groups = regex.Search(text, 0);
            if (groups.empty()) return 0;
            return static_cast<int32_t>(CountCharacters(text.substr(0, groups[0].begin))) + 1;
          })};
}

Resolved ResolveRegexpSubstr(const Call& call) {
  RequireTexts(call, 2);
  return {{Str(), Str()}, WithNull(Str(), true), RowKernel([](Text text, Text pattern) -> std::optional<std::string> {
            const auto& regex = CompiledRegex(pattern);
            if (!regex.ok()) return std::nullopt;
            const auto groups = regex.Search(text, 0);
            if (groups.empty()) return std::nullopt;
            return std::string(text.substr(groups[0].begin, groups[0].length));
          })};
}

Resolved ResolveRegexpExtractAll(const Call& call) {
  RequireTexts(call, 3);
  if (call.size() == 3 && !IsInteger(call.type(2))) call.Refuse("two strings and the number of a group");
  std::vector<DataType> parameters = {Str(), Str()};
  if (call.size() == 3) parameters.push_back(Simple(TypeRoot::Int));
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      duckdb::Value value(result.GetType());
      bool null = false;
      for (size_t i = 0; i < rows.columns(); i++) null = null || rows.IsNull(i, row);
      if (!null) {
        const auto& regex = CompiledRegex(rows.Get<Text>(1, row));
        const int32_t group = rows.columns() > 2 ? rows.Get<int32_t>(2, row) : 1;
        if (regex.ok() && group >= 0 && static_cast<size_t>(group) <= regex.groups()) {
          const Text text = rows.Get<Text>(0, row);
          duckdb::vector<duckdb::Value> parts;
          regex.Each(text, [&](const auto& groups) {
            const auto& part = groups[static_cast<size_t>(group)];
            parts.push_back(part.matched ? duckdb::Value(std::string(text.substr(part.begin, part.length)))
                                         : duckdb::Value(duckdb::LogicalType::VARCHAR));
            return true;
          });
          value = duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(parts));
        }
      }
      result.SetValue(row, value);
    }
    if (AllConstant(arguments)) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return {std::move(parameters), WithNull(ArrayType(WithNull(Str(), true)), true), std::move(kernel)};
}

}  // namespace tarn::function
