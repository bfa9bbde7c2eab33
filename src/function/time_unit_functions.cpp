// FLOOR and CEIL to a unit of time, EXTRACT, TIMESTAMPDIFF, TIMESTAMPADD, differences of times, OVERLAPS.
#include "base/civil_time.h"
#include "function/arithmetic.h"
#include "function/cast.h"
#include "function/entries.h"
#include "function/time_units.h"

namespace tarn::function {
namespace {

TimeUnit UnitArgument(const Call& call, size_t index) {
  const auto& literal = call.arguments[index].literal;
  const auto unit = literal && !literal->IsNull() ? ParseTimeUnit(literal->ToString()) : std::nullopt;
  if (!unit) call.Refuse("a unit of time such as DAY");
  return *unit;
}

/// A point in time as local microseconds, for a vector of `type`.
struct ToLocalMicros {
  TypeRoot root;
  int32_t precision;
  TimeZone zone;

  int64_t operator()(int64_t value) const {
    if (root == TypeRoot::Date) return value * kMicrosPerDay;
    if (precision > 6) value = FloorDiv(value, 1000);
    return root == TypeRoot::TimestampLtz ? zone.ToLocal(value) : value;
  }
};

/// Wraps a function of local microseconds into a kernel over (time, extra constants ..); DATE vectors hold int32.
template <typename R, typename F>
Kernel OnTime(const DataType& type, size_t at, F function) {
  const bool date = type.root == TypeRoot::Date;
  return [date, at, function](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    FillRows<R>(arguments, result, [&](duckdb::idx_t row) -> std::optional<R> {
      if (rows.IsNull(at, row)) return std::nullopt;
      return function(date ? rows.Get<int32_t>(at, row) : rows.Get<int64_t>(at, row));
    });
  };
}

Resolved Snap(const Call& call, bool up) {
  if (call.size() == 2) return up ? ResolveCeilNumber(call) : ResolveFloorNumber(call);
  call.RequireCount(3, 3);
  const DataType type = WithNull(call.type(0), false);
  if (!IsDateTime(type)) call.Refuse("a point in time and a unit");
  const TimeUnit unit = UnitArgument(call, 1);
  const ToLocalMicros local{type.root, type.precision, ZoneArgument(call)};
  const auto snap = [up, unit, local](int64_t value) {
    const int64_t micros = local(value);
    return up ? CeilToUnit(micros, unit) : FloorToUnit(micros, unit);
  };
  Kernel kernel;
  if (type.root == TypeRoot::Date) {
    kernel = OnTime<int32_t>(type, 0, [snap](int64_t v) { return static_cast<int32_t>(snap(v) / kMicrosPerDay); });
  } else {
    const bool zoned = type.root == TypeRoot::TimestampLtz, nanos = type.precision > 6;
    kernel = OnTime<int64_t>(type, 0, [snap, local, zoned, nanos, precision = type.precision](int64_t v) {
      const int64_t micros = zoned ? local.zone.ToUtc(snap(v)) : snap(v);
      return nanos ? ConvertTimestamp(micros, 6, precision) : micros;
    });
  }
  const bool can_fail = IsTimestamp(type) && type.precision > 6;
  return {call.TypesAsGiven(), WithNull(type, call.type(0).nullable), std::move(kernel), can_fail};
}

Resolved Part(const Call& call, TimeUnit unit, size_t at) {
  const DataType type = WithNull(call.type(at), false);
  const DataType big = Simple(TypeRoot::BigInt);
  if (type.root == TypeRoot::Time && unit >= TimeUnit::Day) call.Refuse("a date or a timestamp");
  const bool of_months = (unit >= TimeUnit::Month && unit <= TimeUnit::Year) || unit == TimeUnit::Century;
  if (type.root == TypeRoot::IntervalMonth && !of_months) {
    call.Refuse("of this interval CENTURY, YEAR, QUARTER and MONTH");
  }
  if (type.root == TypeRoot::IntervalSecond && unit > TimeUnit::Day) {
    call.Refuse("of this interval DAY, HOUR, MINUTE, SECOND and MILLISECOND");
  }
  if (IsInterval(type)) {
    Kernel kernel = [unit, at](duckdb::DataChunk& arguments, duckdb::Vector& result) {
      const Rows rows(arguments);
      FillRows<int64_t>(arguments, result, [&](duckdb::idx_t row) -> std::optional<int64_t> {
        if (rows.IsNull(at, row)) return std::nullopt;
        const auto interval = rows.Get<duckdb::interval_t>(at, row);
        switch (unit) {
          case TimeUnit::Century:
            return interval.months / 1200;
          case TimeUnit::Year:
            return interval.months / 12;
          case TimeUnit::Quarter:
            return interval.months % 12 / 3 + 1;
          case TimeUnit::Month:
            return interval.months % 12;
          case TimeUnit::Day:
            return interval.micros / kMicrosPerDay;
          case TimeUnit::Hour:
            return interval.micros / (3600 * kMicrosPerSecond) % 24;
          case TimeUnit::Minute:
            return interval.micros / (60 * kMicrosPerSecond) % 60;
          case TimeUnit::Second:
            return interval.micros / kMicrosPerSecond % 60;
          default:
            return interval.micros / 1000 % 1000;
        }
      });
    };
    return {call.TypesAsGiven(), WithNull(big, call.type(at).nullable), std::move(kernel)};
  }
  if (!IsDateTime(type)) call.Refuse("a point in time or an interval");
  const ToLocalMicros local{type.root, type.precision, ZoneArgument(call)};
  const bool instant = unit == TimeUnit::Epoch && type.root == TypeRoot::TimestampLtz;
  const bool nanos = type.precision > 6 && unit == TimeUnit::Nanosecond;
  const auto before = IsTimestamp(type) ? Before1970::Cut : Before1970::Floor;
  return {call.TypesAsGiven(), WithNull(big, call.type(at).nullable),
          OnTime<int64_t>(type, at, [unit, local, instant, nanos, before](int64_t v) -> int64_t {
            if (instant) return (local.precision > 6 ? FloorDiv(v, 1000) : v) / kMicrosPerSecond;
            if (nanos) return FloorMod(v, 1'000'000'000);
            return PartOf(local(v), unit, before);
          })};
}

}  // namespace

Resolved ResolveFloor(const Call& call) { return Snap(call, false); }
Resolved ResolveCeil(const Call& call) { return Snap(call, true); }

Resolved ResolveExtract(const Call& call) {
  call.RequireCount(3, 3);
  return Part(call, UnitArgument(call, 0), 1);
}

namespace {
Resolved Named(const Call& call, TimeUnit unit) {
  call.RequireCount(2, 2);
  return Part(call, unit, 0);
}
}  // namespace

Resolved ResolveYear(const Call& call) { return Named(call, TimeUnit::Year); }
Resolved ResolveQuarter(const Call& call) { return Named(call, TimeUnit::Quarter); }
Resolved ResolveMonth(const Call& call) { return Named(call, TimeUnit::Month); }
Resolved ResolveWeek(const Call& call) { return Named(call, TimeUnit::Week); }
Resolved ResolveDayOfYear(const Call& call) { return Named(call, TimeUnit::DayOfYear); }
Resolved ResolveDayOfMonth(const Call& call) { return Named(call, TimeUnit::Day); }
Resolved ResolveDayOfWeek(const Call& call) { return Named(call, TimeUnit::DayOfWeek); }
Resolved ResolveHour(const Call& call) { return Named(call, TimeUnit::Hour); }
Resolved ResolveMinute(const Call& call) { return Named(call, TimeUnit::Minute); }
Resolved ResolveSecond(const Call& call) { return Named(call, TimeUnit::Second); }

namespace {
/// Where times are apart: instants on UTC's wall, which repeats no hour and leaves none out; others on the session's.
TimeZone ZoneBetween(const Call& call, const DataType& a, const DataType& b) {
  const bool instants = a.root == TypeRoot::TimestampLtz && b.root == TypeRoot::TimestampLtz;
  return instants ? TimeZone() : ZoneArgument(call);
}
}  // namespace

// ('unit', from, to, zone)
Resolved ResolveTimestampDiff(const Call& call) {
  call.RequireCount(4, 4);
  const TimeUnit unit = UnitArgument(call, 0);
  const DataType a = WithNull(call.type(1), false), b = WithNull(call.type(2), false);
  if (!IsDateTime(a) || !IsDateTime(b) || (a.root == TypeRoot::Time) != (b.root == TypeRoot::Time)) {
    call.Refuse("a unit and two points in time");
  }
  const TimeZone zone = ZoneBetween(call, a, b);
  const ToLocalMicros x{a.root, a.precision, zone}, y{b.root, b.precision, zone};
  Kernel kernel = [unit, x, y](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    const auto at = [&](size_t column, const ToLocalMicros& local, duckdb::idx_t row) {
      return local(local.root == TypeRoot::Date ? rows.Get<int32_t>(column, row) : rows.Get<int64_t>(column, row));
    };
    FillRows<int32_t>(arguments, result, [&](duckdb::idx_t row) -> std::optional<int32_t> {
      if (rows.IsNull(1, row) || rows.IsNull(2, row)) return std::nullopt;
      return static_cast<int32_t>(UnitsBetween(at(1, x, row), at(2, y, row), unit));
    });
  };
  return {call.TypesAsGiven(), WithNull(IntType(), call.AnyNullable()), std::move(kernel)};
}

// ('unit', count, time)
Resolved ResolveTimestampAdd(const Call& call) {
  call.RequireCount(3, 3);
  const TimeUnit unit = UnitArgument(call, 0);
  const DataType given = WithNull(call.type(2), false);
  if (!IsInteger(call.type(1)) || !IsDateTime(given)) call.Refuse("a unit, an integer and a point in time");
  int64_t months = 0, micros = FixedLength(unit);
  switch (unit) {
    case TimeUnit::Week:
      micros = 7 * kMicrosPerDay;
      break;
    case TimeUnit::Month:
      months = 1;
      break;
    case TimeUnit::Quarter:
      months = 3;
      break;
    case TimeUnit::Year:
      months = 12;
      break;
    default:
      if (micros == 0) call.Refuse("a unit from SECOND to YEAR");
  }
  // Hours of a day are no day any more.
  const bool of_day = given.root == TypeRoot::Date && months == 0 && micros < kMicrosPerDay;
  const DataType time = of_day ? TimestampType(6) : given;
  // The same sums as t + INTERVAL.
  Call sum;
  sum.name = call.name;
  sum.arguments = {{time, std::nullopt},
                   {Simple(months != 0 ? TypeRoot::IntervalMonth : TypeRoot::IntervalSecond), std::nullopt}};
  const Kernel add = ResolveAdd(sum).kernel;
  const auto interval_type = duckdb::LogicalType::INTERVAL;
  Kernel kernel = [add, months, micros, interval_type, time](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const auto count = arguments.size();
    const Rows rows(arguments);
    duckdb::Vector interval(interval_type, count);
    auto* out = duckdb::FlatVector::GetData<duckdb::interval_t>(interval);
    for (duckdb::idx_t row = 0; row < count; row++) {
      if (rows.IsNull(1, row)) {
        duckdb::FlatVector::SetNull(interval, row, true);
      } else {
        const auto n = rows.Get<int64_t>(1, row);
        int64_t moved = 0;
        const bool overflow = __builtin_mul_overflow(n, months != 0 ? months : micros, &moved);
        if (overflow || (months != 0 && moved != static_cast<int32_t>(moved))) {
          if (time.root == TypeRoot::Date) throw DateOutOfRange();
          throw TimestampOutOfRange(time.precision);
        }
        out[row] =
            months != 0 ? duckdb::interval_t{static_cast<int32_t>(moved), 0, 0} : duckdb::interval_t{0, 0, moved};
      }
    }
    duckdb::DataChunk both;
    both.data.emplace_back(duckdb::Vector(arguments.data[2]));
    both.data.emplace_back(std::move(interval));
    both.SetCardinality(count);
    add(both, result);
    if (AllConstant(arguments)) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
  return {{call.type(0), Simple(TypeRoot::BigInt), time}, WithNull(time, call.AnyNullable()), std::move(kernel), true};
}

// ('unit', a, b, zone): a - b as an interval
Resolved ResolveTimestampMinus(const Call& call) {
  call.RequireCount(4, 4);
  const TimeUnit unit = UnitArgument(call, 0);
  const bool months = unit == TimeUnit::Year || unit == TimeUnit::Month;
  const DataType a = WithNull(call.type(1), false), b = WithNull(call.type(2), false);
  if (!IsDateTime(a) || !IsDateTime(b)) call.Refuse("two points in time");
  const TimeZone zone = ZoneBetween(call, a, b);
  const ToLocalMicros x{a.root, a.precision, zone}, y{b.root, b.precision, zone};
  Kernel kernel = [months, x, y](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    const auto at = [&](size_t column, const ToLocalMicros& local, duckdb::idx_t row) {
      return local(local.root == TypeRoot::Date ? rows.Get<int32_t>(column, row) : rows.Get<int64_t>(column, row));
    };
    FillRows<duckdb::interval_t>(arguments, result, [&](duckdb::idx_t row) -> std::optional<duckdb::interval_t> {
      if (rows.IsNull(1, row) || rows.IsNull(2, row)) return std::nullopt;
      const int64_t u = at(1, x, row), v = at(2, y, row);
      if (months) return duckdb::interval_t{static_cast<int32_t>(UnitsBetween(v, u, TimeUnit::Month)), 0, 0};
      return duckdb::interval_t{0, 0, (u - v) / 1000 * 1000};
    });
  };
  return {call.TypesAsGiven(),
          WithNull(Simple(months ? TypeRoot::IntervalMonth : TypeRoot::IntervalSecond), call.AnyNullable()),
          std::move(kernel)};
}

// (start, end or length, start, end or length, zone)
Resolved ResolveOverlaps(const Call& call) {
  call.RequireCount(5, 5);
  for (size_t i = 0; i < 4; i++) {
    const bool start = i % 2 == 0;
    if (!IsDateTime(call.type(i)) && (start || !IsInterval(call.type(i)))) call.Refuse("two periods");
  }
  const TimeZone zone = ZoneArgument(call);
  std::vector<DataType> types = call.TypesAsGiven();
  Kernel kernel = [types, zone](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const Rows rows(arguments);
    const auto point = [&](size_t i, duckdb::idx_t row, int64_t start) -> int64_t {
      const DataType& type = types[i];
      if (IsInterval(type)) {
        const auto interval = rows.Get<duckdb::interval_t>(i, row);
        const int64_t days = FloorDiv(start, kMicrosPerDay);
        const int64_t moved = AddMonths(days, interval.months) * kMicrosPerDay + (start - days * kMicrosPerDay);
        return moved + interval.micros;
      }
      const ToLocalMicros local{type.root, type.precision, zone};
      return local(type.root == TypeRoot::Date ? rows.Get<int32_t>(i, row) : rows.Get<int64_t>(i, row));
    };
    FillRows<bool>(arguments, result, [&](duckdb::idx_t row) -> std::optional<bool> {
      for (size_t i = 0; i < 4; i++) {
        if (rows.IsNull(i, row)) return std::nullopt;
      }
      int64_t a = point(0, row, 0), b = point(1, row, a), c = point(2, row, 0), d = point(3, row, c);
      if (a > b) std::swap(a, b);
      if (c > d) std::swap(c, d);
      return a <= d && c <= b;
    });
  };
  return {types, WithNull(Simple(TypeRoot::Boolean), call.AnyNullable()), std::move(kernel)};
}

TimeZone ZoneArgument(const Call& call) {
  return TimeZone::Named(duckdb::StringValue::Get(*call.arguments.back().literal));
}

}  // namespace tarn::function
