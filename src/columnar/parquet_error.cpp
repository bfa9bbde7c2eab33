#include "columnar/parquet_error.h"

#include <thrift/Thrift.h>

#include <duckdb/common/error_data.hpp>

#include "base/error.h"
#include "columnar/duckdb_error.h"
#include "columnar/duckdb_file_system.h"

namespace tarn::columnar {

void RethrowOfParquet(const std::string& path, const std::string& part) {
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const duckdb_apache::thrift::TException&) {
    // Its words are about its own types and may hold bytes of the file.
    throw Error(ErrorCode::Corruption,
                path + ": " + part + " does not decode as Parquet\n  The file is damaged, or no program finished it.");
  } catch (const std::exception& e) {
    const duckdb::ErrorData data(e);
    Error error = FromDuckDb(data);
    // The disk's own failures are ours, sent through DuckDB; what DuckDB itself calls an I/O error is bytes it refuses.
    if (IsOurs(data) || error.code() == ErrorCode::Cancelled || error.code() == ErrorCode::ResourceExhausted ||
        error.code() == ErrorCode::NotFound) {
      throw error;
    }
    std::string what = error.what();
    const std::string lead = "Failed to read file \"" + DuckDbPath(path) + "\": ";
    if (what.starts_with(lead)) what = path + ": " + part + " does not decode: " + what.substr(lead.size());
    const bool named = what.find(path) != std::string::npos;
    throw Error(error.code() == ErrorCode::Unsupported ? ErrorCode::Unsupported : ErrorCode::Corruption,
                named ? what : path + ": " + what);
  }
}

}  // namespace tarn::columnar
