// Statements that Flink has and that this version does not run: each says so, and what to do instead.
#include "sql/statement/run.h"

namespace tarn::sql {
namespace {

[[noreturn]] void RefuseStatement(Span span, const std::string& what, const std::string& hint = "") {
  throw SqlError(ErrorStage::Plan, span, what, hint, ErrorCode::Unsupported);
}

}  // namespace

Outcome Run(Session&, DeleteStatement& statement) {
  RefuseStatement(statement.table.span(), "DELETE is not supported yet",
                  "INSERT OVERWRITE rewrites a partition without the rows that should go");
}
Outcome Run(Session&, UpdateStatement& statement) {
  RefuseStatement(statement.table.span(), "UPDATE is not supported yet",
                  "an INSERT of the whole row with the same primary key replaces it");
}
Outcome Run(Session&, CallStatement& statement) {
  RefuseStatement(statement.procedure.span(), "procedures are not supported yet: " + statement.procedure.Text());
}
Outcome Run(Session&, AnalyzeStatement& statement) {
  RefuseStatement(statement.table.span(), "ANALYZE TABLE is not supported yet; no query needs it");
}
Outcome Run(Session&, StopJob& statement) {
  RefuseStatement(statement.id.span, "jobs of other processes cannot be stopped from here: press Ctrl-C where it runs");
}
Outcome Run(Session&, UnsupportedStatement& statement) {
  RefuseStatement(statement.span, statement.what + " is not supported", statement.hint);
}

}  // namespace tarn::sql
