#include "sql/statement/option_check.h"

#include <algorithm>

#include "base/nearest.h"
#include "connector/connectors.h"
#include "paimon/options.h"

namespace tarn::sql {

namespace {

// Of a connector that we have. What resembles no option of it is refused where the table is used.
void CheckConnectorOptions(const std::string& name, const OptionList& options) {
  for (const auto& entry : connector::Connectors()) {
    if (entry.name != name) continue;
    std::vector<std::string> known;
    for (const auto& spec : entry.options) known.push_back(spec.name);
    std::sort(known.begin(), known.end());
    for (const auto& option : options) {
      const auto& key = option.key.value;
      if (key == "connector" || connector::Takes(entry.options, key)) continue;
      const auto nearest = NearestName(key, known);
      if (!nearest || EditDistance(key, *nearest) > 2) continue;
      throw SqlError(ErrorStage::Validation, option.key.span,
                     "option '" + key + "' is unknown to connector '" + name + "'", "did you mean '" + *nearest + "'?");
    }
  }
}

}  // namespace

void CheckTableOptions(Session& session, const Catalog& catalog, const OptionList& options,
                       const TableDefinition& definition, bool temporary) {
  const auto connector = definition.options.find("connector");
  const bool lake =
      connector == definition.options.end() ? !temporary && catalog.Type() == "paimon" : connector->second == "paimon";
  if (!lake) {
    if (connector != definition.options.end()) CheckConnectorOptions(connector->second, options);
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
    if (known.use == paimon::OptionUse::Unknown) {
      session.Notice("option '" + key +
                     "' is not known to Paimon or Tarn; it is kept with the table and has no effect");
    } else if (known.use == paimon::OptionUse::NoMeaning) {
      session.Notice("option '" + key + "' is kept with the table and has no meaning for Tarn");
    } else if (paimon::BlocksWriting(key, option.value.value)) {
      session.Notice("option '" + key + "' = '" + option.value.value +
                     "' is kept with the table, which Tarn can then read but not write");
    }
  }
}

}  // namespace tarn::sql
