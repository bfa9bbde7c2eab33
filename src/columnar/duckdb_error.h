// Errors on their way through DuckDB: it carries any exception out of a callback, but keeps only a type tag, a message
// and a map of strings. Ours travels as such a map and comes back as what it was.
#pragma once

#include <duckdb/common/error_data.hpp>

#include "base/error.h"

namespace tarn::columnar {

/// Throws what DuckDB can carry. For callbacks: catch (const Error& e) { ThrowThroughDuckDb(e); }
[[noreturn]] void ThrowThroughDuckDb(const Error& error);

/// The error that ThrowThroughDuckDb sent, or DuckDB's own with the nearest code. The message is raw: names in it are
/// encoded (sql/names.h), positions are in error.ExtraInfo().
Error FromDuckDb(const duckdb::ErrorData& error);

/// Whether ThrowThroughDuckDb sent it.
bool IsOurs(const duckdb::ErrorData& error);

}  // namespace tarn::columnar
