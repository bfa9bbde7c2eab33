// A process table function in a plan. It is lowered, never run as a scan.
#include <duckdb/function/table_function.hpp>
#include <duckdb/main/client_context.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "base/error.h"
#include "columnar/duckdb_error.h"
#include "sql/names.h"
#include "sql/scan/scan_bind.h"
#include "sql/scan/scan_functions.h"
#include "sql/scan/statement_tables.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

struct ProcessBind : duckdb::TableFunctionData {
  explicit ProcessBind(std::shared_ptr<const BoundProcess> bound) : process(std::move(bound)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override { return duckdb::make_uniq<ProcessBind>(process); }
  bool Equals(const duckdb::FunctionData& other) const override { return process == other.Cast<ProcessBind>().process; }

  std::shared_ptr<const BoundProcess> process;
};

duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext& context, duckdb::TableFunctionBindInput& input,
                                              duckdb::vector<duckdb::LogicalType>& types,
                                              duckdb::vector<std::string>& names) {
  auto process = StatementTables::Of(context).FindProcess(input.inputs.at(0).ToString());
  if (!process) throw duckdb::BinderException("this function is internal");
  for (const auto& column : process->columns) {
    names.push_back(EncodeName(column.name));
    types.push_back(ToLogicalType(column.type));
  }
  return duckdb::make_uniq<ProcessBind>(std::move(process));
}

void Scan(duckdb::ClientContext&, duckdb::TableFunctionInput& input, duckdb::DataChunk&) {
  columnar::ThrowThroughDuckDb(Error(
      ErrorCode::Unsupported, input.bind_data->Cast<ProcessBind>().process->entry->name +
                                  " runs in streaming mode only\n  SET 'execution.runtime-mode' = 'streaming' first"));
}

}  // namespace

duckdb::TableFunction ProcessScanFunction() {
  duckdb::TableFunction function("tarn_process", {duckdb::LogicalType::VARCHAR}, Scan, Bind);
  function.projection_pushdown = true;
  function.get_virtual_columns = ScanVirtualColumns;
  return function;
}

std::shared_ptr<const BoundProcess> ProcessOf(const duckdb::LogicalGet& get) {
  if (get.function.name != "tarn_process" || !get.bind_data) return nullptr;
  return get.bind_data->Cast<ProcessBind>().process;
}

}  // namespace tarn::sql
