// The functions of regular expressions. What is no expression finds nothing, as in Flink: FALSE or NULL.
#include "base/error.h"
#include "function/entries.h"
#include "function/regex.h"

namespace tarn::function {
namespace {

using Text = std::string_view;

/// A call (text, expression, ..) of strings. An expression that is written in the call is read at once: what cannot be
/// carried out is refused before anything runs. All of these functions can fail on the way: a text may take too many
/// tries.
void RequireExpression(const Call& call) {
  call.RequireText(0);
  call.RequireText(1);
  if (const auto literal = call.LiteralText(1)) CompiledRegex(*literal);
}

/// The expression, unless it is none.
const Regex* Compiled(Text pattern) {
  const auto& regex = CompiledRegex(pattern);
  return regex.ok() ? &regex : nullptr;
}

/// The first match; empty = none.
std::vector<Regex::Group> First(Text text, Text pattern) {
  const auto* regex = Compiled(pattern);
  return regex == nullptr ? std::vector<Regex::Group>() : regex->Search(text, 0);
}

std::string Part(Text text, const Regex::Group& group) { return std::string(text.substr(group.begin, group.length)); }

std::optional<std::string> Extract(Text text, Text pattern, int64_t group) {
  const auto groups = First(text, pattern);
  if (group < 0 || static_cast<size_t>(group) >= groups.size() || !groups[static_cast<size_t>(group)].matched) {
    return std::nullopt;
  }
  return Part(text, groups[static_cast<size_t>(group)]);
}

}  // namespace

Resolved ResolveRegexp(const Call& call) {
  call.RequireCount(2, 2);
  RequireExpression(call);
  Resolved resolved = Ordinary(
      call, {StringType(), StringType()}, Simple(TypeRoot::Boolean),
      RowKernel([](Text text, Text pattern) -> bool { return !pattern.empty() && !First(text, pattern).empty(); }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveRegexpExtract(const Call& call) {
  call.RequireCount(2, 3);
  RequireExpression(call);
  const DataType result = WithNull(StringType(), true);
  if (call.size() == 2) {
    return {{StringType(), StringType()}, result, RowKernel([](Text t, Text p) { return Extract(t, p, 0); }), true};
  }
  if (!IsInteger(call.type(2))) call.Refuse("two strings and the number of a group");
  return {{StringType(), StringType(), Simple(TypeRoot::BigInt)},
          result,
          RowKernel([](Text t, Text p, int64_t group) { return Extract(t, p, group); }),
          true};
}

Resolved ResolveRegexpReplace(const Call& call) {
  call.RequireCount(3, 3);
  RequireExpression(call);
  call.RequireText(2);
  auto kernel = RowKernel([](Text text, Text pattern, Text by) -> std::optional<std::string> {
    const auto* regex = Compiled(pattern);
    if (regex == nullptr) return std::nullopt;
    std::string result;
    size_t at = 0;
    regex->Each(text, [&](const auto& groups) {
      result.append(text.substr(at, groups[0].begin - at)).append(by);
      at = groups[0].begin + groups[0].length;
      return true;
    });
    return result.append(text.substr(at));
  });
  Resolved resolved = Ordinary(call, {StringType(), StringType(), StringType()}, StringType(), std::move(kernel));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveRegexpCount(const Call& call) {
  call.RequireCount(2, 2);
  RequireExpression(call);
  auto kernel = RowKernel([](Text text, Text pattern) -> std::optional<int32_t> {
    const auto* regex = Compiled(pattern);
    if (regex == nullptr) return std::nullopt;
    int32_t count = 0;
    regex->Each(text, [&](const auto&) {
      count++;
      return true;
    });
    return count;
  });
  return {{StringType(), StringType()}, WithNull(IntType(), true), std::move(kernel), true};
}

Resolved ResolveRegexpInstr(const Call& call) {
  call.RequireCount(2, 2);
  RequireExpression(call);
  auto kernel = RowKernel([](Text text, Text pattern) -> std::optional<int32_t> {
    if (Compiled(pattern) == nullptr) return std::nullopt;
    const auto groups = First(text, pattern);
    return groups.empty() ? 0 : static_cast<int32_t>(CountCharacters(text.substr(0, groups[0].begin))) + 1;
  });
  return {{StringType(), StringType()}, WithNull(IntType(), true), std::move(kernel), true};
}

Resolved ResolveRegexpSubstr(const Call& call) {
  call.RequireCount(2, 2);
  RequireExpression(call);
  return {{StringType(), StringType()},
          WithNull(StringType(), true),
          RowKernel([](Text t, Text p) { return Extract(t, p, 0); }),
          true};
}

Resolved ResolveRegexpExtractAll(const Call& call) {
  call.RequireCount(2, 3);
  RequireExpression(call);
  if (call.size() == 3 && !IsInteger(call.type(2))) call.Refuse("two strings and the number of a group");
  std::vector<DataType> parameters = {StringType(), StringType()};
  if (call.size() == 3) parameters.push_back(Simple(TypeRoot::BigInt));
  const auto extract = [](const Rows& rows, duckdb::idx_t row) -> std::optional<duckdb::vector<duckdb::Value>> {
    for (size_t i = 0; i < rows.columns(); i++) {
      if (rows.IsNull(i, row)) return std::nullopt;
    }
    const auto* regex = Compiled(rows.Get<Text>(1, row));
    const int64_t group = rows.columns() > 2 ? rows.Get<int64_t>(2, row) : 1;
    if (regex == nullptr || group < 0 || static_cast<size_t>(group) > regex->groups()) return std::nullopt;
    const Text text = rows.Get<Text>(0, row);
    duckdb::vector<duckdb::Value> parts;
    regex->Each(text, [&](const auto& groups) {
      const auto& part = groups[static_cast<size_t>(group)];
      parts.push_back(part.matched ? duckdb::Value(Part(text, part)) : duckdb::Value(duckdb::LogicalType::VARCHAR));
      return true;
    });
    return parts;
  };
  Kernel kernel = [extract](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      auto parts = extract(rows, row);
      result.SetValue(row, parts ? duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(*parts))
                                 : duckdb::Value(result.GetType()));
    }
    if (AllConstant(arguments)) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return {std::move(parameters), WithNull(ArrayType(WithNull(StringType(), true)), true), std::move(kernel), true};
}

}  // namespace tarn::function
