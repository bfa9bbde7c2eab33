// VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP: (sum of squares - square of the sum / n) / n or (n - 1), each step in
// the type of the values; of DECIMALs in that of Flink's operators.
#include <algorithm>
#include <cmath>

#include "function/arithmetic.h"
#include "function/cast.h"
#include "function/value_text.h"
#include "sql/types/aggregate_functions.h"
#include "sql/types/aggregate_parts.h"

namespace tarn::sql {
namespace {

using function::Arithmetic;
using paimon::DataType;

enum class Moment { VarPop, VarSamp, StddevPop, StddevSamp };

template <typename T>
struct MomentState {
  T sum = 0, squares = 0;
  int64_t count = 0;
};

/// A sum of values and of their squares, in T; uint64_t wraps around as Java's long does.
template <typename T, typename OP>
struct Moments : Skipping<OP> {
  template <typename INPUT>
  static void Add(MomentState<T>& state, INPUT input) {
    const auto x = static_cast<T>(input);
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
};

template <Moment moment>
struct IntegerMoment : Moments<uint64_t, IntegerMoment<moment>> {
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

template <typename T, Moment moment>
struct RealMoment : Moments<T, RealMoment<T, moment>> {
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

// Flink's steps for a DECIMAL, each rounded to the type of its operator: the value as one of the result's type, its
// square, the sums, sum * sum / n, the difference, the quotient.
struct DecimalMomentTypes {
  explicit DecimalMomentTypes(int32_t scale) : value(function::DecimalType(38, std::max(6, scale))) {
    square = Of(Arithmetic::Multiply, value, value);
    squares = function::DecimalType(38, square.scale);
    mean = Of(Arithmetic::Divide, square, count);
    difference = Of(Arithmetic::Subtract, squares, mean);
    variance = Of(Arithmetic::Divide, difference, count);
  }
  static DataType Of(Arithmetic op, const DataType& a, const DataType& b) { return *ArithmeticType(op, a, b); }

  DataType count = function::AsDecimal(function::Simple(paimon::TypeRoot::BigInt));
  DataType value, square, squares, mean, difference, variance;
};

struct DecimalMomentState {
  DecimalState sum, squares;
};

template <Moment moment, int scale>
struct DecimalMoment : Skipping<DecimalMoment<moment, scale>> {
  static const DecimalMomentTypes& Types() {
    static const DecimalMomentTypes kTypes(scale);
    return kTypes;
  }
  static void Add(DecimalMomentState& state, const duckdb::hugeint_t& input) {
    const auto& types = Types();
    const auto x = function::Rescale(FromHugeint(input), scale, types.value.scale, types.value.precision);
    if (!x) return;  // NULL, as of every CAST to a type that is too narrow
    state.sum.Add(*x);
    const auto square = DecimalArithmetic(Arithmetic::Multiply, *x, types.value, *x, types.value, types.square);
    if (square) state.squares.Add(*square);
  }
  template <class STATE, class>
  static void Combine(const STATE& source, STATE& target, AggregateInputData&) {
    target.sum.Combine(source.sum);
    target.squares.Combine(source.squares);
  }
  template <class RESULT, class STATE>
  static void Finalize(STATE& state, RESULT& target, duckdb::AggregateFinalizeData& data) {
    constexpr bool sample = moment == Moment::VarSamp || moment == Moment::StddevSamp;
    const int64_t count = state.sum.count, divisor = sample ? count - 1 : count;
    if (divisor <= 0 || state.squares.count == 0) return data.ReturnNull();
    if (state.sum.overflow || state.squares.overflow) return data.ReturnNull();
    const auto& types = Types();
    const Int128 sum = FromHugeint(state.sum.sum), squares = FromHugeint(state.squares.sum);
    auto digits = DecimalArithmetic(Arithmetic::Multiply, sum, types.value, sum, types.value, types.square);
    if (digits) digits = DecimalArithmetic(Arithmetic::Divide, *digits, types.square, count, types.count, types.mean);
    if (digits) {
      digits = DecimalArithmetic(Arithmetic::Subtract, squares, types.squares, *digits, types.mean, types.difference);
    }
    if (digits) {
      digits = DecimalArithmetic(Arithmetic::Divide, *digits, types.difference, divisor, types.count, types.variance);
    }
    if (digits && (moment == Moment::StddevPop || moment == Moment::StddevSamp)) {
      const double root = std::sqrt(function::DoubleOfDecimal(*digits, types.variance.scale));
      digits = function::ParseDecimal(function::DoubleText(root), 38, types.value.scale);
    } else if (digits) {
      digits = function::Rescale(*digits, types.variance.scale, types.value.scale, 38);
    }
    if (!digits) return data.ReturnNull();
    target = ToHugeint(*digits);
  }
};

template <Moment moment, int scale>
AggregateFunction DecimalMomentOf(int wanted) {
  if constexpr (scale > 38) {
    throw Error(ErrorCode::Internal, "no such scale");
  } else {
    if (wanted != scale) return DecimalMomentOf<moment, scale + 1>(wanted);
    return Make<DecimalMomentState, duckdb::hugeint_t, duckdb::hugeint_t, DecimalMoment<moment, scale>>(
        DecimalOf(scale), DecimalOf(std::max(6, scale)));
  }
}

template <Moment moment>
AggregateFunction MomentOf(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::TINYINT:
      return Make<MomentState<uint64_t>, int8_t, int8_t, IntegerMoment<moment>>(type, type);
    case LogicalTypeId::SMALLINT:
      return Make<MomentState<uint64_t>, int16_t, int16_t, IntegerMoment<moment>>(type, type);
    case LogicalTypeId::INTEGER:
      return Make<MomentState<uint64_t>, int32_t, int32_t, IntegerMoment<moment>>(type, type);
    case LogicalTypeId::BIGINT:
      return Make<MomentState<uint64_t>, int64_t, int64_t, IntegerMoment<moment>>(type, type);
    case LogicalTypeId::FLOAT:
      return Make<MomentState<float>, float, float, RealMoment<float, moment>>(type, type);
    case LogicalTypeId::DOUBLE:
      return Make<MomentState<double>, double, double, RealMoment<double, moment>>(type, type);
    case LogicalTypeId::DECIMAL:
      return DecimalMomentOf<moment, 0>(duckdb::DecimalType::GetScale(type));
    default:
      Unexpected(type);
  }
}

}  // namespace

void RegisterVariances(duckdb::ExtensionLoader& loader) {
  Register<MomentOf<Moment::VarPop>>(loader, "VAR_POP");
  Register<MomentOf<Moment::VarSamp>>(loader, "VAR_SAMP");
  Register<MomentOf<Moment::StddevPop>>(loader, "STDDEV_POP");
  Register<MomentOf<Moment::StddevSamp>>(loader, "STDDEV_SAMP");
}

}  // namespace tarn::sql
