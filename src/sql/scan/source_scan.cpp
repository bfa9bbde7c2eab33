// A connector's table read to its end by a batch query. In a continuous plan the same function only stands for the
// source, and is never run.
#include <chrono>
#include <duckdb/main/client_context.hpp>
#include <thread>

#include "base/error.h"
#include "columnar/duckdb_error.h"
#include "columnar/type_mapping.h"
#include "sql/describe_table.h"
#include "sql/scan/scan_bind.h"
#include "sql/scan/scan_functions.h"

namespace tarn::sql {
namespace {

struct SourceGlobal : duckdb::GlobalTableFunctionState {
  duckdb::idx_t MaxThreads() const override { return static_cast<duckdb::idx_t>(readers); }

  std::unique_ptr<connector::Source> source;
  duckdb::vector<duckdb::LogicalType> types;  // of the batches that it fills
  int readers = 1;
  std::atomic<int> next_reader{0};
  std::vector<int> output_of;  // output column -> column of the source's batch, -1 = none
};

struct SourceLocal : duckdb::LocalTableFunctionState {
  std::unique_ptr<connector::SourceReader> reader;
  columnar::ChangeBatch batch;
  int index = 0;
};

duckdb::unique_ptr<duckdb::FunctionData> BindSource(duckdb::ClientContext& context,
                                                    duckdb::TableFunctionBindInput& input,
                                                    duckdb::vector<duckdb::LogicalType>& types,
                                                    duckdb::vector<std::string>& names) {
  return duckdb::make_uniq<ScanBindData>(BindScan(context, input, types, names));
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> InitSource(duckdb::ClientContext& context,
                                                                duckdb::TableFunctionInitInput& input) {
  const auto& table = *input.bind_data->Cast<ScanBindData>().table;
  auto state = duckdb::make_uniq<SourceGlobal>();
  connector::Projection projection;
  for (const auto column : input.column_ids) {
    const bool real = !duckdb::IsVirtualColumn(column);
    state->output_of.push_back(real ? static_cast<int>(projection.size()) : -1);
    if (real) projection.push_back(column);
  }
  if (projection.empty()) projection.push_back(0);  // something must count the rows
  try {
    const connector::ConnectorContext connector_context{
        .env = table.env, .duckdb = &context, .streaming = false, .commit_user = {}, .time_zone = table.time_zone};
    const auto description = Describe(table);
    if (description.options.contains("dead-letter.table")) {
      throw Error(ErrorCode::Unsupported, "table " + table.path.Text() +
                                              " keeps what it cannot read in a 'dead-letter.table', which only a job "
                                              "fills\n  SET 'execution.runtime-mode' = 'streaming' first");
    }
    state->source = connector::MakeSource(table.connector(), description, projection, connector_context);
    for (const auto column : projection) {
      state->types.push_back(columnar::VectorType(description.columns.at(column).type));
    }
    if (!state->source->Bounded()) {
      throw Error(ErrorCode::InvalidInput,
                  "table " + table.path.Text() +
                      " never ends, so it cannot be read in batch "
                      "mode\n  SET 'execution.runtime-mode' = 'streaming' reads it as it comes");
    }
    state->readers = std::max(1, state->source->MaxParallelism());
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  return state;
}

duckdb::unique_ptr<duckdb::LocalTableFunctionState> InitSourceLocal(duckdb::ExecutionContext&,
                                                                    duckdb::TableFunctionInitInput&,
                                                                    duckdb::GlobalTableFunctionState*) {
  return duckdb::make_uniq<SourceLocal>();
}

void ScanSource(duckdb::ClientContext& context, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
  const auto& table = *input.bind_data->Cast<ScanBindData>().table;
  auto& global = input.global_state->Cast<SourceGlobal>();
  auto& local = input.local_state->Cast<SourceLocal>();
  try {
    for (;;) {
      if (!local.reader) {
        local.index = global.next_reader++;
        if (local.index >= global.readers) return;
        local.reader = global.source->Open(local.index, global.readers, "");
      }
      if (local.batch.chunk.ColumnCount() == 0) columnar::Initialize(local.batch, global.types);
      columnar::Reset(local.batch);
      const auto result = local.reader->Read(local.batch);
      if (result == connector::ReadResult::End) {
        local.reader.reset();
        continue;
      }
      if (result == connector::ReadResult::Blocked || local.batch.size() == 0) {
        if (context.interrupted) throw duckdb::InterruptException();
        if (result == connector::ReadResult::Blocked) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      for (const auto kind : local.batch.kinds) {
        if (kind == columnar::RowKind::Insert) continue;
        throw Error(ErrorCode::InvalidInput, "table " + table.path.Text() +
                                                 " gives updates and deletes, which a batch "
                                                 "query cannot read");
      }
      for (size_t i = 0; i < global.output_of.size(); i++) {
        if (global.output_of[i] >= 0)
          output.data[i].Reference(local.batch.chunk.data[static_cast<size_t>(global.output_of[i])]);
      }
      output.SetCardinality(local.batch.size());
      table.scanned.AddRows(static_cast<int64_t>(local.batch.size()));
      return;
    }
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
}

duckdb::OperatorPartitionData PartitionData(duckdb::ClientContext&, duckdb::TableFunctionGetPartitionInput& input) {
  return duckdb::OperatorPartitionData(static_cast<duckdb::idx_t>(input.local_state->Cast<SourceLocal>().index));
}

}  // namespace

duckdb::TableFunction SourceScanFunction() {
  duckdb::TableFunction function("tarn_source", {duckdb::LogicalType::VARCHAR}, ScanSource, BindSource, InitSource,
                                 InitSourceLocal);
  function.projection_pushdown = true;
  function.filter_pushdown = false;
  function.get_partition_data = PartitionData;
  function.get_virtual_columns = ScanVirtualColumns;
  return function;
}

}  // namespace tarn::sql
