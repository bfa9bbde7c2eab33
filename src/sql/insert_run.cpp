#include "sql/insert_run.h"

#include <duckdb/common/types/selection_vector.hpp>
#include <duckdb/main/connection.hpp>

#include "connector/connectors.h"
#include "paimon/snapshot.h"
#include "sql/describe_table.h"
#include "sql/session.h"
#include "sql/sql_error.h"
#include "table/commit/settle.h"
#include "table/store_options.h"
#include "table/write/table_writer.h"

namespace tarn::sql {
namespace {

// 'table.exec.sink.not-null-enforcer'.
class NotNullEnforcer {
 public:
  NotNullEnforcer(const Settings& settings, const BoundTable& target, const std::vector<TypedColumn>& columns)
      : target_(target.path.Text()), columns_(columns) {
    for (size_t i = 0; i < columns.size(); i++) {
      if (!columns[i].type.nullable) required_.push_back(i);
    }
    drop_ = settings.GetWord("table.exec.sink.not-null-enforcer") == "DROP";
  }

  /// Leaves out the rows that may not be written, or throws.
  void Apply(duckdb::DataChunk& chunk) {
    duckdb::SelectionVector kept;
    for (const size_t column : required_) {
      duckdb::UnifiedVectorFormat format;
      chunk.data[column].ToUnifiedFormat(chunk.size(), format);
      if (format.validity.AllValid()) continue;
      kept.Initialize(STANDARD_VECTOR_SIZE);
      duckdb::idx_t count = 0;
      for (duckdb::idx_t row = 0; row < chunk.size(); row++) {
        if (format.validity.RowIsValid(format.sel->get_index(row))) {
          kept.set_index(count++, row);
        } else if (!drop_) {
          throw SqlError(
              ErrorStage::Runtime, {},
              "column '" + columns_[column].name + "' of " + target_ + " is NOT NULL, and a NULL came for it",
              "SET 'table.exec.sink.not-null-enforcer' = 'DROP' leaves such rows out");
        }
      }
      if (count != chunk.size()) chunk.Slice(kept, count);
    }
  }

 private:
  std::string target_;
  const std::vector<TypedColumn>& columns_;
  std::vector<size_t> required_;
  bool drop_ = false;
};

table::CommitOutcome Publish(const table::Table& lake, const InsertRequest& request,
                             const table::CommitRequest& commit) {
  if (!request.overwrite) return table::Commit(lake, commit);
  table::OverwriteRequest overwrite;
  overwrite.commit = commit;
  overwrite.commit.ignore_empty = false;
  const bool dynamic = lake.Option("dynamic-partition-overwrite").value_or("true") != "false";
  if (lake.schema().partition_keys.empty() || !dynamic)
    overwrite.partition = request.partition.value_or(std::map<std::string, paimon::Value>{});
  // Dynamic: the partitions of the rows are replaced; without rows there are none.
  if (!overwrite.partition && overwrite.commit.messages.empty()) {
    table::CommitOutcome nothing;
    nothing.kind = table::CommitOutcome::NothingToDo;
    return nothing;
  }
  return table::Overwrite(lake, overwrite);
}

int64_t WriteLake(Session& session, Rows& rows, const InsertRequest& request) {
  const auto& lake = request.target->lake;
  auto connection = session.engine().ConnectQuery();
  NotNullEnforcer enforcer(session.settings(), *request.target, request.columns);
  table::WriterOptions options;
  options.memory_bytes = std::max<int64_t>(session.engine().memory_bytes() / 4, 64 << 20);
  options.overwrite = request.overwrite;
  auto writer = table::NewTableWriter(*connection->context, lake, options);
  int64_t written = 0;
  try {
    columnar::ChangeBatch batch;
    while (rows.Next(batch)) {
      enforcer.Apply(batch.chunk);
      if (batch.size() == 0) continue;
      if (request.kind != columnar::RowKind::Insert) batch.kinds.assign(batch.size(), request.kind);
      writer->Write(batch);
      written += static_cast<int64_t>(batch.size());
      session.CountWritten(static_cast<int64_t>(batch.size()));
    }
    table::CommitRequest commit;
    commit.user = session.env().random.Uuid();
    commit.identifier = paimon::Snapshot::kBatchIdentifier;
    commit.messages = writer->PrepareCommit();
    table::Settle(*lake, commit.messages, [&] { return Publish(*lake, request, commit); });
  } catch (...) {
    writer->Abort();
    throw;
  }
  return written;
}

int64_t WriteSink(Session& session, Rows& rows, const InsertRequest& request) {
  auto connection = session.engine().ConnectQuery();
  NotNullEnforcer enforcer(session.settings(), *request.target, request.columns);
  const auto sink = connector::MakeSink(request.target->connector(), Describe(*request.target),
                                        ConnectorContextOf(session, *connection, false));
  auto writer = sink->OpenWriter(0, 1);
  int64_t written = 0;
  try {
    columnar::ChangeBatch batch;
    while (rows.Next(batch)) {
      enforcer.Apply(batch.chunk);
      if (batch.size() == 0) continue;
      writer->Write(batch);
      written += static_cast<int64_t>(batch.size());
      session.CountWritten(static_cast<int64_t>(batch.size()));
    }
    const std::string prepared = writer->Prepare(1);
    sink->Commit(1, {prepared}, {.end_of_input = true});
  } catch (...) {
    writer->Abort();
    throw;
  }
  return written;
}

}  // namespace

void RequireWritable(const BoundTable& target, Span place) {
  if (!target.lake) return;
  try {
    table::RequireWritable(*target.lake);
  } catch (const Error& e) {
    throw SqlError(ErrorStage::Plan, place, e.what(), "", e.code());
  }
}

int64_t RunInsert(Session& session, Rows& rows, const InsertRequest& request) {
  return request.target->lake ? WriteLake(session, rows, request) : WriteSink(session, rows, request);
}

}  // namespace tarn::sql
