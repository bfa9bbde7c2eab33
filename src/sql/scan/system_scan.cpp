// `t$snapshots` and its like: a few rows, read at once.
#include <duckdb/main/client_context.hpp>

#include "columnar/duckdb_error.h"
#include "sql/scan/scan_bind.h"
#include "sql/scan/scan_functions.h"
#include "table/system/system_tables.h"

namespace tarn::sql {
namespace {

struct SystemGlobal : duckdb::GlobalTableFunctionState {
  std::vector<columnar::ChangeBatch> batches;
  size_t next = 0;
  duckdb::vector<duckdb::column_t> columns;
};

duckdb::unique_ptr<duckdb::FunctionData> BindSystem(duckdb::ClientContext& context,
                                                    duckdb::TableFunctionBindInput& input,
                                                    duckdb::vector<duckdb::LogicalType>& types,
                                                    duckdb::vector<std::string>& names) {
  return duckdb::make_uniq<ScanBindData>(BindScan(context, input, types, names));
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> InitSystem(duckdb::ClientContext&,
                                                                duckdb::TableFunctionInitInput& input) {
  const auto& table = *input.bind_data->Cast<ScanBindData>().table;
  auto state = duckdb::make_uniq<SystemGlobal>();
  state->columns = input.column_ids;
  try {
    state->batches = table::ReadSystemTable(*table.lake, *table::FindSystemTable(table.system_table));
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  return state;
}

void ScanSystem(duckdb::ClientContext&, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
  auto& state = input.global_state->Cast<SystemGlobal>();
  if (state.next == state.batches.size()) return;
  auto& batch = state.batches[state.next++];
  for (size_t i = 0; i < state.columns.size(); i++) {
    if (!duckdb::IsVirtualColumn(state.columns[i])) output.data[i].Reference(batch.chunk.data[state.columns[i]]);
  }
  output.SetCardinality(batch.size());
}

}  // namespace

duckdb::TableFunction SystemScanFunction() {
  duckdb::TableFunction function("tarn_system", {duckdb::LogicalType::VARCHAR}, ScanSystem, BindSystem, InitSystem);
  function.projection_pushdown = true;
  function.get_virtual_columns = ScanVirtualColumns;
  return function;
}

}  // namespace tarn::sql
