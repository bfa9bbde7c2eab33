// Every function of the list as a DuckDB function that takes anything: what it is given is typed already, so binding
// runs the function's rule over those types and keeps the kernel.
#include <duckdb/catalog/catalog.hpp>
#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/function/cast/default_casts.hpp>
#include <duckdb/function/scalar_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression_iterator.hpp>

#include "base/error.h"
#include "sql/plan/sort_keys.h"
#include "sql/types/aggregate_functions.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using duckdb::LogicalType;
using duckdb::make_uniq;

struct EntryInfo : duckdb::ScalarFunctionInfo {
  explicit EntryInfo(const function::Function* function) : entry(function) {}
  const function::Function* entry;
};

struct KernelData : duckdb::FunctionData {
  explicit KernelData(function::Kernel run) : kernel(std::move(run)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override { return make_uniq<KernelData>(kernel); }
  // The same function over equal arguments has an equal kernel: both come from the rule.
  bool Equals(const duckdb::FunctionData&) const override { return true; }
  function::Kernel kernel;
};

duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext&, duckdb::ScalarFunction& bound,
                                              duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& arguments) {
  const auto& entry = *bound.function_info->Cast<EntryInfo>().entry;
  function::Call call;
  call.name = entry.name;
  for (const auto& argument : arguments) {
    function::Argument described{ToDataType(argument->return_type), std::nullopt};
    if (argument->GetExpressionClass() == duckdb::ExpressionClass::BOUND_CONSTANT) {
      described.literal = argument->Cast<duckdb::BoundConstantExpression>().value;
    }
    call.arguments.push_back(std::move(described));
  }
  auto resolved = entry.resolve(call);
  bound.arguments.clear();
  for (size_t i = 0; i < arguments.size(); i++) {
    const auto& given = arguments[i]->return_type;
    if (i < resolved.parameters.size() && ToLogicalType(resolved.parameters[i]) != given) {
      throw Error(ErrorCode::Internal, std::string(entry.name) + " was bound to " + given.ToString() +
                                           " where it takes " + ToLogicalType(resolved.parameters[i]).ToString());
    }
    bound.arguments.push_back(given);
  }
  bound.varargs = LogicalType(duckdb::LogicalTypeId::INVALID);
  bound.return_type = ToLogicalType(resolved.result);
  return make_uniq<KernelData>(std::move(resolved.kernel));
}

/// Where the expression stands in the statement: its own place, else (of an implicit cast) that of what it works on.
duckdb::optional_idx PlaceOf(const duckdb::Expression& expression) {
  duckdb::optional_idx place = expression.GetQueryLocation();
  if (place.IsValid()) return place;
  duckdb::ExpressionIterator::EnumerateChildren(expression, [&](const duckdb::Expression& child) {
    if (!place.IsValid()) place = PlaceOf(child);
  });
  return place;
}

void Execute(duckdb::DataChunk& arguments, duckdb::ExpressionState& state, duckdb::Vector& result) {
  const auto& expression = state.expr.Cast<duckdb::BoundFunctionExpression>();
  try {
    expression.bind_info->Cast<KernelData>().kernel(arguments, result);
  } catch (const Error& error) {
    const auto place = PlaceOf(expression);
    if (error.code() == ErrorCode::Internal || !place.IsValid()) throw;
    const auto type = error.code() == ErrorCode::Unsupported ? duckdb::ExceptionType::NOT_IMPLEMENTED
                                                             : duckdb::ExceptionType::INVALID_INPUT;
    throw duckdb::Exception(type, error.what(), {{"position", std::to_string(place.GetIndex())}});
  }
}

void Register(duckdb::ExtensionLoader& loader, const function::Function& entry) {
  duckdb::ScalarFunction function(InternalName(entry.name), {}, LogicalType::ANY, Execute, Bind);
  function.varargs = LogicalType::ANY;
  function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
  function.errors = duckdb::FunctionErrors::CAN_THROW_RUNTIME_ERROR;
  function.stability = entry.volatility == function::Volatility::Fixed ? duckdb::FunctionStability::CONSISTENT
                                                                       : duckdb::FunctionStability::VOLATILE;
  function.function_info = duckdb::make_shared_ptr<EntryInfo>(&entry);
  loader.RegisterFunction(function);
}

void RegisterType(duckdb::ExtensionLoader& loader, const paimon::DataType& type) {
  const LogicalType logical = ToLogicalType(type);
  if (logical.HasAlias()) loader.RegisterType(logical.GetAlias(), logical);
}

}  // namespace

void RegisterFlink(duckdb::DatabaseInstance& database) {
  duckdb::ExtensionLoader loader(database, "tarn");
  // The types whose parameters take few values; CHAR(n) and the like need no entry in the catalog to be used.
  for (int32_t precision = 0; precision <= 9; precision++) {
    RegisterType(loader, function::TimestampType(precision));
    RegisterType(loader, function::TimestampLtzType(precision));
  }
  RegisterType(loader, function::Simple(paimon::TypeRoot::Time));
  for (const auto root : {paimon::TypeRoot::IntervalMonth, paimon::TypeRoot::IntervalSecond}) {
    const auto interval = function::Simple(root);
    RegisterType(loader, interval);
    // DuckDB normalizes the intervals that it groups and sorts by, as its own type.
    loader.RegisterCastFunction(ToLogicalType(interval), LogicalType::INTERVAL, duckdb::DefaultCasts::ReinterpretCast,
                                0);
  }
  for (const auto& entry : function::Functions()) Register(loader, entry);
  for (const auto& entry : function::InternalFunctions()) Register(loader, entry);
  RegisterAggregates(loader);
  RegisterSortKeys(database);
}

}  // namespace tarn::sql
