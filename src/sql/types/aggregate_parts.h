// What the aggregate functions are made of: one struct of static members each, as DuckDB's templates take them.
#pragma once

#include <duckdb/function/aggregate_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression.hpp>

#include "base/error.h"
#include "function/wide.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {

using duckdb::AggregateFunction;
using duckdb::AggregateInputData;
using duckdb::AggregateUnaryInput;
using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using function::FromHugeint;
using function::Int128;
using function::ToHugeint;

// What all of them share: NULLs are skipped, a constant is added as often as it stands there.
template <typename OP>
struct Skipping {
  template <class STATE>
  static void Initialize(STATE& state) {
    state = STATE();
  }
  template <class INPUT, class STATE, class>
  static void Operation(STATE& state, const INPUT& input, AggregateUnaryInput&) {
    OP::Add(state, input);
  }
  template <class INPUT, class STATE, class>
  static void ConstantOperation(STATE& state, const INPUT& input, AggregateUnaryInput&, duckdb::idx_t count) {
    for (duckdb::idx_t i = 0; i < count; i++) OP::Add(state, input);
  }
  static bool IgnoreNull() { return true; }
};

/// A sum of digits of DECIMAL(38, s).
struct DecimalState {
  static constexpr Int128 Limit() {
    Int128 limit = 1;
    for (int i = 0; i < 38; i++) limit *= 10;
    return limit;
  }

  duckdb::hugeint_t sum{0};
  int64_t count = 0;
  bool overflow = false;

  void Add(Int128 value) {
    Accumulate(value);
    count++;
  }
  void Combine(const DecimalState& other) {
    Accumulate(FromHugeint(other.sum));
    count += other.count;
    overflow = overflow || other.overflow;
  }

 private:
  void Accumulate(Int128 value) {
    Int128 total = FromHugeint(sum);
    if (__builtin_add_overflow(total, value, &total) || total >= Limit() || total <= -Limit()) {
      overflow = true;
    } else {
      sum = ToHugeint(total);
    }
  }
};

template <class STATE, class INPUT, class RESULT, class OP>
AggregateFunction Make(const LogicalType& input, const LogicalType& result) {
  return AggregateFunction::UnaryAggregate<STATE, INPUT, RESULT, OP>(input, result);
}

inline LogicalType DecimalOf(int scale) { return LogicalType::DECIMAL(38, static_cast<uint8_t>(scale)); }

[[noreturn]] inline void Unexpected(const LogicalType& type) {
  throw Error(ErrorCode::Internal, "an aggregate was bound to " + type.ToString());
}

template <AggregateFunction (*choose)(const LogicalType&)>
duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext&, AggregateFunction& bound,
                                              duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& arguments) {
  const std::string name = bound.name;
  bound = choose(arguments[0]->return_type);
  bound.name = name;
  return nullptr;
}

template <AggregateFunction (*choose)(const LogicalType&)>
void Register(duckdb::ExtensionLoader& loader, const char* name) {
  AggregateFunction function(InternalName(name), {LogicalType::ANY}, LogicalType::ANY, nullptr, nullptr, nullptr,
                             nullptr, nullptr, nullptr, Bind<choose>);
  loader.RegisterFunction(function);
}

}  // namespace tarn::sql
