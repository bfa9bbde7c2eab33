#include <duckdb/main/connection.hpp>

#include "sql/query_rows.h"
#include "sql/scan/table_binder.h"
#include "sql/statement/run.h"

namespace tarn::sql {

void NoteHints(const Session& session, const std::vector<QueryHint>& hints) {
  for (const auto& hint : hints) {
    const bool options = hint.name.text == "OPTIONS";
    session.Notice("hint " + hint.name.text +
                   (options ? " has no effect behind SELECT; behind a table it has: t /*+ OPTIONS(..) */"
                            : " has no effect: Tarn plans without it"));
  }
}

PreparedQuery Prepare(Session& session, duckdb::Connection& connection, Query& query, bool streaming) {
  TableBinder binder(session, connection, streaming);
  NoteHints(session, query.hints);
  PreparedQuery prepared;
  prepared.node = std::move(query.tree->node);
  prepared.columns = Analyze(prepared.node, binder.Context());
  binder.PutScans(*prepared.node);
  prepared.tables = binder.bound();
  return prepared;
}

Outcome Run(Session& session, SelectStatement& statement) {
  if (!session.settings().streaming()) {
    auto prepared = Prepare(session, session.connection(), statement.query, false);
    return RunQuery(session.connection(), std::move(prepared.node), std::move(prepared.columns),
                    std::move(prepared.tables));
  }
  ContinuousQuery continuous;
  continuous.connection = session.engine().ConnectWork();
  auto prepared = Prepare(session, *continuous.connection, statement.query, true);
  continuous.inserts.push_back({std::move(prepared.node), std::move(prepared.columns), nullptr});
  return continuous;
}

}  // namespace tarn::sql
