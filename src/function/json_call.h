// What the rules of the JSON functions share.
#pragma once

#include <string>
#include <vector>

#include "function/cast.h"
#include "function/function.h"

namespace tarn::function {

/// A mark of the parser: a constant.
inline std::string MarkOf(const Call& call, size_t index) {
  const auto& literal = call.arguments.at(index).literal;
  return literal && !literal->IsNull() ? literal->ToString() : "";
}

inline std::vector<DataType> TypesAsGiven(const Call& call) {
  std::vector<DataType> types;
  for (const auto& argument : call.arguments) types.push_back(WithNull(argument.type, false));
  return types;
}

}  // namespace tarn::function
