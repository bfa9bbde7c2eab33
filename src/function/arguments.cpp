#include "function/arguments.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace tarn::function {
namespace {

using paimon::TypeRoot;

const std::optional<std::string>& Scalar(const stream::ProcessCall& call, const std::string& name) {
  const auto it = call.scalars.find(name);
  if (it == call.scalars.end()) throw Error(ErrorCode::Internal, "argument '" + name + "' has no value and no default");
  if (!it->second)
    throw Error(ErrorCode::InvalidInput, "argument '" + name + "' is NULL; give a value or leave it out");
  return it->second;
}

}  // namespace

std::optional<size_t> FindColumn(const stream::TableArgument& table, std::string_view column,
                                 std::initializer_list<TypeRoot> roots, std::string_view fits) {
  const auto index = table.Find(column);
  if (!index) return std::nullopt;
  const auto& type = table.columns[*index].type;
  if (std::find(roots.begin(), roots.end(), type.root) == roots.end())
    throw Error(ErrorCode::InvalidInput,
                "column '" + std::string(column) + "' is " + ToSql(type) + ", needed: " + std::string(fits));
  return index;
}

size_t RequireColumn(const stream::TableArgument& table, std::string_view column, std::initializer_list<TypeRoot> roots,
                     std::string_view fits) {
  table.Require(column);
  return *FindColumn(table, column, roots, fits);
}

double NumberArgument(const stream::ProcessCall& call, const std::string& name) {
  const std::string& text = *Scalar(call, name);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw Error(ErrorCode::InvalidInput, "argument '" + name + "' is '" + text + "', allowed: a number");
  return value;
}

bool FlagArgument(const stream::ProcessCall& call, const std::string& name) {
  const std::string& text = *Scalar(call, name);
  if (text == "true" || text == "TRUE") return true;
  if (text == "false" || text == "FALSE") return false;
  throw Error(ErrorCode::InvalidInput, "argument '" + name + "' is '" + text + "', allowed: TRUE or FALSE");
}

void CopyValue(const columnar::RowView& from, size_t from_column, const paimon::DataType& type, size_t to_column,
               columnar::RowAppender& to) {
  if (from.IsNull(from_column)) return;
  switch (type.root) {
    case TypeRoot::Boolean:
    case TypeRoot::TinyInt:
    case TypeRoot::SmallInt:
    case TypeRoot::Int:
    case TypeRoot::BigInt:
    case TypeRoot::Date:
    case TypeRoot::Time:
    case TypeRoot::Timestamp:
    case TypeRoot::TimestampLtz:
      to.Int64(to_column, from.Int64(from_column));
      break;
    case TypeRoot::Float:
    case TypeRoot::Double:
      to.Double(to_column, from.Double(from_column));
      break;
    case TypeRoot::Char:
    case TypeRoot::VarChar:
    case TypeRoot::Binary:
    case TypeRoot::VarBinary:
      to.String(to_column, from.String(from_column));
      break;
    default:
      throw Error(ErrorCode::Unsupported, "a process table function cannot pass on a column of type " + ToSql(type));
  }
}

}  // namespace tarn::function
