// Metadata JSON: parsing with errors that name the member, and Jackson's layout. Only .cpp files that include
// <nlohmann/json.hpp> themselves use this header; no other header does, which keeps that heavy one out of the build.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn {

using Json = nlohmann::ordered_json;

/// Throws Corruption with the place of the first error.
Json ParseJson(std::string_view text);

/// As Jackson's default pretty printer writes it, which Paimon's Java uses: two blanks of indentation, `"key" : value`,
/// arrays on one line ("[ 1, 2 ]") unless they hold objects. Throws InvalidInput if a string is not UTF-8.
std::string PrettyJson(const Json& value);
/// On one line without blanks, as Jackson's plain writer does.
std::string CompactJson(const Json& value);

/// Reads the members of one object. A member that is absent or null is missing. Every read throws Corruption naming
/// `what` (such as "snapshot"), the member, what was expected and what was found. Borrows the object.
class JsonObject {
 public:
  JsonObject(const Json& object, std::string what);

  int64_t Int(const char* key) const;
  std::optional<int64_t> OptionalInt(const char* key) const;
  int32_t Int32(const char* key) const;
  std::string String(const char* key) const;
  std::optional<std::string> OptionalString(const char* key) const;
  /// Missing = empty.
  std::vector<std::string> Strings(const char* key) const;
  /// Numbers and booleans count as their text; missing = empty.
  std::map<std::string, std::string> StringMap(const char* key) const;
  /// Null if missing.
  const Json* Find(const char* key) const;
  const Json& Array(const char* key) const;

  [[noreturn]] void Fail(const std::string& member, const std::string& expected, const Json* found) const;

 private:
  const Json& object_;
  std::string what_;
};

}  // namespace tarn
