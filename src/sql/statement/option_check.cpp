#include "sql/statement/option_check.h"

#include <algorithm>
#include <duckdb/main/connection.hpp>
#include <numeric>

#include "base/nearest.h"
#include "connector/connectors.h"
#include "connector/formats/format.h"
#include "paimon/options.h"
#include "sql/describe_table.h"
#include "sql/option_place.h"
#include "table/scan/readable.h"
#include "table/schema/schema_store.h"
#include "table/store_options.h"

namespace tarn::sql {

namespace {

// A value that is none of the names, but nearly one.
void RefuseSlip(const OptionList& options, const std::string& key, const char* what, std::vector<std::string> known) {
  for (const auto& option : options) {
    const auto& value = option.value.value;
    if (option.key.value != key || std::find(known.begin(), known.end(), value) != known.end()) continue;
    std::sort(known.begin(), known.end());
    const auto nearest = Slip(value, known);
    if (!nearest) continue;
    throw SqlError(ErrorStage::Validation, option.value.span, std::string(what) + " '" + value + "' is unknown",
                   "did you mean '" + *nearest + "'?");
  }
}

// Not an error: a hint may give it, and so may the table that is made LIKE this one.
void NoteMissingOptions(const Session& session, const connector::ConnectorEntry& connector, const OptionMap& given) {
  for (const auto& option : connector.options) {
    if (!option.required || given.count(option.name) != 0) continue;
    session.Notice("connector '" + connector.name + "' needs the option '" + option.name + "' (" + option.description +
                   "); until it is given, here or in a hint, the table cannot be used");
  }
}

// A source and a sink of the table are made and dropped: they look at the values. What else they complain of (a file
// that is not there yet, a missing option) shows where the table is used.
void CheckConnectorValues(Session& session, const connector::ConnectorEntry& entry, const OptionList& options,
                          const std::string& name, const TableDefinition& definition) {
  auto description = Describe(name, definition, definition.options);
  std::erase_if(description.options, [&](const auto& one) { return !connector::Takes(entry.options, one.first); });
  const connector::ConnectorContext context{.env = session.env(), .duckdb = session.connection().context.get()};
  connector::Projection all(description.columns.size());
  std::iota(all.begin(), all.end(), size_t{0});
  const auto look = [&](const auto& make) {
    try {
      make();
    } catch (const OptionError& e) {
      for (const auto& option : options)
        if (option.key.value == e.option()) throw AtOption(e, option.value.span);
    } catch (const Error&) {
    }
  };
  if (entry.make_source != nullptr) look([&] { entry.make_source(description, all, context); });
  if (entry.make_sink != nullptr) look([&] { entry.make_sink(description, context); });
}

// What resembles no connector or option that we have is refused where the table is used.
void CheckConnectorOptions(Session& session, const std::string& name, const OptionList& options,
                           const std::string& table, const TableDefinition& definition) {
  const OptionMap& all = definition.options;
  std::vector<std::string> connectors;
  for (const auto& entry : connector::Connectors()) connectors.push_back(entry.name);
  RefuseSlip(options, "connector", "connector", connectors);
  std::vector<std::string> formats;
  for (const auto& entry : connector::Formats()) formats.push_back(entry.name);
  if (name == "filesystem") RefuseSlip(options, "format", "format", formats);
  const auto* entry = connector::ConnectorNamed(name);
  if (entry == nullptr) return;
  NoteMissingOptions(session, *entry, all);
  std::vector<std::string> known;
  for (const auto& spec : entry->options) known.push_back(spec.name);
  std::sort(known.begin(), known.end());
  for (const auto& option : options) {
    const auto& key = option.key.value;
    if (const auto error = connector::OfOtherFormat(key, all)) throw AtOption(*error, option.key.span);
    if (key == "connector" || connector::Takes(entry->options, key)) continue;
    if (const auto nearest = Slip(key, known)) {
      throw SqlError(ErrorStage::Validation, option.key.span,
                     "option '" + key + "' is unknown to connector '" + name + "'", "did you mean '" + *nearest + "'?");
    }
  }
  CheckConnectorValues(session, *entry, options, table, definition);
}

}  // namespace

Span PlaceOfOption(const OptionList& options, const std::string& key, Span otherwise) {
  for (const auto& option : options)
    if (option.key.value == key) return option.key.span;
  return otherwise;
}

void CheckTableOptions(Session& session, const Catalog& catalog, const OptionList& options, const std::string& name,
                       const TableDefinition& definition, bool temporary) {
  const auto connector = definition.options.find("connector");
  const bool lake =
      connector == definition.options.end() ? !temporary && catalog.Type() == "paimon" : connector->second == "paimon";
  if (!lake) {
    if (connector != definition.options.end()) {
      CheckConnectorOptions(session, connector->second, options, name, definition);
    } else {
      session.Notice("the table has no option 'connector'; until one is given it cannot be used");
    }
    return;
  }
  for (const auto& option : options) {
    const auto& key = option.key.value;
    if (key == "connector" || key == "path" || key == "comment") continue;
    const auto known = paimon::ClassifyOption(key);
    if (known.nearest) {
      throw SqlError(ErrorStage::Validation, option.key.span, "option '" + key + "' is unknown",
                     "did you mean '" + std::string(*known.nearest) + "'? (SHOW OPTIONS lists all)");
    }
    const auto expected = paimon::ExpectedInstead(key, option.value.value);
    if (known.use == paimon::OptionUse::NoMeaning) {
      session.Notice("option '" + key + "' is kept with the table and has no meaning for Tarn" +
                     (expected ? "; for Paimon it should be " + std::string(*expected) : ""));
    } else if (expected) {
      throw SqlError(ErrorStage::Plan, option.key.span,
                     "option '" + key + "' is '" + option.value.value + "'; expected " + std::string(*expected));
    } else if (known.use == paimon::OptionUse::Unknown) {
      session.Notice("option '" + key +
                     "' is not known to Paimon or Tarn; it is kept with the table and has no effect");
    } else if (known.use == paimon::OptionUse::BlocksReading) {
      session.Notice("option '" + key + "' is kept with the table, which Tarn can then not use in batch mode");
    } else if (paimon::BlocksWriting(key, option.value.value)) {
      session.Notice("option '" + key + "' = '" + option.value.value +
                     "' is kept with the table, which Tarn can then " +
                     (table::BlocksReading(key) ? "neither read nor write" : "read but not write"));
    }
  }
}

void NoteUnwritable(Session& session, const Catalog& catalog, const OptionList& options, const std::string& database,
                    const std::string& name) {
  const auto noticed = [](const Option& option) { return paimon::BlocksWriting(option.key.value, option.value.value); };
  if (std::any_of(options.begin(), options.end(), noticed)) return;
  try {
    const auto made = catalog.Find(database, name);
    if (!made) return;
    const auto schema = table::ReadLatestSchema(session.env().fs, std::get<CatalogTable>(*made).directory);
    table::RequireWritable(schema, schema.options);
  } catch (const Error& e) {
    // The table is made: that it cannot be read just now is for whoever uses it.
    if (e.code() == ErrorCode::Unsupported)
      session.Notice(std::string("an INSERT into the table will be refused: ") + e.what());
  }
}

}  // namespace tarn::sql
