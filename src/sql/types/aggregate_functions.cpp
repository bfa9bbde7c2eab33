#include "sql/types/aggregate_functions.h"

#include <cmath>
#include <duckdb/function/aggregate_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression.hpp>

#include "base/error.h"
#include "function/cast.h"
#include "function/wide.h"
#include "sql/types/analyzer.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

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

// ---- sums

struct WrappingState {
  uint64_t sum = 0;
  int64_t count = 0;
};

template <typename T>
struct WrappingSum : Skipping<WrappingSum<T>> {
  static void Add(WrappingState& state, T input) {
    state.sum += static_cast<uint64_t>(static_cast<int64_t>(input));
    state.count++;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.sum += source.sum;
    target.count += source.count;
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    if (state.count == 0) {
      data.ReturnNull();
    } else {
      target = static_cast<RESULT>(state.sum);
    }
  }
};

template <typename T>
struct IntegerAverage : WrappingSum<T> {
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    if (state.count == 0) {
      data.ReturnNull();
    } else {
      target = static_cast<RESULT>(static_cast<int64_t>(state.sum) / state.count);
    }
  }
};

template <typename T>
struct RealState {
  T sum = 0;
  int64_t count = 0;
};

template <typename T, typename INPUT, bool average>
struct RealSum : Skipping<RealSum<T, INPUT, average>> {
  static void Add(RealState<T>& state, INPUT input) {
    state.sum += static_cast<T>(input);
    state.count++;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.sum += source.sum;
    target.count += source.count;
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    if (state.count == 0) {
      data.ReturnNull();
    } else {
      target = static_cast<RESULT>(average ? state.sum / static_cast<T>(state.count) : state.sum);
    }
  }
};

struct DecimalState {
  duckdb::hugeint_t sum{0};
  int64_t count = 0;
  bool overflow = false;
};

constexpr Int128 Limit() {
  Int128 limit = 1;
  for (int i = 0; i < 38; i++) limit *= 10;
  return limit;
}

// Digits of DECIMAL(38, s); the average has `shift` digits more.
template <int shift, bool average>
struct DecimalSum : Skipping<DecimalSum<shift, average>> {
  static void Accumulate(DecimalState& state, Int128 value) {
    Int128 sum = FromHugeint(state.sum);
    if (__builtin_add_overflow(sum, value, &sum) || sum >= Limit() || sum <= -Limit()) {
      state.overflow = true;
    } else {
      state.sum = ToHugeint(sum);
    }
  }
  static void Add(DecimalState& state, const duckdb::hugeint_t& input) {
    Accumulate(state, FromHugeint(input));
    state.count++;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    Accumulate(target, FromHugeint(source.sum));
    target.count += source.count;
    target.overflow = target.overflow || source.overflow;
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    if (state.count == 0 || state.overflow) return data.ReturnNull();
    if (!average) {
      target = state.sum;
      return;
    }
    const auto quotient =
        function::MultiplyDivide(FromHugeint(state.sum), function::PowerOfTen(shift), static_cast<Int128>(state.count));
    if (!quotient) return data.ReturnNull();
    target = ToHugeint(*quotient);
  }
};

// ---- extremes of numbers with NaN

template <typename T>
struct BestState {
  T best = 0;
  bool any = false;
};

template <typename T, bool greatest>
struct Extreme : Skipping<Extreme<T, greatest>> {
  static void Add(BestState<T>& state, T input) {
    if (!state.any || (greatest ? input > state.best : input < state.best)) state.best = input;
    state.any = true;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    if (source.any) Add(target, source.best);
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    if (!state.any) {
      data.ReturnNull();
    } else {
      target = state.best;
    }
  }
};

// ---- variances: (sum of squares - square of the sum / n) / n or (n - 1), each step in the type of the average

enum class Moment { VarPop, VarSamp, StddevPop, StddevSamp };

struct IntegerMomentState {
  uint64_t sum = 0, squares = 0;
  int64_t count = 0;
};

template <typename T, Moment moment>
struct IntegerMoment : Skipping<IntegerMoment<T, moment>> {
  static void Add(IntegerMomentState& state, T input) {
    const auto x = static_cast<uint64_t>(static_cast<int64_t>(input));
    state.sum += x;
    state.squares += x * x;
    state.count++;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.sum += source.sum;
    target.squares += source.squares;
    target.count += source.count;
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    constexpr bool sample = moment == Moment::VarSamp || moment == Moment::StddevSamp;
    const int64_t divisor = sample ? state.count - 1 : state.count;
    if (divisor <= 0) return data.ReturnNull();
    const auto square = static_cast<int64_t>(state.sum * state.sum);
    const auto difference = static_cast<int64_t>(state.squares - static_cast<uint64_t>(square / state.count));
    const int64_t variance = difference / divisor;
    constexpr bool root = moment == Moment::StddevPop || moment == Moment::StddevSamp;
    target = static_cast<RESULT>(root ? static_cast<int64_t>(std::sqrt(static_cast<double>(variance))) : variance);
  }
};

template <typename T>
struct RealMomentState {
  T sum = 0, squares = 0;
  int64_t count = 0;
};

template <typename T, Moment moment>
struct RealMoment : Skipping<RealMoment<T, moment>> {
  static void Add(RealMomentState<T>& state, T input) {
    state.sum += input;
    state.squares += input * input;
    state.count++;
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.sum += source.sum;
    target.squares += source.squares;
    target.count += source.count;
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    constexpr bool sample = moment == Moment::VarSamp || moment == Moment::StddevSamp;
    const int64_t divisor = sample ? state.count - 1 : state.count;
    if (divisor <= 0) return data.ReturnNull();
    const T n = static_cast<T>(state.count);
    const T variance = (state.squares - state.sum * state.sum / n) / static_cast<T>(divisor);
    constexpr bool root = moment == Moment::StddevPop || moment == Moment::StddevSamp;
    target = root ? std::sqrt(variance) : variance;
  }
};

// A DECIMAL comes in as DOUBLE and leaves as digits of DECIMAL(38, scale); the root is taken of the rounded variance.
template <Moment moment, int scale>
struct DecimalMoment : RealMoment<double, moment> {
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    constexpr bool sample = moment == Moment::VarSamp || moment == Moment::StddevSamp;
    const int64_t divisor = sample ? state.count - 1 : state.count;
    if (divisor <= 0) return data.ReturnNull();
    const double n = static_cast<double>(state.count);
    const double variance = (state.squares - state.sum * state.sum / n) / static_cast<double>(divisor);
    auto digits = function::DecimalOfDouble(variance, 38, scale);
    if (digits && (moment == Moment::StddevPop || moment == Moment::StddevSamp)) {
      digits = function::DecimalOfDouble(std::sqrt(function::DoubleOfDecimal(*digits, scale)), 38, scale);
    }
    if (!digits) return data.ReturnNull();
    target = ToHugeint(*digits);
  }
};

// ---- choosing by type

template <class STATE, class INPUT, class RESULT, class OP>
AggregateFunction Make(const LogicalType& input, const LogicalType& result) {
  return AggregateFunction::UnaryAggregate<STATE, INPUT, RESULT, OP>(input, result);
}

LogicalType DecimalOf(int scale) { return LogicalType::DECIMAL(38, static_cast<uint8_t>(scale)); }

[[noreturn]] void Unexpected(const LogicalType& type) {
  throw Error(ErrorCode::Internal, "an aggregate was bound to " + type.ToString());
}

AggregateFunction Sum(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::TINYINT:
      return Make<WrappingState, int8_t, int8_t, WrappingSum<int8_t>>(type, type);
    case LogicalTypeId::SMALLINT:
      return Make<WrappingState, int16_t, int16_t, WrappingSum<int16_t>>(type, type);
    case LogicalTypeId::INTEGER:
      return Make<WrappingState, int32_t, int32_t, WrappingSum<int32_t>>(type, type);
    case LogicalTypeId::BIGINT:
      return Make<WrappingState, int64_t, int64_t, WrappingSum<int64_t>>(type, type);
    case LogicalTypeId::FLOAT:
      return Make<RealState<float>, float, float, RealSum<float, float, false>>(type, type);
    case LogicalTypeId::DOUBLE:
      return Make<RealState<double>, double, double, RealSum<double, double, false>>(type, type);
    case LogicalTypeId::DECIMAL: {
      const auto wide = DecimalOf(duckdb::DecimalType::GetScale(type));
      return Make<DecimalState, duckdb::hugeint_t, duckdb::hugeint_t, DecimalSum<0, false>>(wide, wide);
    }
    default:
      Unexpected(type);
  }
}

template <int shift>
AggregateFunction DecimalAverage(int scale) {
  if constexpr (shift > 6) {
    throw Error(ErrorCode::Internal, "no such scale");
  } else {
    if (std::max(6, scale) - scale != shift) return DecimalAverage<shift + 1>(scale);
    return Make<DecimalState, duckdb::hugeint_t, duckdb::hugeint_t, DecimalSum<shift, true>>(
        DecimalOf(scale), DecimalOf(std::max(6, scale)));
  }
}

AggregateFunction Average(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::TINYINT:
      return Make<WrappingState, int8_t, int8_t, IntegerAverage<int8_t>>(type, type);
    case LogicalTypeId::SMALLINT:
      return Make<WrappingState, int16_t, int16_t, IntegerAverage<int16_t>>(type, type);
    case LogicalTypeId::INTEGER:
      return Make<WrappingState, int32_t, int32_t, IntegerAverage<int32_t>>(type, type);
    case LogicalTypeId::BIGINT:
      return Make<WrappingState, int64_t, int64_t, IntegerAverage<int64_t>>(type, type);
    case LogicalTypeId::FLOAT:
      return Make<RealState<double>, float, float, RealSum<double, float, true>>(type, type);
    case LogicalTypeId::DOUBLE:
      return Make<RealState<double>, double, double, RealSum<double, double, true>>(type, type);
    case LogicalTypeId::DECIMAL:
      return DecimalAverage<0>(duckdb::DecimalType::GetScale(type));
    default:
      Unexpected(type);
  }
}

template <bool greatest>
AggregateFunction Best(const LogicalType& type) {
  if (type.id() == LogicalTypeId::FLOAT) {
    return Make<BestState<float>, float, float, Extreme<float, greatest>>(type, type);
  }
  return Make<BestState<double>, double, double, Extreme<double, greatest>>(type, type);
}

template <Moment moment, int scale>
AggregateFunction DecimalMomentOf(int wanted) {
  if constexpr (scale > 38) {
    throw Error(ErrorCode::Internal, "no such scale");
  } else {
    if (wanted != scale) return DecimalMomentOf<moment, scale + 1>(wanted);
    return Make<RealMomentState<double>, double, duckdb::hugeint_t, DecimalMoment<moment, scale>>(LogicalType::DOUBLE,
                                                                                                  DecimalOf(scale));
  }
}

template <Moment moment>
AggregateFunction MomentOf(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::TINYINT:
      return Make<IntegerMomentState, int8_t, int8_t, IntegerMoment<int8_t, moment>>(type, type);
    case LogicalTypeId::SMALLINT:
      return Make<IntegerMomentState, int16_t, int16_t, IntegerMoment<int16_t, moment>>(type, type);
    case LogicalTypeId::INTEGER:
      return Make<IntegerMomentState, int32_t, int32_t, IntegerMoment<int32_t, moment>>(type, type);
    case LogicalTypeId::BIGINT:
      return Make<IntegerMomentState, int64_t, int64_t, IntegerMoment<int64_t, moment>>(type, type);
    case LogicalTypeId::FLOAT:
      return Make<RealMomentState<float>, float, float, RealMoment<float, moment>>(type, type);
    case LogicalTypeId::DOUBLE:
      return Make<RealMomentState<double>, double, double, RealMoment<double, moment>>(type, type);
    case LogicalTypeId::DECIMAL:
      return DecimalMomentOf<moment, 6>(std::max(6, static_cast<int>(duckdb::DecimalType::GetScale(type))));
    default:
      Unexpected(type);
  }
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

}  // namespace

void RegisterAggregates(duckdb::ExtensionLoader& loader) {
  Register<Sum>(loader, "SUM");
  Register<Average>(loader, "AVG");
  Register<Best<false>>(loader, "MIN");
  Register<Best<true>>(loader, "MAX");
  Register<MomentOf<Moment::VarPop>>(loader, "VAR_POP");
  Register<MomentOf<Moment::VarSamp>>(loader, "VAR_SAMP");
  Register<MomentOf<Moment::StddevPop>>(loader, "STDDEV_POP");
  Register<MomentOf<Moment::StddevSamp>>(loader, "STDDEV_SAMP");
}

}  // namespace tarn::sql
