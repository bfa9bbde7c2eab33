#include "sql/session.h"

#include <duckdb/main/connection.hpp>

#include "sql/catalog/paimon_catalog.h"
#include "sql/duckdb_errors.h"
#include "sql/many_rows.h"
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

namespace {

/// Runs a part of a statement; its errors show their place in the statement's text.
template <typename Part>
auto InStatement(std::string_view text, Part&& part) {
  try {
    return part();
  } catch (const SqlError& e) {
    if (e.message() == kManyRows) throw AtManyRows(e, text).WithText(text);
    throw e.WithText(text);
  } catch (const OptionError& e) {
    ThrowAtOption(e, text);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    ThrowRunError(duckdb::ErrorData(e));
  }
}

/// The rows of a statement, which may fail long after its beginning.
class StatementRows : public Rows {
 public:
  StatementRows(std::unique_ptr<Rows> rows, std::string_view text)
      : Rows(rows->columns()), rows_(std::move(rows)), text_(text) {}

  bool Next(columnar::ChangeBatch& batch) override {
    return InStatement(text_, [&] { return rows_->Next(batch); });
  }
  void Cancel() override { rows_->Cancel(); }
  std::optional<double> Progress() const override { return rows_->Progress(); }
  ScanReport Report() const override { return rows_->Report(); }

 private:
  std::unique_ptr<Rows> rows_;
  std::string text_;
};

}  // namespace

Outcome Session::Execute(std::string_view text) {
  Statement statement = ParseStatement(text);
  rows_written_ = 0;
  if (connection_) StatementTables::Of(*connection_->context).Clear();
  auto outcome = InStatement(
      text, [&] { return std::visit([this](auto& value) -> Outcome { return Run(*this, value); }, statement.value); });
  if (auto* query = std::get_if<ContinuousQuery>(&outcome)) query->text = text;
  if (auto* rows = std::get_if<std::unique_ptr<Rows>>(&outcome)) {
    *rows = std::make_unique<StatementRows>(std::move(*rows), text);
  }
  return outcome;
}

}  // namespace tarn::sql
