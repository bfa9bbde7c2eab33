// What implicit conversions become; no user can name these.
#include <cmath>
#include <duckdb/common/vector_operations/vector_operations.hpp>

#include "env/env.h"
#include "function/cast.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

// (value, NULL of the target type [, zone])
Resolved Convert(const Call& call, OnFailure on_failure) {
  const DataType from = call.type(0), to = call.type(1);
  TimeZone zone;
  if (call.size() > 2) zone = TimeZone::Named(duckdb::StringValue::Get(*call.arguments[2].literal));
  Kernel cast = CastKernel(WithNull(from, false), WithNull(to, false), on_failure, zone);
  Resolved resolved;
  for (const auto& argument : call.arguments) resolved.parameters.push_back(argument.type);
  resolved.result = WithNull(to, true);
  resolved.can_fail = on_failure == OnFailure::Fail && CastCanFail(from, to);
  resolved.kernel = [cast](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    duckdb::DataChunk value;
    value.data.emplace_back(duckdb::Vector(arguments.data[0]));
    value.SetCardinality(arguments.size());
    cast(value, result);
  };
  return resolved;
}

}  // namespace

Resolved ResolveCast(const Call& call) { return Convert(call, OnFailure::Fail); }
Resolved ResolveTryCast(const Call& call) { return Convert(call, OnFailure::Null); }

// (text, NULL of the type)
Resolved ResolveLabel(const Call& call) {
  return {{call.type(0), call.type(1)},
          WithNull(call.type(1), true),
          [](duckdb::DataChunk& arguments, duckdb::Vector& result) { result.Reinterpret(arguments.data[0]); }};
}

Resolved ResolveIsNegativeZero(const Call& call) {
  const DataType& type = call.type(0);
  Kernel kernel = type.root == TypeRoot::Float ? RowKernel([](float v) -> bool { return v == 0 && std::signbit(v); })
                                               : RowKernel([](double v) -> bool { return v == 0 && std::signbit(v); });
  return Ordinary(call, {WithNull(type, false)}, Simple(TypeRoot::Boolean), std::move(kernel));
}

// The one function that looks at a clock: in a stream, "now" is when the row is looked at.
Resolved ResolveRowTimestamp(const Call& call) {
  call.RequireCount(0, 0);
  Kernel kernel = [](duckdb::DataChunk&, duckdb::Vector& result) {
    result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
    duckdb::ConstantVector::GetData<int64_t>(result)[0] = env::SystemClock().NowMicros() / 1000 * 1000;
  };
  return {{}, WithNull(TimestampLtzType(3), false), std::move(kernel)};
}

// DuckDB's histogram, MAP(value, UBIGINT) in the order of the values or NULL, as a MULTISET.
Resolved ResolveToMultiset(const Call& call) {
  DataType multiset = Simple(TypeRoot::Multiset);
  multiset.children.push_back(call.type(0).children.at(0));
  Kernel kernel = [](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const auto& key_type = duckdb::MapType::KeyType(result.GetType());
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      duckdb::vector<duckdb::Value> keys, counts;
      const auto value = arguments.data[0].GetValue(row);
      if (!value.IsNull()) {
        for (const auto& entry : duckdb::MapValue::GetChildren(value)) {
          const auto& pair = duckdb::StructValue::GetChildren(entry);
          keys.push_back(pair[0]);
          counts.push_back(duckdb::Value::INTEGER(pair[1].GetValue<int32_t>()));
        }
      }
      result.SetValue(row,
                      duckdb::Value::MAP(key_type, duckdb::LogicalType::INTEGER, std::move(keys), std::move(counts)));
    }
    if (AllConstant(arguments)) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return {{}, multiset, std::move(kernel)};
}

}  // namespace tarn::function
