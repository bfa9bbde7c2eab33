#include "sql/scan/scan_bind.h"

#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "sql/names.h"
#include "sql/scan/scan_functions.h"
#include "sql/scan/statement_tables.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

std::shared_ptr<const BoundTable> BindScan(duckdb::ClientContext& context, duckdb::TableFunctionBindInput& input,
                                           duckdb::vector<duckdb::LogicalType>& types,
                                           duckdb::vector<std::string>& names) {
  auto table = StatementTables::Of(context).Find(input.inputs.at(0).ToString());
  if (!table) throw duckdb::BinderException("this function is internal");
  // A continuous query's source computes the computed columns itself.
  const bool source = input.table_function.name == "tarn_source";
  for (const auto& column : source && table->streaming ? table->columns : table->scan_columns) {
    names.push_back(EncodeName(column.name));
    types.push_back(ToLogicalType(column.type));
  }
  return table;
}

duckdb::virtual_column_map_t ScanVirtualColumns(duckdb::ClientContext&, duckdb::optional_ptr<duckdb::FunctionData>) {
  duckdb::virtual_column_map_t columns;
  columns.insert({duckdb::COLUMN_IDENTIFIER_EMPTY, duckdb::TableColumn("", duckdb::LogicalType::BOOLEAN)});
  return columns;
}

void RegisterScanFunctions(duckdb::DatabaseInstance& instance) {
  duckdb::ExtensionLoader loader(instance, "tarn");
  loader.RegisterFunction(LakeScanFunction());
  loader.RegisterFunction(SourceScanFunction());
  loader.RegisterFunction(SystemScanFunction());
  loader.RegisterFunction(ProcessScanFunction());
}

std::shared_ptr<const BoundTable> TableOf(const duckdb::LogicalGet& get) {
  const auto& name = get.function.name;
  if (name != "tarn_lake" && name != "tarn_source" && name != "tarn_system") return nullptr;
  return get.bind_data->Cast<ScanBindData>().table;
}

}  // namespace tarn::sql
