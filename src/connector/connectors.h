// Every connector by its SQL name, with its options. A connector = one file or folder that exports an entry, and one
// line in connectors.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "connector/options.h"
#include "connector/sink.h"
#include "connector/source.h"
#include "env/env.h"
#include "paimon/data_type.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::connector {

/// A table as its DDL (and hints) describe it: what every connector is made from.
struct TableDescription {
  std::string name;                        // as the user would write it
  std::vector<paimon::DataField> columns;  // physical ones, in order
  std::vector<std::string> partition_keys;
  std::vector<std::string> primary_key;
  std::optional<std::string> time_column;      // of the WATERMARK clause, if it is a physical column
  std::map<std::string, std::string> options;  // without 'connector'; hints and SET laid over
  std::string directory;                       // of a Paimon table

  bool operator==(const TableDescription&) const = default;
};

/// What a connector may use. References and pointers are borrowed and outlive what is made.
struct ConnectorContext {
  env::Env env;
  duckdb::ClientContext* duckdb = nullptr;  // of the job's worker
  bool streaming = true;                    // false: batch mode, every source is bounded
  std::string commit_user{};                // lineage of the job, for sinks
  std::string time_zone = "UTC";            // table.local-time-zone
  std::string temp_directory = "/tmp";      // for what does not fit into memory
  /// Writers of tables make their files through it, where somebody keeps a list of them; null: env.fs. Borrowed.
  env::FileSystem* data_files = nullptr;
};

/// Which of the table's columns a query reads, in output order.
using Projection = std::vector<size_t>;

struct ConnectorEntry {
  std::string name;
  std::string description;
  std::vector<OptionSpec> options;
  /// Null where the connector has no source or no sink. They check the options (throw InvalidInput).
  std::unique_ptr<Source> (*make_source)(const TableDescription& table, const Projection& columns,
                                         const ConnectorContext& context) = nullptr;
  std::unique_ptr<Sink> (*make_sink)(const TableDescription& table, const ConnectorContext& context) = nullptr;
};

/// Sorted by name.
const std::vector<ConnectorEntry>& Connectors();
/// Null: there is none.
const ConnectorEntry* ConnectorNamed(std::string_view name);
/// Throws InvalidInput with the nearest name.
const ConnectorEntry& FindConnector(std::string_view name);

/// The options of a table checked against its connector's list, and those of formats against its 'format'.
Options TableOptions(const ConnectorEntry& entry, const TableDescription& table);
/// Both check the options and say which tables cannot be read or written.
std::unique_ptr<Source> MakeSource(const std::string& connector, const TableDescription& table,
                                   const Projection& columns, const ConnectorContext& context);
std::unique_ptr<Sink> MakeSink(const std::string& connector, const TableDescription& table,
                               const ConnectorContext& context);

}  // namespace tarn::connector
