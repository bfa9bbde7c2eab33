// A bound table as the connectors want it described.
#pragma once

#include "connector/connectors.h"
#include "sql/scan/bound_table.h"

namespace duckdb {
class Connection;
}

namespace tarn::sql {

class Session;

connector::TableDescription Describe(const BoundTable& table);
/// Of a connector's table with these options.
connector::TableDescription Describe(const std::string& name, const TableDefinition& definition, OptionMap options);
/// For sources and sinks that live no longer than the connection.
connector::ConnectorContext ConnectorContextOf(Session& session, duckdb::Connection& connection, bool streaming);

}  // namespace tarn::sql
