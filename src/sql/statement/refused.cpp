// Statements that Flink has and that this version does not run: each says so, and what to do instead.
#include "sql/statement/run.h"

namespace tarn::sql {
namespace {

[[noreturn]] void RefuseStatement(Span span, const std::string& what, const std::string& hint = "") {
  throw SqlError(ErrorStage::Plan, span, what, hint, ErrorCode::Unsupported);
}

}  // namespace

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
