#include "sql/plan/explain_plan.h"
#include "sql/statement/run.h"

namespace tarn::sql {
namespace {

std::string ExplainQuery(Session& session, Query& query) {
  auto prepared = Prepare(session, session.connection(), query, false);
  return ExplainBatch(session.connection(), std::move(prepared.node));
}

}  // namespace

Outcome Run(Session& session, ExplainStatement& statement) {
  std::string text;
  auto& inner = statement.statement->value;
  const bool streaming = session.settings().streaming();
  if (auto* select = std::get_if<SelectStatement>(&inner); select != nullptr && !streaming) {
    text = ExplainQuery(session, select->query);
  } else if (auto* insert = std::get_if<InsertStatement>(&inner); insert != nullptr && !streaming) {
    text = "INSERT INTO " + insert->table.Text() + "\n" +
           ExplainBatch(session.connection(), PrepareBatchInsert(session, *insert));
  } else if (std::holds_alternative<SelectStatement>(inner) || std::holds_alternative<InsertStatement>(inner) ||
             std::holds_alternative<StatementSet>(inner)) {
    const bool was_streaming = streaming;
    if (!was_streaming) session.settings().Set("execution.runtime-mode", "streaming");
    Outcome outcome;
    try {
      outcome = std::visit([&](auto& value) { return Run(session, value); }, inner);
    } catch (...) {
      if (!was_streaming) session.settings().Set("execution.runtime-mode", "batch");
      throw;
    }
    if (!was_streaming) session.settings().Set("execution.runtime-mode", "batch");
    auto& continuous = std::get<ContinuousQuery>(outcome);
    continuous.explain_only = true;
    return std::move(continuous);
  } else {
    throw SqlError(ErrorStage::Validation, {}, "EXPLAIN is for queries, INSERTs and statement sets");
  }
  return RowsOfText(TextColumns({"result"}), {{text}});
}

}  // namespace tarn::sql
