#include "sql/query_rows.h"

#include <duckdb/main/connection.hpp>
#include <duckdb/main/pending_query_result.hpp>
#include <duckdb/main/query_result.hpp>
#include <duckdb/parser/statement/select_statement.hpp>

#include "sql/duckdb_errors.h"
#include "sql/scan/scan_report.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

/// Ends the connection's query, and returns when no thread works on it any more. DuckDB leaves that to the next query
/// or to the connection's end, and leaves it out where an exception is on its way: its threads then work for a query
/// that is gone.
void EndQuery(duckdb::Connection& connection) {
  connection.Interrupt();  // what waits for its source, waits no more
  connection.context->Destroy();
}

class QueryRows : public Rows {
 public:
  QueryRows(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryResult> result,
            std::vector<TypedColumn> columns, std::vector<std::shared_ptr<const BoundTable>> tables)
      : Rows(std::move(columns)), connection_(connection), result_(std::move(result)), tables_(std::move(tables)) {}
  ~QueryRows() override {
    if (result_) End();
  }

  bool Next(columnar::ChangeBatch& batch) override {
    if (!result_) return false;
    duckdb::unique_ptr<duckdb::DataChunk> chunk;
    try {
      do {
        chunk = result_->Fetch();
      } while (chunk && chunk->size() == 0);
    } catch (const std::exception& e) {
      // The result may have learnt of another thread's error before: that is the one.
      const duckdb::ErrorData error = result_->HasError() ? result_->GetErrorObject() : duckdb::ErrorData(e);
      End();
      ThrowRunError(error);
    }
    if (!chunk) {
      // A stream that fails ends, and says why.
      if (result_->HasError()) {
        const duckdb::ErrorData error = result_->GetErrorObject();
        End();
        ThrowRunError(error);
      }
      result_.reset();
      return false;
    }
    batch = columnar::ChangeBatch();
    batch.chunk.Move(*chunk);
    return true;
  }

  void Cancel() override { connection_.Interrupt(); }

  std::optional<double> Progress() const override {
    const double percent = connection_.context->GetQueryProgress().GetPercentage();
    if (percent < 0) return std::nullopt;
    return percent / 100;
  }

  ScanReport Report() const override {
    ScanReport sum;
    for (const auto& table : tables_) {
      const auto report = table->scanned.Read();
      sum.rows_read += report.rows_read;
      sum.files_kept += report.files_kept;
      sum.files_total += report.files_total;
    }
    return sum;
  }

 private:
  void End() {
    result_.reset();
    EndQuery(connection_);
  }

  duckdb::Connection& connection_;
  duckdb::unique_ptr<duckdb::QueryResult> result_;
  std::vector<std::shared_ptr<const BoundTable>> tables_;
};

}  // namespace

std::unique_ptr<Rows> RunQuery(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryNode> query,
                               std::vector<TypedColumn> columns,
                               std::vector<std::shared_ptr<const BoundTable>> tables) {
  auto statement = duckdb::make_uniq<duckdb::SelectStatement>();
  statement->node = std::move(query);
  connection.context->config.enable_progress_bar = true;
  connection.context->config.print_progress_bar = false;
  connection.context->config.wait_time = 0;
  auto pending = connection.PendingQuery(std::move(statement), true);
  if (pending->HasError()) ThrowBindError(pending->GetErrorObject());
  duckdb::unique_ptr<duckdb::QueryResult> result;
  try {
    result = pending->Execute();
  } catch (const std::exception& e) {
    const duckdb::ErrorData error = pending->HasError() ? pending->GetErrorObject() : duckdb::ErrorData(e);
    EndQuery(connection);
    ThrowRunError(error);
  }
  if (result->HasError()) {
    const duckdb::ErrorData error = result->GetErrorObject();
    EndQuery(connection);
    ThrowRunError(error);
  }
  return std::make_unique<QueryRows>(connection, std::move(result), std::move(columns), std::move(tables));
}

}  // namespace tarn::sql
