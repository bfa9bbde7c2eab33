#include "sql/statement/option_check.h"

#include <algorithm>

#include "paimon/options.h"

namespace tarn::sql {

void CheckTableOptions(Session& session, const Catalog& catalog, const OptionList& options,
                       const TableDefinition& definition, bool temporary) {
  const auto connector = definition.options.find("connector");
  const bool lake =
      connector == definition.options.end() ? !temporary && catalog.Type() == "paimon" : connector->second == "paimon";
  if (!lake) return;
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
