// A table as one statement sees it: definition, options with hints and SET laid over them, the pinned snapshot. Bound
// once per reference, so that a plan's scan can be asked for everything that the statement said.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paimon/snapshot.h"
#include "sql/catalog/catalog_set.h"
#include "sql/scan/scan_report.h"
#include "sql/sql_error.h"
#include "sql/types/analyze.h"
#include "table/table.h"

namespace tarn::sql {

/// Immutable once bound.
struct BoundTable {
  explicit BoundTable(const env::Env& session_env) : env(session_env) {}

  ObjectPath path;
  TableDefinition definition;
  OptionMap options;  // WITH, hints and SET together; of a Paimon table without the schema's own additions
  OptionMap hints;    // what the reference itself said
  std::map<std::string, Span> places;  // where it said so, by option
  bool temporary = false;
  bool streaming = false;  // bound for a continuous query
  env::Env env;
  std::string time_zone;  // of the session
  /// Physical columns with their types, in order; names decoded. What a scan gives.
  std::vector<TypedColumn> scan_columns;
  /// All columns in the definition's order: what the reference shows to a query.
  std::vector<TypedColumn> columns;

  // A Paimon table.
  std::shared_ptr<const table::Table> lake;
  std::string system_table;  // the part behind '$', or empty
  /// Pinned for this statement; absent: the table has none, or it is read as a stream.
  std::optional<paimon::Snapshot> snapshot;

  ScanCounter scanned;

  /// The option 'connector'; "paimon" for every Paimon table; "" where there is none.
  const std::string& connector() const;
};

}  // namespace tarn::sql
