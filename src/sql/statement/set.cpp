#include "sql/mistyped_setting.h"
#include "sql/statement/run.h"

namespace tarn::sql {

Outcome Run(Session& session, SetStatement& statement) {
  auto& settings = session.settings();
  if (!statement.option) {
    std::vector<std::vector<std::optional<std::string>>> rows;
    for (const auto& [key, value] : settings.values()) rows.push_back({key, value});
    return RowsOfText(TextColumns({"key", "value"}), std::move(rows));
  }
  const auto& key = statement.option->key.value;
  const std::string before = settings.Get(key);
  const bool was_set = settings.IsSet(key);
  settings.Set(key, statement.option->value.value);
  try {
    settings.Check(key);
  } catch (const Error& e) {
    if (was_set) {
      settings.Set(key, before);
    } else {
      settings.Reset(key);
    }
    throw SqlError(ErrorStage::Validation, statement.option->value.span, e.what());
  }
  if (key == "execution.runtime-mode") {
    return Done{settings.streaming() ? "streaming mode: a SELECT now runs until you press Ctrl-C"
                                     : "batch mode: a SELECT reads what is there and ends"};
  }
  // Flink stores any key, and so do we; one that nobody reads is worth a word.
  if (const auto notice = SettingNotice(settings, key)) session.Notice(*notice);
  if (const auto* known = FindSetting(key); known != nullptr && known->use == SettingUse::AtStart) {
    session.Notice("setting '" + key + "' is read when Tarn starts, from its flags or tarn.yaml; now it has no effect");
  }
  return Done{"OK"};
}

Outcome Run(Session& session, ResetStatement& statement) {
  if (statement.key) {
    session.settings().Reset(statement.key->value);
  } else {
    session.settings().ResetAll();
  }
  return Done{"OK"};
}

Outcome Run(Session& session, UseStatement& statement) {
  auto& catalogs = session.catalogs();
  const Span span = statement.name.span();
  if (statement.catalog) {
    const auto parts = Parts(statement.name);
    if (parts.size() != 1) throw SqlError(ErrorStage::Validation, span, "a catalog has one name");
    auto& catalog = session.catalogs().Require(parts[0], span, ErrorStage::Plan);
    const auto option = catalog.options().find("default-database");
    const std::string database = option == catalog.options().end() ? "default" : option->second;
    catalogs.Use(parts[0], database);
    return Done{"OK"};
  }
  const auto [catalog, database] = DatabasePath(session, statement.name);
  session.catalogs().RequireDatabase(catalog, database, span, ErrorStage::Plan);
  catalogs.Use(catalog, database);
  return Done{"OK"};
}

Outcome Run(Session&, UseModules& statement) {
  for (const auto& name : statement.names) {
    if (name.text != "core") {
      throw SqlError(ErrorStage::Validation, name.span, "there is no module '" + name.text + "': only 'core'");
    }
  }
  return Done{"OK"};
}

Outcome Run(Session&, LoadModule& statement) {
  throw SqlError(ErrorStage::Validation, statement.name.span,
                 "modules cannot be loaded or unloaded: there is 'core', with every function");
}

}  // namespace tarn::sql
