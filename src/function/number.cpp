// Functions of numbers.
#include <cmath>

#include "base/error.h"
#include "base/hex.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

DataType Real() { return Simple(TypeRoot::Double); }

void RequireNumber(const Call& call, size_t index) {
  if (!IsNumeric(call.type(index))) call.Refuse("numbers");
}

Resolved OfOne(const Call& call, double (*function)(double)) {
  call.RequireCount(1, 1);
  RequireNumber(call, 0);
  return Ordinary(call, {Real()}, Real(), RowKernel([function](double x) -> double { return function(x); }));
}

Resolved OfTwo(const Call& call, double (*function)(double, double)) {
  call.RequireCount(2, 2);
  RequireNumber(call, 0);
  RequireNumber(call, 1);
  return Ordinary(call, {Real(), Real()}, Real(),
                  RowKernel([function](double x, double y) -> double { return function(x, y); }));
}

/// Calls `make(T{})` with the C++ type of a number.
template <typename F>
Kernel ByType(const DataType& type, F make) {
  switch (type.root) {
    case TypeRoot::TinyInt:
      return make(int8_t{});
    case TypeRoot::SmallInt:
      return make(int16_t{});
    case TypeRoot::Int:
      return make(int32_t{});
    case TypeRoot::BigInt:
      return make(int64_t{});
    case TypeRoot::Float:
      return make(float{});
    case TypeRoot::Double:
      return make(double{});
    default:
      return make(Decimal{});
  }
}

Int128 FloorDivide(Int128 a, Int128 b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// FLOOR and CEIL of a number: a DECIMAL(p, s) becomes DECIMAL(p, 0).
Resolved Whole(const Call& call, bool up) {
  const DataType type = WithNull(call.type(0), false);
  RequireNumber(call, 0);
  DataType result = type;
  if (type.root == TypeRoot::Decimal) result.scale = 0;
  Kernel kernel = ByType(type, [&](auto zero) -> Kernel {
    using T = decltype(zero);
    if constexpr (std::is_same_v<T, Decimal>) {
      const Int128 unit = PowerOfTen(type.scale);
      return RowKernel([up, unit](Decimal x, std::optional<std::string_view>) -> Decimal {
        return {up ? -FloorDivide(-x.digits, unit) : FloorDivide(x.digits, unit)};
      });
    } else {
      return RowKernel([up](T x, std::optional<std::string_view>) -> T {
        if constexpr (std::is_integral_v<T>) return x;
        if constexpr (!std::is_integral_v<T>) return static_cast<T>(up ? std::ceil(x) : std::floor(x));
      });
    }
  });
  return {{type, StringType()}, WithNull(result, call.type(0).nullable), std::move(kernel)};
}

enum class Cut { Round, Truncate };

// Decimal digits of a double, by way of Java's BigDecimal.valueOf: its shortest text.
double CutDouble(double x, int32_t digits, Cut cut) {
  if (!std::isfinite(x)) return x;
  const int32_t scale = std::clamp(digits, -300, 300);
  std::string text = DoubleText(x);
  // 1.45 has the digits 145 and the exponent -2; what stands behind `scale` goes.
  const auto e = text.find('E');
  int32_t exponent = e == std::string::npos ? 0 : std::stoi(text.substr(e + 1));
  std::string mantissa = text.substr(0, e);
  const bool negative = mantissa[0] == '-';
  if (negative) mantissa.erase(0, 1);
  const auto point = mantissa.find('.');
  exponent -= static_cast<int32_t>(mantissa.size() - point - 1);
  mantissa.erase(point, 1);
  const int32_t drop = -exponent - scale;
  if (drop <= 0) return x;
  if (drop > static_cast<int32_t>(mantissa.size())) return 0.0;
  const auto kept = mantissa.size() - static_cast<size_t>(drop);
  const bool up = cut == Cut::Round && mantissa[kept] >= '5';
  std::string digits_kept = "0" + mantissa.substr(0, kept);
  for (size_t i = digits_kept.size(); up && i-- > 0;) {
    if (digits_kept[i] != '9') {
      digits_kept[i]++;
      break;
    }
    digits_kept[i] = '0';
  }
  const double value = std::strtod((digits_kept + "e" + std::to_string(-scale)).c_str(), nullptr);
  return negative && value != 0 ? -value : value;
}

Resolved RoundOrTruncate(const Call& call, Cut cut) {
  call.RequireCount(1, 2);
  RequireNumber(call, 0);
  if (call.size() == 2 && !IsInteger(call.type(1))) call.Refuse("a number and how many digits");
  const DataType type = WithNull(call.type(0), false);
  int32_t literal = 0;
  const bool known = call.size() == 1 || (call.arguments[1].literal && !call.arguments[1].literal->IsNull());
  if (call.size() == 2 && known) {
    const auto wide = call.arguments[1].literal->GetValue<int64_t>();  // a BIGINT is refused later, by its type
    literal = static_cast<int32_t>(std::clamp<int64_t>(wide, INT32_MIN, INT32_MAX));
  }
  std::vector<DataType> parameters = {type};
  if (call.size() == 2) parameters.push_back(IntType());
  const bool one = call.size() == 1;
  const auto with_digits = [one](auto zero, auto function) -> Kernel {
    using T = decltype(zero);
    if (one) return RowKernel([function](T x) -> T { return function(x, 0); });
    return RowKernel([function](T x, int32_t digits) -> T { return function(x, digits); });
  };
  DataType result = type;
  Kernel kernel;
  if (type.root == TypeRoot::Decimal) {
    // The scale of the result is known when that of the call is.
    const int32_t scale = known ? std::clamp(literal, 0, type.scale) : type.scale;
    const bool grows = cut == Cut::Round;
    if (known && literal < type.scale) {
      const int32_t integer = type.precision - type.scale + (grows ? 1 : 0) + (grows ? 0 : 1);
      result = DecimalType(std::min(38, std::max(1, integer + scale)), scale);
    }
    kernel = with_digits(Decimal{}, [cut, from = type.scale, to = result.scale](Decimal x, int32_t digits) -> Decimal {
      const int32_t keep = std::min(digits, from);
      Int128 value = x.digits;
      if (keep < from) {
        const Int128 unit = PowerOfTen(std::min(38, from - keep));
        const Int128 rest = value % unit;
        value -= rest;
        const Int128 size = rest < 0 ? -rest : rest;
        if (cut == Cut::Round && size >= unit - size) value += x.digits < 0 ? -unit : unit;
      }
      return {from > to ? value / PowerOfTen(from - to) : value};
    });
  } else if (IsInteger(type)) {
    kernel = ByType(type, [&](auto zero) -> Kernel {
      using T = decltype(zero);
      if constexpr (std::is_integral_v<T>) {
        return with_digits(T{}, [cut](T x, int32_t digits) -> T {
          if (digits >= 0) return x;
          if (digits < -18) return 0;
          const auto unit = static_cast<int64_t>(PowerOfTen(-digits));
          const int64_t rest = static_cast<int64_t>(x) % unit;
          int64_t value = static_cast<int64_t>(x) - rest;
          const int64_t size = rest < 0 ? -rest : rest;
          if (cut == Cut::Round && size >= unit - size) value += x < 0 ? -unit : unit;
          return static_cast<T>(value);
        });
      }
      throw Error(ErrorCode::Internal, "no integer");
    });
  } else if (type.root == TypeRoot::Float) {
    kernel = with_digits(float{}, [cut](float x, int32_t digits) -> float {
      return static_cast<float>(CutDouble(x, digits, cut));  // of the double that it is: 2.55 is 2.549999952316284
    });
  } else {
    kernel = with_digits(double{}, [cut](double x, int32_t digits) -> double { return CutDouble(x, digits, cut); });
  }
  return Ordinary(call, std::move(parameters), result, std::move(kernel));
}

Resolved Extreme(const Call& call, bool greatest) {
  call.RequireCount(1, 1000);
  std::vector<DataType> types;
  for (const auto& argument : call.arguments) types.push_back(argument.type);
  const auto common = CommonType(types);
  if (common && IsNested(*common)) {
    throw Error(ErrorCode::Unsupported, call.name + " compares values, and " + MessageName(*common) + " has no order");
  }
  if (!common) call.Refuse("values of one comparable type");
  const DataType type = WithNull(*common, false);
  Kernel kernel = [greatest](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const auto count = arguments.size();
    // Row by row the winner's column, then a copy of its value.
    const Rows rows(arguments);
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    for (duckdb::idx_t row = 0; row < count; row++) {
      bool null = false;
      for (size_t i = 0; i < rows.columns(); i++) null = null || rows.IsNull(i, row);
      if (null) {
        duckdb::FlatVector::SetNull(result, row, true);
        continue;
      }
      duckdb::Value best = arguments.data[0].GetValue(row);
      for (size_t i = 1; i < rows.columns(); i++) {
        duckdb::Value next = arguments.data[i].GetValue(row);
        if (greatest ? next > best : next < best) best = std::move(next);
      }
      result.SetValue(row, best);
    }
    if (AllConstant(arguments)) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return Ordinary(call, std::vector<DataType>(call.size(), type), type, std::move(kernel));
}

}  // namespace

Resolved ResolveAbs(const Call& call) {
  call.RequireCount(1, 1);
  RequireNumber(call, 0);
  const DataType type = WithNull(call.type(0), false);
  return Ordinary(call, {type}, type, ByType(type, [](auto zero) -> Kernel {
                    using T = decltype(zero);
                    return RowKernel([](T x) -> T {
                      if constexpr (std::is_same_v<T, Decimal>) return {x.digits < 0 ? -x.digits : x.digits};
                      if constexpr (std::is_floating_point_v<T>) return std::fabs(x);
                      if constexpr (std::is_integral_v<T>) {
                        return x < 0 ? static_cast<T>(0 - static_cast<uint64_t>(static_cast<int64_t>(x))) : x;
                      }
                    });
                  }));
}

Resolved ResolveSign(const Call& call) {
  call.RequireCount(1, 1);
  RequireNumber(call, 0);
  const DataType type = WithNull(call.type(0), false);
  const Int128 one = PowerOfTen(type.scale);
  return Ordinary(call, {type}, type, ByType(type, [one](auto zero) -> Kernel {
                    using T = decltype(zero);
                    return RowKernel([one](T x) -> T {
                      if constexpr (std::is_same_v<T, Decimal>) {
                        return {x.digits < 0 ? -one : x.digits > 0 ? one : 0};
                      } else if constexpr (std::is_floating_point_v<T>) {
                        return x < 0 ? T{-1} : x > 0 ? T{1} : x;
                      } else {
                        return static_cast<T>(x < 0 ? -1 : x > 0 ? 1 : 0);
                      }
                    });
                  }));
}

Resolved ResolveFloorNumber(const Call& call) { return Whole(call, false); }
Resolved ResolveCeilNumber(const Call& call) { return Whole(call, true); }
Resolved ResolveRound(const Call& call) { return RoundOrTruncate(call, Cut::Round); }
Resolved ResolveTruncate(const Call& call) { return RoundOrTruncate(call, Cut::Truncate); }

Resolved ResolvePower(const Call& call) {
  return OfTwo(call, [](double x, double y) { return std::pow(x, y); });
}
Resolved ResolveLog(const Call& call) {
  if (call.size() == 1) return OfOne(call, [](double x) { return std::log(x); });
  return OfTwo(call, [](double base, double x) { return std::log(x) / std::log(base); });
}
Resolved ResolveSqrt(const Call& call) {
  return OfOne(call, [](double x) { return std::sqrt(x); });
}
Resolved ResolveExp(const Call& call) {
  return OfOne(call, [](double x) { return std::exp(x); });
}
Resolved ResolveLn(const Call& call) {
  return OfOne(call, [](double x) { return std::log(x); });
}
Resolved ResolveLog10(const Call& call) {
  return OfOne(call, [](double x) { return std::log10(x); });
}
Resolved ResolveLog2(const Call& call) {
  return OfOne(call, [](double x) { return std::log2(x); });
}
Resolved ResolveSin(const Call& call) {
  return OfOne(call, [](double x) { return std::sin(x); });
}
Resolved ResolveCos(const Call& call) {
  return OfOne(call, [](double x) { return std::cos(x); });
}
Resolved ResolveTan(const Call& call) {
  return OfOne(call, [](double x) { return std::tan(x); });
}
Resolved ResolveCot(const Call& call) {
  return OfOne(call, [](double x) { return 1.0 / std::tan(x); });
}
Resolved ResolveAsin(const Call& call) {
  return OfOne(call, [](double x) { return std::asin(x); });
}
Resolved ResolveAcos(const Call& call) {
  return OfOne(call, [](double x) { return std::acos(x); });
}
Resolved ResolveAtan(const Call& call) {
  return OfOne(call, [](double x) { return std::atan(x); });
}
Resolved ResolveAtan2(const Call& call) {
  return OfTwo(call, [](double y, double x) { return std::atan2(y, x); });
}
Resolved ResolveSinh(const Call& call) {
  return OfOne(call, [](double x) { return std::sinh(x); });
}
Resolved ResolveCosh(const Call& call) {
  return OfOne(call, [](double x) { return std::cosh(x); });
}
Resolved ResolveTanh(const Call& call) {
  return OfOne(call, [](double x) { return std::tanh(x); });
}
Resolved ResolveDegrees(const Call& call) {
  return OfOne(call, [](double x) { return x * (180.0 / M_PI); });
}
Resolved ResolveRadians(const Call& call) {
  return OfOne(call, [](double x) { return x * (M_PI / 180.0); });
}

namespace {
Resolved ConstantReal(const Call& call, double value) {
  call.RequireCount(0, 0);
  Kernel kernel = [value](duckdb::DataChunk&, duckdb::Vector& result) {
    result.Reference(duckdb::Value::DOUBLE(value));
  };
  return {{}, Real(), std::move(kernel)};
}
}  // namespace

Resolved ResolvePi(const Call& call) { return ConstantReal(call, M_PI); }
Resolved ResolveE(const Call& call) { return ConstantReal(call, M_E); }

Resolved ResolveBin(const Call& call) {
  call.RequireCount(1, 1);
  if (!IsInteger(call.type(0))) call.Refuse("an integer");
  return Ordinary(call, {Simple(TypeRoot::BigInt)}, StringType(), RowKernel([](int64_t x) -> std::string {
                    auto bits = static_cast<uint64_t>(x);
                    std::string text;
                    do {
                      text.insert(0, 1, static_cast<char>('0' + (bits & 1)));
                      bits >>= 1;
                    } while (bits != 0);
                    return text;
                  }));
}

Resolved ResolveHex(const Call& call) {
  call.RequireCount(1, 1);
  if (IsInteger(call.type(0))) {
    return Ordinary(call, {Simple(TypeRoot::BigInt)}, StringType(), RowKernel([](int64_t x) -> std::string {
                      auto bits = static_cast<uint64_t>(x);
                      std::string text;
                      do {
                        text.insert(0, 1, kUpperHex[bits & 15]);
                        bits >>= 4;
                      } while (bits != 0);
                      return text;
                    }));
  }
  if (!IsCharacter(call.type(0))) call.Refuse("an integer or a string");
  return Ordinary(call, {StringType()}, StringType(),
                  RowKernel([](std::string_view text) -> std::string { return ToHex(text); }));
}

Resolved ResolveGreatest(const Call& call) { return Extreme(call, true); }
Resolved ResolveLeast(const Call& call) { return Extreme(call, false); }

}  // namespace tarn::function
