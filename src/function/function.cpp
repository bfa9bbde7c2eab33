#include "function/function.h"

#include "base/error.h"

namespace tarn::function {

bool Call::AnyNullable() const {
  for (const auto& argument : arguments) {
    if (argument.type.nullable || argument.type.root == TypeRoot::Null) return true;
  }
  return false;
}

std::vector<DataType> Call::TypesAsGiven() const {
  std::vector<DataType> types;
  for (const auto& argument : arguments) types.push_back(WithNull(argument.type, false));
  return types;
}

void Call::Refuse(std::string_view supported) const {
  std::string types;
  for (const auto& argument : arguments) {
    if (!types.empty()) types += ", ";
    types += "<" + MessageName(argument.type) + ">";
  }
  std::string message = "cannot apply " + name + " to arguments of type " + name + "(" + types + ")";
  if (!supported.empty()) message += "; it takes " + std::string(supported);
  throw Error(ErrorCode::InvalidInput, message);
}

void Call::RequireCount(size_t at_least, size_t at_most) const {
  if (size() >= at_least && size() <= at_most) return;
  std::string wanted = std::to_string(at_least);
  if (at_most > 1000) {
    wanted += " or more";
  } else if (at_most != at_least) {
    wanted += " to " + std::to_string(at_most);
  }
  throw Error(ErrorCode::InvalidInput, "invalid number of arguments to function '" + name + "': expected " + wanted +
                                           ", got " + std::to_string(size()));
}

void Call::RequireText(size_t index) const {
  if (!IsCharacter(type(index))) Refuse("strings");
}

void Call::RequireInteger(size_t index) const {
  if (!IsInteger(type(index))) Refuse("an integer as argument " + std::to_string(index + 1));
}

std::optional<std::string> Call::LiteralText(size_t index) const {
  const auto& value = arguments[index].literal;
  if (!value || value->IsNull()) return std::nullopt;
  return duckdb::StringValue::Get(*value);
}

Resolved Ordinary(const Call& call, std::vector<DataType> parameters, DataType result, Kernel kernel) {
  return {std::move(parameters), WithNull(std::move(result), call.AnyNullable()), std::move(kernel)};
}

}  // namespace tarn::function
