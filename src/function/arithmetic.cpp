// + - * / % on numbers, and on dates, times and intervals. Integers wrap, as in Java; a DECIMAL that does not fit its
// type is NULL.
#include "function/arithmetic.h"

#include <cmath>

#include "base/civil_time.h"
#include "base/error.h"
#include "function/cast.h"
#include "function/wide.h"

namespace tarn::function {
namespace {

[[noreturn]] void DivisionByZero() { throw Error(ErrorCode::InvalidInput, "division by zero"); }

}  // namespace

std::optional<Int128> DecimalArithmetic(Arithmetic op, Int128 a, const DataType& left, Int128 b, const DataType& right,
                                        const DataType& to) {
  const int32_t s1 = left.scale, s2 = right.scale;
  const int32_t widest = std::max(s1, s2);
  std::optional<Int128> result;
  switch (op) {
    case Arithmetic::Multiply: {
      const int32_t drop = s1 + s2 - to.scale;  // >= 0: the scale was capped
      result = MultiplyDivide(a, b, PowerOfTen(drop));
      return result ? Rescale(*result, to.scale, to.scale, to.precision) : result;
    }
    case Arithmetic::Divide: {
      if (b == 0) DivisionByZero();
      const int32_t shift = to.scale - s1 + s2;
      const Int128 by = b < 0 ? -b : b;
      const Int128 signed_a = b < 0 ? -a : a;
      if (shift >= 0 && shift <= 38) {
        result = MultiplyDivide(signed_a, PowerOfTen(shift), by);
      } else if (shift < 0) {
        result = MultiplyDivide(signed_a, 1, by * PowerOfTen(-shift));
      } else {
        const auto part = MultiplyDivide(signed_a, PowerOfTen(38), by);
        result = part ? Rescale(*part, 0, shift - 38, 38) : part;
      }
      return result ? Rescale(*result, to.scale, to.scale, to.precision) : result;
    }
    case Arithmetic::Modulo: {
      if (b == 0) DivisionByZero();
      const auto x = Rescale(a, s1, widest, 38), y = Rescale(b, s2, widest, 38);
      if (!x || !y) return std::nullopt;
      return Rescale(*x % *y, widest, to.scale, to.precision);
    }
    default: {
      // One digit more than 38 may come up before the sum is cut to its type.
      const auto x = Rescale(a, s1, widest, 38), y = Rescale(b, s2, widest, 38);
      if (!x || !y) {
        const auto u = Rescale(a, s1, to.scale, 38), v = Rescale(b, s2, to.scale, 38);
        if (!u || !v) return std::nullopt;
        return Rescale(op == Arithmetic::Add ? *u + *v : *u - *v, to.scale, to.scale, to.precision);
      }
      return Rescale(op == Arithmetic::Add ? *x + *y : *x - *y, widest, to.scale, to.precision);
    }
  }
}

namespace {

template <typename T>
T Integer(Arithmetic op, T a, T b) {
  const auto x = static_cast<uint64_t>(static_cast<int64_t>(a)), y = static_cast<uint64_t>(static_cast<int64_t>(b));
  switch (op) {
    case Arithmetic::Add:
      return static_cast<T>(x + y);
    case Arithmetic::Subtract:
      return static_cast<T>(x - y);
    case Arithmetic::Multiply:
      return static_cast<T>(x * y);
    case Arithmetic::Divide:
      if (b == 0) DivisionByZero();
      if (b == -1) return static_cast<T>(0 - x);
      return static_cast<T>(a / b);
    default:
      if (b == 0) DivisionByZero();
      return b == -1 ? static_cast<T>(0) : static_cast<T>(a % b);
  }
}

double Real(Arithmetic op, double a, double b) {
  switch (op) {
    case Arithmetic::Add:
      return a + b;
    case Arithmetic::Subtract:
      return a - b;
    case Arithmetic::Multiply:
      return a * b;
    case Arithmetic::Divide:
      return a / b;
    default:
      return std::fmod(a, b);
  }
}

template <typename T>
Kernel IntegerKernel(Arithmetic op) {
  return RowKernel([op](T a, T b) -> T { return Integer<T>(op, a, b); });
}

Kernel OfIntegers(Arithmetic op, const DataType& type) {
  switch (type.root) {
    case TypeRoot::TinyInt:
      return IntegerKernel<int8_t>(op);
    case TypeRoot::SmallInt:
      return IntegerKernel<int16_t>(op);
    case TypeRoot::Int:
      return IntegerKernel<int32_t>(op);
    default:
      return IntegerKernel<int64_t>(op);
  }
}

int64_t IntegerAt(const Rows& rows, size_t column, duckdb::idx_t row, TypeRoot root) {
  switch (root) {
    case TypeRoot::TinyInt:
      return rows.Get<int8_t>(column, row);
    case TypeRoot::SmallInt:
      return rows.Get<int16_t>(column, row);
    case TypeRoot::Int:
      return rows.Get<int32_t>(column, row);
    default:
      return rows.Get<int64_t>(column, row);
  }
}

/// a % b of integers of any two widths; the result has b's.
template <typename T>
Kernel ModuloKernel(TypeRoot left, TypeRoot right) {
  return [left, right](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<T>(arguments, result, [&](duckdb::idx_t row) -> std::optional<T> {
      if (rows.IsNull(0, row) || rows.IsNull(1, row)) return std::nullopt;
      return static_cast<T>(
          Integer<int64_t>(Arithmetic::Modulo, IntegerAt(rows, 0, row, left), IntegerAt(rows, 1, row, right)));
    });
  };
}

Resolved OfNumbers(const Call& call, Arithmetic op) {
  const DataType &a = call.type(0), &b = call.type(1);
  const DataType result = *ArithmeticType(op, a, b);
  const DataType bare = WithNull(result, false);
  if (op == Arithmetic::Modulo && IsApproximate(result)) call.Refuse("exact numbers");
  const bool divides = op == Arithmetic::Divide || op == Arithmetic::Modulo;
  if (IsInteger(result)) {
    if (op == Arithmetic::Modulo) {
      Kernel kernel = result.root == TypeRoot::TinyInt    ? ModuloKernel<int8_t>(a.root, b.root)
                      : result.root == TypeRoot::SmallInt ? ModuloKernel<int16_t>(a.root, b.root)
                      : result.root == TypeRoot::Int      ? ModuloKernel<int32_t>(a.root, b.root)
                                                          : ModuloKernel<int64_t>(a.root, b.root);
      return {{WithNull(a, false), WithNull(b, false)}, result, std::move(kernel), true};
    }
    return {{bare, bare}, result, OfIntegers(op, result), divides};
  }
  if (result.root == TypeRoot::Decimal) {
    const DataType x = AsDecimal(a), y = AsDecimal(b);
    auto kernel = [op, x, y, bare](Decimal u, Decimal v) -> std::optional<Decimal> {
      const auto digits = DecimalArithmetic(op, u.digits, x, v.digits, y, bare);
      return digits ? std::optional(Decimal{*digits}) : std::nullopt;
    };
    return {{WithNull(x, false), WithNull(y, false)}, result, RowKernel(kernel), divides};
  }
  if (result.root == TypeRoot::Float && a.root != TypeRoot::Double && b.root != TypeRoot::Double) {
    auto kernel = RowKernel([op](float u, float v) -> float { return static_cast<float>(Real(op, u, v)); });
    return {{bare, bare}, result, kernel};
  }
  const DataType wide = Simple(TypeRoot::Double);
  if (result.root == TypeRoot::Float) {
    // A FLOAT and a DOUBLE: computed as DOUBLE, the left operand's type wins.
    const DataType left = WithNull(a, false), right = WithNull(b, false);
    auto kernel = a.root == TypeRoot::Float
                      ? RowKernel([op](float u, double v) -> float { return static_cast<float>(Real(op, u, v)); })
                      : RowKernel([op](double u, float v) -> float { return static_cast<float>(Real(op, u, v)); });
    return {{left, right}, result, kernel};
  }
  return {{wide, wide}, result, RowKernel([op](double u, double v) { return Real(op, u, v); })};
}

// A point in time plus an interval, `sign` 1 or -1.
Resolved PlusInterval(const Call& call, const DataType& time, const DataType& interval, bool swapped, int sign) {
  std::vector<DataType> parameters = {WithNull(time, false), WithNull(interval, false)};
  const auto ordered = [&](auto zero, auto function) -> Kernel {
    // The function takes (time, interval); the call may have them the other way. `zero` says the type of the time.
    using Time = decltype(zero);
    if (!swapped) return RowKernel([function](Time t, duckdb::interval_t i) { return function(t, i); });
    return RowKernel([function](duckdb::interval_t i, Time t) { return function(t, i); });
  };
  if (swapped) std::swap(parameters[0], parameters[1]);
  const bool months = interval.root == TypeRoot::IntervalMonth;
  struct OnDate {
    bool months;
    int sign;
    int32_t operator()(int32_t days, duckdb::interval_t i) const {
      const int64_t moved =
          months ? AddMonths(days, sign * static_cast<int64_t>(i.months)) : days + sign * (i.micros / kMicrosPerDay);
      if (moved != static_cast<int32_t>(moved)) throw DateOutOfRange();
      return static_cast<int32_t>(moved);
    }
  };
  struct OnTime {
    bool months;
    int sign;
    int64_t operator()(int64_t micros, duckdb::interval_t i) const {
      return months ? micros : FloorMod(micros + sign * i.micros, kMicrosPerDay);
    }
  };
  struct OnTimestamp {
    bool months;
    int sign;
    int32_t precision;
    int64_t operator()(int64_t value, duckdb::interval_t i) const {
      if (precision > 6) {
        const int64_t micros = FloorDiv(value, 1000);
        const auto nanos = NanosFrom(Moved(micros, i), 1000, value - micros * 1000);
        if (nanos) return ConvertTimestamp(*nanos, 9, precision);
        throw TimestampOutOfRange(precision);
      }
      return months ? Moved(value, i) : ConvertTimestamp(Moved(value, i), 6, precision);
    }
    int64_t Moved(int64_t micros, duckdb::interval_t i) const {
      std::optional<int64_t> moved;
      if (months) {
        const int64_t days = FloorDiv(micros, kMicrosPerDay);
        const int64_t there = AddMonths(days, sign * static_cast<int64_t>(i.months));
        moved = MicrosFrom(there, kMicrosPerDay, micros - days * kMicrosPerDay);
      } else {
        moved = MicrosFrom(micros, 1, sign * i.micros);
      }
      if (!moved) throw TimestampOutOfRange(precision);
      return *moved;
    }
  };
  Resolved resolved;
  resolved.parameters = parameters;
  resolved.result = WithNull(time, call.AnyNullable());
  if (time.root == TypeRoot::Date) {
    resolved.kernel = ordered(int32_t{}, OnDate{months, sign});
  } else if (time.root == TypeRoot::Time) {
    resolved.kernel = ordered(int64_t{}, OnTime{months, sign});
  } else {
    resolved.kernel = ordered(int64_t{}, OnTimestamp{months, sign, time.precision});
    resolved.can_fail = time.precision > 6;
  }
  return resolved;
}

Resolved OfIntervals(const Call& call, int sign) {
  const DataType type = WithNull(call.type(0), false);
  return {{type, type},
          WithNull(type, call.AnyNullable()),
          RowKernel([sign](duckdb::interval_t a, duckdb::interval_t b) -> duckdb::interval_t {
            return {a.months + sign * b.months, 0, a.micros + sign * b.micros};
          })};
}

Resolved Binary(const Call& call, Arithmetic op) {
  call.RequireCount(2, 2);
  const DataType &a = call.type(0), &b = call.type(1);
  if (IsNumeric(a) && IsNumeric(b)) return OfNumbers(call, op);
  const int sign = op == Arithmetic::Subtract ? -1 : 1;
  if (op == Arithmetic::Add || op == Arithmetic::Subtract) {
    if (IsDateTime(a) && IsInterval(b)) return PlusInterval(call, a, b, false, sign);
    if (op == Arithmetic::Add && IsInterval(a) && IsDateTime(b)) return PlusInterval(call, b, a, true, 1);
    if (IsInterval(a) && a.root == b.root) return OfIntervals(call, sign);
  }
  if (op == Arithmetic::Multiply || op == Arithmetic::Divide) {
    const bool left = IsInterval(a) && IsInteger(b);
    const bool right = op == Arithmetic::Multiply && IsInteger(a) && IsInterval(b);
    if (left || right) {
      const DataType wide = Simple(TypeRoot::BigInt);
      const auto scale = [op](duckdb::interval_t i, int64_t n) -> duckdb::interval_t {
        if (op == Arithmetic::Multiply) {
          int64_t micros = 0;
          if (__builtin_mul_overflow(i.micros, n, &micros)) {
            throw Error(ErrorCode::InvalidInput, "the interval is out of range: it holds up to 106751991 days");
          }
          return {static_cast<int32_t>(i.months * n), 0, micros};
        }
        if (n == 0) DivisionByZero();
        return {static_cast<int32_t>(i.months / n), 0, i.micros / 1000 / n * 1000};
      };
      Resolved resolved;
      resolved.result = WithNull(left ? a : b, call.AnyNullable());
      resolved.can_fail = true;
      if (left) {
        resolved.parameters = {WithNull(a, false), wide};
        resolved.kernel = RowKernel([scale](duckdb::interval_t i, int64_t n) { return scale(i, n); });
      } else {
        resolved.parameters = {wide, WithNull(b, false)};
        resolved.kernel = RowKernel([scale](int64_t n, duckdb::interval_t i) { return scale(i, n); });
      }
      return resolved;
    }
  }
  call.Refuse("two numbers, or a point in time and an interval");
}

template <typename T>
Kernel Negation() {
  return RowKernel([](T v) -> T {
    if constexpr (std::is_floating_point_v<T>) return -v;
    if constexpr (!std::is_floating_point_v<T>)
      return static_cast<T>(0 - static_cast<uint64_t>(static_cast<int64_t>(v)));
  });
}

Resolved Negate(const Call& call) {
  const DataType type = WithNull(call.type(0), false);
  Kernel kernel;
  switch (type.root) {
    case TypeRoot::TinyInt:
      kernel = Negation<int8_t>();
      break;
    case TypeRoot::SmallInt:
      kernel = Negation<int16_t>();
      break;
    case TypeRoot::Int:
      kernel = Negation<int32_t>();
      break;
    case TypeRoot::BigInt:
      kernel = Negation<int64_t>();
      break;
    case TypeRoot::Float:
      kernel = Negation<float>();
      break;
    case TypeRoot::Double:
      kernel = Negation<double>();
      break;
    case TypeRoot::Decimal:
      kernel = RowKernel([](Decimal v) -> Decimal { return {-v.digits}; });
      break;
    case TypeRoot::IntervalMonth:
    case TypeRoot::IntervalSecond:
      kernel = RowKernel([](duckdb::interval_t v) -> duckdb::interval_t { return {-v.months, 0, -v.micros}; });
      break;
    default:
      call.Refuse("a number or an interval");
  }
  return Ordinary(call, {type}, type, std::move(kernel));
}

}  // namespace

int64_t AddMonths(int64_t days, int64_t months) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  CivilDate date = CivilFromDays(days);
  const int64_t month = date.year * 12 + (date.month - 1) + months;
  date.year = FloorDiv(month, 12);
  date.month = static_cast<int>(FloorMod(month, 12)) + 1;
  const bool leap = (date.year % 4 == 0 && date.year % 100 != 0) || date.year % 400 == 0;
  const int last = date.month == 2 && leap ? 29 : kDays[date.month - 1];
  date.day = std::min(date.day, last);
  return DaysFromCivil(date);
}

Resolved ResolveAdd(const Call& call) {
  if (call.size() == 1) {
    if (!IsNumeric(call.type(0)) && !IsInterval(call.type(0))) call.Refuse("a number or an interval");
    const DataType type = WithNull(call.type(0), false);
    return Ordinary(call, {type}, type, CastKernel(type, type, OnFailure::Fail, TimeZone()));
  }
  return Binary(call, Arithmetic::Add);
}
Resolved ResolveSubtract(const Call& call) {
  return call.size() == 1 ? Negate(call) : Binary(call, Arithmetic::Subtract);
}
Resolved ResolveMultiply(const Call& call) { return Binary(call, Arithmetic::Multiply); }
Resolved ResolveDivide(const Call& call) { return Binary(call, Arithmetic::Divide); }
Resolved ResolveModulo(const Call& call) { return Binary(call, Arithmetic::Modulo); }

}  // namespace tarn::function
