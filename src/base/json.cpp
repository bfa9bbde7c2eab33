#include "base/json.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace tarn {
namespace {

std::string Leaf(const Json& value) {
  try {
    return value.dump();
  } catch (const Json::exception&) {
    throw Error(ErrorCode::InvalidInput, "a text for a metadata file is not UTF-8");
  }
}

void Pretty(const Json& value, size_t depth, std::string& out) {
  const auto indent = [&](size_t levels) { out.append("\n").append(2 * levels, ' '); };
  if (value.is_object()) {
    if (value.empty()) {
      out += "{ }";
      return;
    }
    out += '{';
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      if (!first) out += ',';
      first = false;
      indent(depth + 1);
      out += Leaf(Json(key));
      out += " : ";
      Pretty(member, depth + 1, out);
    }
    indent(depth);
    out += '}';
  } else if (value.is_array()) {
    if (value.empty()) {
      out += "[ ]";
      return;
    }
    // Arrays do not indent: their objects hang at the depth of the array itself.
    out += "[ ";
    bool first = true;
    for (const auto& element : value) {
      if (!first) out += ", ";
      first = false;
      Pretty(element, depth, out);
    }
    out += " ]";
  } else {
    out += Leaf(value);
  }
}

}  // namespace

Json ParseJson(std::string_view text) {
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const Json::exception& error) {
    std::string reason = error.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..." without the code in front.
    if (const auto end = reason.find("] "); end != std::string::npos) reason.erase(0, end + 2);
    throw Error(ErrorCode::Corruption, "no JSON: " + reason.substr(0, 300));
  }
}

std::string PrettyJson(const Json& value) {
  std::string out;
  Pretty(value, 0, out);
  return out;
}

std::string CompactJson(const Json& value) { return Leaf(value); }

JsonObject::JsonObject(const Json& object, std::string what) : object_(object), what_(std::move(what)) {
  if (!object.is_object()) Fail("", "a JSON object", &object);
}

const Json* JsonObject::Find(const char* key) const {
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::optional<int64_t> JsonObject::OptionalInt(const char* key) const {
  const Json* value = Find(key);
  if (value == nullptr) return std::nullopt;
  // An unsigned number beyond int64 is no Java long.
  if (!value->is_number_integer() ||
      (value->is_number_unsigned() && value->get<uint64_t>() > uint64_t{std::numeric_limits<int64_t>::max()}))
    Fail(key, "a whole number", value);
  return value->get<int64_t>();
}

int64_t JsonObject::Int(const char* key) const {
  const auto value = OptionalInt(key);
  if (!value) Fail(key, "a whole number", nullptr);
  return *value;
}

int32_t JsonObject::Int32(const char* key) const {
  const auto value = Int(key);
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max())
    Fail(key, "a whole number of 32 bits", Find(key));
  return static_cast<int32_t>(value);
}

std::optional<std::string> JsonObject::OptionalString(const char* key) const {
  const Json* value = Find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) Fail(key, "a string", value);
  return value->get<std::string>();
}

std::string JsonObject::String(const char* key) const {
  auto value = OptionalString(key);
  if (!value) Fail(key, "a string", nullptr);
  return *std::move(value);
}

std::vector<std::string> JsonObject::Strings(const char* key) const {
  const Json* value = Find(key);
  std::vector<std::string> strings;
  if (value == nullptr) return strings;
  if (!value->is_array()) Fail(key, "an array of strings", value);
  for (const auto& element : *value) {
    if (!element.is_string()) Fail(key, "an array of strings", value);
    strings.push_back(element.get<std::string>());
  }
  return strings;
}

std::map<std::string, std::string> JsonObject::StringMap(const char* key) const {
  const Json* value = Find(key);
  std::map<std::string, std::string> strings;
  if (value == nullptr) return strings;
  if (!value->is_object()) Fail(key, "an object of strings", value);
  for (const auto& [name, member] : value->items()) {
    if (member.is_structured()) Fail(key, "an object of strings", value);
    strings[name] = member.is_string() ? member.get<std::string>() : member.dump();
  }
  return strings;
}

const Json& JsonObject::Array(const char* key) const {
  const Json* value = Find(key);
  if (value == nullptr || !value->is_array()) Fail(key, "an array", value);
  return *value;
}

void JsonObject::Fail(const std::string& member, const std::string& expected, const Json* found) const {
  const std::string shown =
      found == nullptr ? "nothing" : found->dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 80);
  throw Error(ErrorCode::Corruption, what_ + (member.empty() ? "" : ", member '" + member + "'") + ": expected " +
                                         expected + ", found " + shown);
}

}  // namespace tarn
