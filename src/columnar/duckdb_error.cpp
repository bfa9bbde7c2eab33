#include "columnar/duckdb_error.h"

#include <duckdb/common/exception.hpp>
#include <string>
#include <unordered_map>

#include "base/option_error.h"

namespace tarn::columnar {
namespace {

constexpr char kCode[] = "tarn_code";

ErrorCode CodeOf(duckdb::ExceptionType type) {
  using duckdb::ExceptionType;
  switch (type) {
    case ExceptionType::OUT_OF_MEMORY:
    case ExceptionType::OBJECT_SIZE:
      return ErrorCode::ResourceExhausted;
    case ExceptionType::INTERRUPT:
      return ErrorCode::Cancelled;
    case ExceptionType::IO:
    case ExceptionType::HTTP:
    case ExceptionType::NETWORK:
      return ErrorCode::IoFailed;
    case ExceptionType::NOT_IMPLEMENTED:
      return ErrorCode::Unsupported;
    case ExceptionType::CATALOG:
      return ErrorCode::NotFound;
    case ExceptionType::INTERNAL:
    case ExceptionType::FATAL:
      return ErrorCode::Internal;
    default:
      return ErrorCode::InvalidInput;
  }
}

/// DuckDB's advice is about settings that nobody can set here. Its figures, "(30.5 MiB/32.0 MiB used)", are kept; a
/// message without them is whole.
Error OutOfMemory(const std::string& message) {
  const auto open = message.find('('), slash = message.find('/', open), used = message.find(" used)", open);
  if (used == std::string::npos || slash > used) return {ErrorCode::ResourceExhausted, message};
  const bool spilled = message.find("max_temp_directory_size") != std::string::npos;
  const std::string what = spilled ? "the query spills more than its directory has room for: "
                                   : "the query needs more memory than it may use: ";
  return {ErrorCode::ResourceExhausted, what + message.substr(open + 1, used - open - 1) + " used"};
}

}  // namespace

void ThrowThroughDuckDb(const Error& error) {
  std::unordered_map<std::string, std::string> extra = {{kCode, std::to_string(static_cast<int>(error.code()))}};
  if (const auto* of_option = dynamic_cast<const OptionError*>(&error)) extra["tarn_option"] = of_option->option();
  throw duckdb::Exception(duckdb::ExceptionType::IO, error.what(), extra);
}

bool IsOurs(const duckdb::ErrorData& error) { return error.ExtraInfo().count(kCode) != 0; }

Error FromDuckDb(const duckdb::ErrorData& error) {
  const auto sent = error.ExtraInfo().find(kCode);
  if (sent != error.ExtraInfo().end()) {
    return Error(static_cast<ErrorCode>(std::stoi(sent->second)), error.RawMessage());
  }
  if (error.Type() == duckdb::ExceptionType::OUT_OF_MEMORY) return OutOfMemory(error.RawMessage());
  return Error(CodeOf(error.Type()), error.RawMessage());
}

}  // namespace tarn::columnar
