// Every connector, one line each.
#include "connector/connectors.h"

#include <algorithm>

#include "base/error.h"
#include "base/nearest.h"
#include "connector/add_connector.h"
#include "connector/formats/format.h"

namespace tarn::connector {

#define TARN_CONNECTORS(X) \
  X(BlackholeConnector)    \
  X(DatagenConnector)      \
  X(FilesystemConnector)   \
  X(NmeaConnector)         \
  X(PaimonConnector)       \
  X(PrintConnector)

#define X(entry) ConnectorEntry entry();
TARN_CONNECTORS(X)
#undef X

namespace {

std::vector<ConnectorEntry>& List() {
  static std::vector<ConnectorEntry> entries = {
#define X(entry) entry(),
      TARN_CONNECTORS(X)
#undef X
  };
  return entries;
}

}  // namespace

const std::vector<ConnectorEntry>& Connectors() { return List(); }

void AddConnector(ConnectorEntry entry) {
  auto& entries = List();
  const auto place = std::lower_bound(entries.begin(), entries.end(), entry.name,
                                      [](const auto& known, const auto& name) { return known.name < name; });
  entries.insert(place, std::move(entry));
}

const ConnectorEntry* ConnectorNamed(std::string_view name) {
  for (const auto& entry : Connectors())
    if (entry.name == name) return &entry;
  return nullptr;
}

const ConnectorEntry& FindConnector(std::string_view name) {
  if (const auto* entry = ConnectorNamed(name)) return *entry;
  std::vector<std::string> known;
  std::string all;
  for (const auto& entry : Connectors()) {
    known.push_back(entry.name);
    all += (all.empty() ? "" : ", ") + entry.name;
  }
  throw Error(ErrorCode::InvalidInput,
              "connector '" + std::string(name) + "' is unknown" + DidYouMean(name, known) + "\n  There are: " + all);
}

Options TableOptions(const ConnectorEntry& entry, const TableDescription& table) {
  const auto owner = "table '" + table.name + "' (connector '" + entry.name + "')";
  for (const auto& [option, value] : table.options) {
    if (!Takes(entry.options, option)) continue;
    if (const auto error = OfOtherFormat(option, table.options))
      throw OptionError(option, owner + ": " + error->what());
  }
  std::vector<OptionSpec> taken;
  for (const auto& spec : entry.options)
    if (!OfOtherFormat(spec.name, table.options)) taken.push_back(spec);
  return {owner, taken, table.options};
}

std::unique_ptr<Source> MakeSource(const std::string& connector, const TableDescription& table,
                                   const Projection& columns, const ConnectorContext& context) {
  const auto& entry = FindConnector(connector);
  if (!entry.make_source)
    throw Error(ErrorCode::InvalidInput,
                "table '" + table.name + "' cannot be read: connector '" + entry.name + "' only writes");
  return entry.make_source(table, columns, context);
}

std::unique_ptr<Sink> MakeSink(const std::string& connector, const TableDescription& table,
                               const ConnectorContext& context) {
  const auto& entry = FindConnector(connector);
  if (!entry.make_sink)
    throw Error(ErrorCode::InvalidInput,
                "table '" + table.name + "' cannot be written: connector '" + entry.name + "' only reads");
  return entry.make_sink(table, context);
}

}  // namespace tarn::connector
