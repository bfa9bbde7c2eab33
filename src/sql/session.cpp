#include "sql/session.h"

#include <duckdb/main/connection.hpp>

#include "sql/catalog/paimon_catalog.h"
#include "sql/duckdb_errors.h"
#include "sql/option_place.h"
#include "sql/parse/parser.h"
#include "sql/scan/statement_tables.h"
#include "sql/statement/run.h"

namespace tarn::sql {

Session::Session(Engine& engine, SessionOptions options) : engine_(engine), options_(std::move(options)) {
  settings_.SetInitial("execution.runtime-mode", options_.streaming ? "streaming" : "batch");
  if (options_.warehouse.empty()) return;
  catalogs_.Add("paimon", OpenPaimonCatalog(env(), {{"type", "paimon"}, {"warehouse", options_.warehouse}}));
  catalogs_.Use("paimon", "default");
}

Session::~Session() = default;

void Session::Cancel() {
  const std::scoped_lock lock(connection_mutex_);
  if (connection_) connection_->Interrupt();
}

std::optional<double> Session::Progress() {
  const std::scoped_lock lock(connection_mutex_);
  if (!connection_) return std::nullopt;
  const double percent = connection_->GetQueryProgress();
  if (percent < 0) return std::nullopt;
  return percent / 100;
}

duckdb::Connection& Session::connection() {
  const std::scoped_lock lock(connection_mutex_);
  if (!connection_) connection_ = engine_.ConnectQuery();
  return *connection_;
}

void Session::Notice(const std::string& text) const {
  if (options_.notice) options_.notice(text);
}

Outcome Session::Execute(std::string_view text) {
  Statement statement = ParseStatement(text);
  rows_written_ = 0;
  if (connection_) StatementTables::Of(*connection_->context).Clear();
  try {
    auto outcome = std::visit([this](auto& value) -> Outcome { return Run(*this, value); }, statement.value);
    if (auto* query = std::get_if<ContinuousQuery>(&outcome)) query->text = text;
    return outcome;
  } catch (const SqlError& e) {
    throw e.WithText(text);
  } catch (const OptionError& e) {
    ThrowAtOption(e, text);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    ThrowRunError(duckdb::ErrorData(e));
  }
}

}  // namespace tarn::sql
