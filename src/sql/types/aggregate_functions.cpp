#include "sql/types/aggregate_functions.h"

#include "function/cast.h"
#include "function/wide.h"
#include "sql/types/aggregate_parts.h"

namespace tarn::sql {
namespace {

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

// Digits of DECIMAL(38, s); the average has `shift` digits more.
template <int shift, bool average>
struct DecimalSum : Skipping<DecimalSum<shift, average>> {
  static void Add(DecimalState& state, const duckdb::hugeint_t& input) { state.Add(FromHugeint(input)); }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.Combine(source);
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

// ---- choosing by type

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

}  // namespace

void RegisterAggregates(duckdb::ExtensionLoader& loader) {
  Register<Sum>(loader, "SUM");
  Register<Average>(loader, "AVG");
  Register<Best<false>>(loader, "MIN");
  Register<Best<true>>(loader, "MAX");
  RegisterVariances(loader);
}

}  // namespace tarn::sql
