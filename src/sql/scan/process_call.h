// Reads the arguments of a process table function's call out of the tree (parse/parser.h says how they lie there).
#pragma once

#include <duckdb/parser/tableref/table_function_ref.hpp>
#include <functional>
#include <memory>

#include "sql/scan/bound_process.h"

namespace tarn::sql {

/// The columns of table argument number i, whose query is given.
using ArgumentColumns = std::function<std::vector<TypedColumn>(size_t index, duckdb::QueryNode& query)>;

/// Null: there is no process table function of that name. Throws SqlError(Validation) for wrong arguments.
std::shared_ptr<BoundProcess> ReadProcessCall(const duckdb::TableFunctionRef& ref, const ArgumentColumns& columns_of);

/// The queries of the table arguments, moved out of the call, in the order of the parameters.
std::vector<duckdb::unique_ptr<duckdb::QueryNode>> TakeInputs(duckdb::TableFunctionRef& ref,
                                                              const BoundProcess& process);

}  // namespace tarn::sql
