#include "function/cast.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/civil_time.h"
#include "base/error.h"
#include "function/cast_nested.h"
#include "function/value_text.h"

namespace tarn::function {
namespace {

enum class Status { Ok, Null, Failed, OutOfRange };

template <typename T>
struct Converted {
  T value{};
  Status status = Status::Ok;
};

template <typename T>
Converted<T> OrFailed(const std::optional<T>& value) {
  return value ? Converted<T>{*value} : Converted<T>{{}, Status::Failed};
}

std::string Shown(std::string_view value) { return "'" + std::string(value) + "'"; }
template <typename T>
requires(!std::is_convertible_v<const T&, std::string_view>) std::string Shown(const T& value) {
  if constexpr (std::is_floating_point_v<T>) return Shown(std::string_view(DoubleText(static_cast<double>(value))));
  return "a value";
}

/// A kernel of a conversion A -> Converted<R>.
template <typename A, typename F>
Kernel Convert(
    const DataType& to, OnFailure on_failure, F convert,
    std::function<std::string(const A&)> shown = [](const A& value) { return Shown(value); }) {
  using R = decltype(convert(A{}).value);
  return RowKernel([convert, to, on_failure, shown](A value) -> std::optional<R> {
    auto converted = convert(value);
    if (converted.status == Status::Ok) return std::move(converted.value);
    if (converted.status != Status::Null && on_failure == OnFailure::Fail) {
      const std::string why =
          converted.status == Status::OutOfRange
              ? ", which holds " + std::string(TimestampRange(to.precision)) + ": the value lies outside"
              : "";
      throw Error(ErrorCode::InvalidInput, "cannot cast " + shown(value) + " to " + paimon::ToSql(WithNull(to, true)) +
                                               why + "; TRY_CAST would give NULL");
    }
    return std::nullopt;
  });
}

// ---- numbers

/// Calls `f(T{})` with the C++ type of a number's or boolean's vectors.
template <typename F>
Kernel VisitNumber(const DataType& type, F f) {
  switch (type.root) {
    case TypeRoot::Boolean:
      return f(bool{});
    case TypeRoot::TinyInt:
      return f(int8_t{});
    case TypeRoot::SmallInt:
      return f(int16_t{});
    case TypeRoot::Int:
      return f(int32_t{});
    case TypeRoot::BigInt:
      return f(int64_t{});
    case TypeRoot::Float:
      return f(float{});
    case TypeRoot::Double:
      return f(double{});
    case TypeRoot::Decimal:
      return f(Decimal{});
    default:
      throw Error(ErrorCode::Internal, "no number: " + paimon::ToSql(type));
  }
}

// Java's (int) and (long): NaN is 0, what is too large is the largest.
template <typename I>
I Saturate(double value) {
  if (std::isnan(value)) return 0;
  if (value >= static_cast<double>(std::numeric_limits<I>::max())) return std::numeric_limits<I>::max();
  if (value <= static_cast<double>(std::numeric_limits<I>::min())) return std::numeric_limits<I>::min();
  return static_cast<I>(value);
}

template <typename R, typename A>
Converted<R> ToNumber(A value, const DataType& from, const DataType& to) {
  if constexpr (std::is_same_v<R, bool>) {
    if constexpr (std::is_same_v<A, Decimal>) return {value.digits != 0};
    if constexpr (!std::is_same_v<A, Decimal>) return {value != A{}};
  } else if constexpr (std::is_same_v<R, Decimal>) {
    std::optional<Int128> digits;
    if constexpr (std::is_same_v<A, Decimal>) {
      digits = Rescale(value.digits, from.scale, to.scale, to.precision);
    } else if constexpr (std::is_floating_point_v<A>) {
      if (!std::isfinite(value)) return {{}, Status::Failed};
      // By the text of the DOUBLE, as Java's BigDecimal.valueOf: 1.005 is that and no 1.00499999999999989.
      digits = ParseDecimal(DoubleText(static_cast<double>(value)), to.precision, to.scale);
    } else {
      digits = Rescale(static_cast<Int128>(value), 0, to.scale, to.precision);
    }
    return digits ? Converted<R>{{*digits}} : Converted<R>{{}, Status::Null};
  } else if constexpr (std::is_floating_point_v<R>) {
    if constexpr (std::is_same_v<A, Decimal>) {
      return {static_cast<R>(DoubleOfDecimal(value.digits, from.scale))};
    } else {
      return {static_cast<R>(value)};
    }
  } else {  // an integer
    if constexpr (std::is_same_v<A, Decimal>) {
      return {static_cast<R>(value.digits / PowerOfTen(from.scale))};
    } else if constexpr (std::is_floating_point_v<A>) {
      if constexpr (sizeof(R) == 8) return {Saturate<int64_t>(value)};
      return {static_cast<R>(Saturate<int32_t>(value))};
    } else {
      return {static_cast<R>(value)};
    }
  }
}

Kernel NumberToNumber(const DataType& from, const DataType& to, OnFailure on_failure) {
  return VisitNumber(from, [&](auto a) {
    using A = decltype(a);
    return VisitNumber(to, [&](auto r) {
      using R = decltype(r);
      return Convert<A>(to, on_failure, [from, to](A value) { return ToNumber<R, A>(value, from, to); });
    });
  });
}

Kernel TextToNumber(const DataType& to, OnFailure on_failure) {
  return VisitNumber(to, [&](auto r) {
    using R = decltype(r);
    return Convert<std::string_view>(to, on_failure, [to](std::string_view text) -> Converted<R> {
      if constexpr (std::is_same_v<R, bool>) {
        return OrFailed(ParseBoolean(text));
      } else if constexpr (std::is_same_v<R, Decimal>) {
        const auto digits = ParseDecimal(text, to.precision, to.scale);
        return digits ? Converted<R>{{*digits}} : Converted<R>{{}, Status::Failed};
      } else if constexpr (std::is_same_v<R, float>) {
        return OrFailed(ParseFloat(text));
      } else if constexpr (std::is_same_v<R, double>) {
        return OrFailed(ParseDouble(text));
      } else {
        const auto value = ParseInteger(text, std::numeric_limits<R>::min(), std::numeric_limits<R>::max());
        return value ? Converted<R>{static_cast<R>(*value)} : Converted<R>{{}, Status::Failed};
      }
    });
  });
}

// ---- text

std::string Fit(std::string text, const DataType& to) {
  if (to.length == DataType::kMaxLength) return text;
  const std::string_view cut = Characters(text, to.length);
  if (cut.size() < text.size()) text.resize(cut.size());
  if (to.root == TypeRoot::Char) {
    const int64_t missing = to.length - CountCharacters(text);
    if (missing > 0) text.append(static_cast<size_t>(missing), ' ');
  }
  return text;
}

template <typename A, typename F>
Kernel TextOf(const DataType& to, F text) {
  return RowKernel([text, to](A value) -> std::string { return Fit(text(value), to); });
}

Kernel ToText(const DataType& from, const DataType& to, const TimeZone& zone) {
  switch (from.root) {
    case TypeRoot::Boolean:
      return TextOf<bool>(to, [](bool v) -> std::string { return v ? "TRUE" : "FALSE"; });
    case TypeRoot::TinyInt:
      return TextOf<int8_t>(to, [](int8_t v) { return std::to_string(v); });
    case TypeRoot::SmallInt:
      return TextOf<int16_t>(to, [](int16_t v) { return std::to_string(v); });
    case TypeRoot::Int:
      return TextOf<int32_t>(to, [](int32_t v) { return std::to_string(v); });
    case TypeRoot::BigInt:
      return TextOf<int64_t>(to, [](int64_t v) { return std::to_string(v); });
    case TypeRoot::Float:
      return TextOf<float>(to, FloatText);
    case TypeRoot::Double:
      return TextOf<double>(to, DoubleText);
    case TypeRoot::Decimal:
      return TextOf<Decimal>(to, [scale = from.scale](Decimal v) { return DecimalText(v.digits, scale); });
    case TypeRoot::Char:
    case TypeRoot::VarChar:
      return TextOf<std::string_view>(to, [](std::string_view v) { return std::string(v); });
    case TypeRoot::Date:
      return TextOf<int32_t>(to, [](int32_t v) { return FormatDate(v); });
    case TypeRoot::Timestamp:
      return TextOf<int64_t>(to, [p = from.precision](int64_t v) { return TimestampText(v, p); });
    default:
      // Any other type goes by way of a value; bytes inside of it need be no UTF-8.
      return [from, to, zone](duckdb::DataChunk& arguments, duckdb::Vector& result) {
        FillRows<std::string>(arguments, result, [&](duckdb::idx_t row) -> std::optional<std::string> {
          const auto value = arguments.data[0].GetValue(row);
          if (value.IsNull()) return std::nullopt;
          return Fit(DecodeUtf8(ValueText(value, from, zone)), to);
        });
      };
  }
}

Kernel ToBinary(const DataType& to) {
  return RowKernel([to](std::string_view bytes) -> std::string {
    std::string result(bytes);
    if (to.length == DataType::kMaxLength) return result;
    const auto length = static_cast<size_t>(to.length);
    if (result.size() > length || to.root == TypeRoot::Binary) result.resize(length, '\0');
    return result;
  });
}

// ---- times

struct Moment {
  int64_t micros = 0;
  int64_t nanos = 0;  // beside them, 0..999
};

Moment MomentOf(int64_t value, int32_t precision) {
  if (precision <= 6) return {value, 0};
  return {FloorDiv(value, 1000), FloorMod(value, 1000)};
}

/// Digits that the precision does not hold are cut.
Converted<int64_t> Held(const Moment& moment, int32_t precision) {
  std::optional<int64_t> held = moment.micros;
  if (precision > 6) held = NanosFrom(moment.micros, 1000, moment.nanos);
  if (held) held = HeldTimestamp(*held, precision > 6 ? 9 : 6, precision);
  if (!held) return {{}, Status::OutOfRange};
  return {*held};
}

Kernel ToTime(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone) {
  const int32_t p = to.precision, q = from.precision;
  const bool source_zone = from.root == TypeRoot::TimestampLtz, target_zone = to.root == TypeRoot::TimestampLtz;
  // Of a wall clock.
  const auto finish = [p, target_zone, zone](Moment moment) {
    if (target_zone) moment.micros = zone.ToUtc(moment.micros);
    return Held(moment, p);
  };
  if (IsCharacter(from)) {
    switch (to.root) {
      case TypeRoot::Date:
        return Convert<std::string_view>(to, on_failure,
                                         [](std::string_view t) { return OrFailed(ParseFlinkDate(t)); });
      case TypeRoot::Time:
        return Convert<std::string_view>(to, on_failure,
                                         [](std::string_view t) { return OrFailed(ParseFlinkTime(t)); });
      default:
        return Convert<std::string_view>(to, on_failure, [p, finish](std::string_view t) -> Converted<int64_t> {
          if (const auto parsed = ParseFlinkTimestamp(t, p)) return finish(MomentOf(*parsed, p));
          const bool a_time = p > 6 && ParseFlinkTimestamp(t, 6);
          return {{}, a_time ? Status::OutOfRange : Status::Failed};
        });
    }
  }
  if (from.root == TypeRoot::Date) {
    return Convert<int32_t>(
        to, on_failure,
        [finish](int32_t days) {
          const auto micros = MicrosFrom(days, kMicrosPerDay);
          return micros ? finish({*micros, 0}) : Converted<int64_t>{{}, Status::OutOfRange};
        },
        [](int32_t days) { return Shown(FormatDate(days)); });
  }
  if (from.root == TypeRoot::Time) {
    if (to.root == TypeRoot::Time) return RowKernel([](int64_t time) { return time; });
    return Convert<int64_t>(to, on_failure, [finish](int64_t time) { return finish({time, 0}); });
  }
  // From a timestamp: the wall clock first, unless both are instants.
  const auto local = [q, source_zone, zone](int64_t value) {
    Moment moment = MomentOf(value, q);
    if (source_zone) moment.micros = zone.ToLocal(moment.micros);
    return moment;
  };
  if (to.root == TypeRoot::Date) {
    return RowKernel(
        [local](int64_t value) { return static_cast<int32_t>(FloorDiv(local(value).micros, kMicrosPerDay)); });
  }
  if (to.root == TypeRoot::Time) {
    return RowKernel([local](int64_t value) -> int64_t {
      const int64_t of_day = FloorMod(local(value).micros, kMicrosPerDay);
      return of_day / kMicrosPerSecond * kMicrosPerSecond;
    });
  }
  const auto shown = [local, q](int64_t value) { return Shown(FormatTimestamp(local(value).micros, std::min(q, 6))); };
  if (source_zone == target_zone) {
    return Convert<int64_t>(
        to, on_failure, [p, q](int64_t value) { return Held(MomentOf(value, q), p); }, shown);
  }
  return Convert<int64_t>(
      to, on_failure, [local, finish](int64_t value) { return finish(local(value)); }, shown);
}

Kernel ToInterval(const DataType& from, const DataType& to) {
  const bool months = to.root == TypeRoot::IntervalMonth;
  return VisitNumber(from, [&](auto a) -> Kernel {
    using A = decltype(a);
    if constexpr (std::is_integral_v<A>) {
      return RowKernel([months](A value) -> duckdb::interval_t {
        duckdb::interval_t interval{0, 0, 0};
        if (months) interval.months = static_cast<int32_t>(value);
        if (!months) interval.micros = static_cast<int64_t>(value) * kMicrosPerSecond;
        return interval;
      });
    } else {
      throw Error(ErrorCode::Internal, "no interval of a fraction");
    }
  });
}

/// As counts of months or milliseconds; for comparisons.
Kernel FromInterval(const DataType& from) {
  const bool months = from.root == TypeRoot::IntervalMonth;
  return RowKernel(
      [months](duckdb::interval_t value) -> int64_t { return months ? value.months : value.micros / 1000; });
}

}  // namespace

Kernel CastKernel(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone) {
  const auto simple = [](const DataType& t) { return t.root == TypeRoot::Boolean || IsNumeric(t); };
  if (SameForm(from, to)) {
    return [](duckdb::DataChunk& arguments, duckdb::Vector& result) { result.Reinterpret(arguments.data[0]); };
  }
  if (simple(from) && simple(to)) return NumberToNumber(from, to, on_failure);
  if (IsBinary(from) && IsCharacter(to)) {
    return RowKernel([to](std::string_view bytes) -> std::string { return Fit(DecodeUtf8(bytes), to); });
  }
  if (IsCharacter(to)) return ToText(from, to, zone);
  if (IsBinary(to)) return ToBinary(to);
  if (IsCharacter(from) && simple(to)) return TextToNumber(to, on_failure);
  if (IsDateTime(to)) return ToTime(from, to, on_failure, zone);
  if (IsInterval(to) && IsInteger(from)) return ToInterval(from, to);
  if (IsInterval(from) && to.root == TypeRoot::BigInt) return FromInterval(from);
  if (IsNested(from) && from.root == to.root) return NestedCastKernel(from, to, on_failure, zone);
  throw Error(ErrorCode::Internal, "no cast from " + paimon::ToSql(from) + " to " + paimon::ToSql(to));
}

// TIMESTAMP(0..6) refuses days and digits at the ends of kMicrosRange too; no filter is held back for those.
bool CastCanFail(const DataType& from, const DataType& to) {
  if (IsCharacter(from)) return !IsCharacter(to) && !IsBinary(to);
  if (IsApproximate(from) && to.root == TypeRoot::Decimal) return true;  // NaN
  if (IsTimestamp(to) && to.precision > 6 && IsDateTime(from) && from.root != TypeRoot::Time)
    return from.precision <= 6 || from.root != to.root;
  for (size_t i = 0; i < from.children.size() && i < to.children.size(); i++) {
    if (CastCanFail(from.children[i], to.children[i])) return true;
  }
  for (size_t i = 0; i < from.fields.size() && i < to.fields.size(); i++) {
    if (CastCanFail(from.fields[i].type, to.fields[i].type)) return true;
  }
  return false;
}

}  // namespace tarn::function
