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

class QueryRows : public Rows {
 public:
  QueryRows(duckdb::Connection& connection, duckdb::unique_ptr<duckdb::QueryResult> result,
            std::vector<TypedColumn> columns, std::vector<std::shared_ptr<const BoundTable>> tables)
      : Rows(std::move(columns)), connection_(connection), result_(std::move(result)), tables_(std::move(tables)) {}

  bool Next(columnar::ChangeBatch& batch) override {
    if (!result_) return false;
    duckdb::unique_ptr<duckdb::DataChunk> chunk;
    try {
      do {
        chunk = result_->Fetch();
      } while (chunk && chunk->size() == 0);
    } catch (const std::exception& e) {
      const duckdb::ErrorData error(e);
      result_.reset();
      ThrowRunError(error);
    }
    if (!chunk) {
      // A stream that fails ends, and says why.
      if (result_->HasError()) {
        const duckdb::ErrorData error = result_->GetErrorObject();
        result_.reset();
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
  auto result = pending->Execute();
  if (result->HasError()) ThrowRunError(result->GetErrorObject());
  return std::make_unique<QueryRows>(connection, std::move(result), std::move(columns), std::move(tables));
}

}  // namespace tarn::sql
