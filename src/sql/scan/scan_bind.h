// What every scan function's bind step shares: the bound table behind the id, and its columns.
#pragma once

#include <duckdb/function/table_function.hpp>
#include <memory>

#include "sql/scan/bound_table.h"

namespace tarn::sql {

struct ScanBindData : duckdb::TableFunctionData {
  explicit ScanBindData(std::shared_ptr<const BoundTable> bound) : table(std::move(bound)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override { return duckdb::make_uniq<ScanBindData>(table); }
  bool Equals(const duckdb::FunctionData& other) const override { return table == other.Cast<ScanBindData>().table; }

  std::shared_ptr<const BoundTable> table;
};

/// Finds the table of the call's argument, and names and types `columns` (encoded names).
std::shared_ptr<const BoundTable> BindScan(duckdb::ClientContext& context, duckdb::TableFunctionBindInput& input,
                                           duckdb::vector<duckdb::LogicalType>& types,
                                           duckdb::vector<std::string>& names);

/// So that COUNT(*) reads no column at all.
duckdb::virtual_column_map_t ScanVirtualColumns(duckdb::ClientContext& context,
                                                duckdb::optional_ptr<duckdb::FunctionData> bind_data);

}  // namespace tarn::sql
