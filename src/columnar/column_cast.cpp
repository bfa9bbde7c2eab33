#include "columnar/column_cast.h"

#include <cmath>
#include <duckdb/common/types/cast_helpers.hpp>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <limits>

#include "base/civil_time.h"
#include "base/error.h"
#include "base/java_text.h"
#include "base/utf8.h"
#include "columnar/each_value.h"
#include "columnar/nested_cast.h"
#include "columnar/truncate.h"
#include "columnar/type_mapping.h"

namespace tarn::columnar {
namespace {

using duckdb::LogicalType;
using duckdb::PhysicalType;
using duckdb::Vector;
using paimon::DataType;
using paimon::TypeRoot;

bool IsNumber(TypeRoot root) { return root >= TypeRoot::TinyInt && root <= TypeRoot::Double; }
bool IsText(TypeRoot root) { return root == TypeRoot::Char || root == TypeRoot::VarChar; }
bool IsBinary(TypeRoot root) { return root == TypeRoot::Binary || root == TypeRoot::VarBinary; }

/// Java's narrowing: integers keep their low bits; floating point goes to int or long, saturating, NaN to 0, and only
/// then to what is narrower.
template <class S, class T>
T Narrow(S value) {
  if constexpr (std::is_floating_point_v<S> && std::is_integral_v<T>) {
    using Wide = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
    if (std::isnan(value)) return 0;
    const auto wide_min = static_cast<S>(std::numeric_limits<Wide>::min());
    const auto wide_max = static_cast<S>(std::numeric_limits<Wide>::max());
    Wide wide;
    if (value <= wide_min) {
      wide = std::numeric_limits<Wide>::min();
    } else if (value >= wide_max) {
      wide = std::numeric_limits<Wide>::max();
    } else {
      wide = static_cast<Wide>(value);
    }
    return static_cast<T>(wide);
  } else {
    return static_cast<T>(value);
  }
}

template <class S>
ColumnCast NumberCastFrom(const LogicalType& to) {
  const auto make = [](auto target) -> ColumnCast {
    using T = decltype(target);
    return [](Vector& from, Vector& out, size_t count) {
      ForEach<S, T>(from, out, count, [](S value) { return Narrow<S, T>(value); });
    };
  };
  switch (to.InternalType()) {
    case PhysicalType::INT8:
      return make(int8_t{});
    case PhysicalType::INT16:
      return make(int16_t{});
    case PhysicalType::INT32:
      return make(int32_t{});
    case PhysicalType::INT64:
      return make(int64_t{});
    case PhysicalType::FLOAT:
      return make(float{});
    default:
      return make(double{});
  }
}

ColumnCast NumberCast(const LogicalType& from, const LogicalType& to) {
  switch (from.InternalType()) {
    case PhysicalType::INT8:
      return NumberCastFrom<int8_t>(to);
    case PhysicalType::INT16:
      return NumberCastFrom<int16_t>(to);
    case PhysicalType::INT32:
      return NumberCastFrom<int32_t>(to);
    case PhysicalType::INT64:
      return NumberCastFrom<int64_t>(to);
    case PhysicalType::FLOAT:
      return NumberCastFrom<float>(to);
    default:
      return NumberCastFrom<double>(to);
  }
}

/// Digits behind the point are cut off, then Java's narrowing.
ColumnCast DecimalToInteger(const DataType& from, const LogicalType& to) {
  const LogicalType wide = LogicalType::DECIMAL(38, static_cast<uint8_t>(from.scale));
  duckdb::hugeint_t unit(1);
  for (int32_t i = 0; i < from.scale; i++) unit *= 10;
  return [wide, unit, to](Vector& in, Vector& out, size_t count) {
    Vector widened(wide, count);
    duckdb::VectorOperations::DefaultCast(in, widened, count, true);
    Vector whole(LogicalType::BIGINT, count);
    ForEach<duckdb::hugeint_t, int64_t>(widened, whole, count, [&](const duckdb::hugeint_t& value) {
      return static_cast<int64_t>((value / unit).lower);
    });
    NumberCast(LogicalType::BIGINT, to)(whole, out, count);
  };
}

void CutStrings(Vector& in, Vector& out, size_t count, size_t length, bool text) {
  ForEach<duckdb::string_t, duckdb::string_t>(in, out, count, [&](const duckdb::string_t& value) {
    const std::string_view all(value.GetData(), value.GetSize());
    const std::string_view cut = text ? TextPrefix(all, length) : all.substr(0, length);
    return duckdb::StringVector::AddStringOrBlob(out, cut.data(), cut.size());
  });
}

/// The number of a whole unit is dropped towards minus infinity, as Paimon's rescaling of timestamps does.
ColumnCast CutTime(int32_t precision, int32_t unit_digits) {
  int64_t unit = 1;
  for (int32_t i = precision; i < unit_digits; i++) unit *= 10;
  return [unit](Vector& in, Vector& out, size_t count) {
    ForEach<int64_t, int64_t>(in, out, count, [unit](int64_t value) {
      const int64_t rest = value % unit;
      return value - rest - (rest < 0 ? unit : 0);
    });
  };
}

/// Text as Java shows it; `show` makes it of one value.
template <class S, class Show>
ColumnCast TextCast(size_t length, Show show) {
  return [length, show](Vector& in, Vector& out, size_t count) {
    ForEach<S, duckdb::string_t>(in, out, count, [&](S value) {
      const std::string text = show(value);
      const std::string_view cut = TextPrefix(text, length);
      return duckdb::StringVector::AddStringOrBlob(out, cut.data(), cut.size());
    });
  };
}

/// A TIMESTAMP's fraction has as many digits as its type says.
std::string TimestampText(int64_t value, int64_t per_second, int32_t precision) {
  const auto nanos = FloorMod(value, per_second) * (1'000'000'000 / per_second);
  return FormatTimestamp(CivilFromSeconds(FloorDiv(value, per_second), static_cast<int>(nanos)), precision);
}

ColumnCast ByDuckDb(const DataType& from, const DataType& to) {
  return [from, to](Vector& in, Vector& out, size_t count) {
    std::string error;
    if (duckdb::VectorOperations::DefaultTryCast(in, out, count, &error, false)) return;
    std::string value = "a value";  // the first that became NULL
    for (size_t row = 0; row < count; row++) {
      if (in.GetValue(row).IsNull() || !out.GetValue(row).IsNull()) continue;
      value = "'" + std::string(Characters(in.GetValue(row).ToString(), 60)) + "'";
      break;
    }
    throw Error(ErrorCode::InvalidInput, value + ", written while the column was " + paimon::ToSql(from.Nullable()) +
                                             ", is no " + paimon::ToSql(to.Nullable()) +
                                             "\n  ALTER TABLE .. MODIFY gives the column its old type back");
  };
}

/// Of microseconds.
ColumnCast ToNanos(const DataType& from, const DataType& to) {
  return [from, to](Vector& in, Vector& out, size_t count) {
    ForEach<int64_t, int64_t>(in, out, count, [&](int64_t micros) {
      if (const auto nanos = NanosFrom(micros, 1000)) return *nanos;
      throw Error(ErrorCode::InvalidInput, "'" + FormatTimestamp(micros, from.precision) +
                                               "', written while the column was " + paimon::ToSql(from.Nullable()) +
                                               ", lies outside " + std::string(kNanosRange) + ", which is what " +
                                               paimon::ToSql(to.Nullable()) +
                                               " holds\n  ALTER TABLE .. MODIFY gives the column its old type back");
    });
  };
}

ColumnCast RowCast(duckdb::ClientContext& context, const DataType& from, const DataType& to) {
  std::vector<std::optional<FieldCast>> fields;
  bool same = from.fields.size() == to.fields.size();
  for (size_t i = 0; i < to.fields.size(); i++) {
    std::optional<FieldCast> field;
    for (size_t k = 0; k < from.fields.size(); k++) {
      if (from.fields[k].id != to.fields[i].id) continue;
      field = FieldCast{k, MakeColumnCast(context, from.fields[k].type, to.fields[i].type)};
      same &= k == i && !field->cast && from.fields[k].name == to.fields[i].name;
    }
    same &= field.has_value();
    fields.push_back(std::move(field));
  }
  if (same) return {};
  return CastFields(std::move(fields));
}

DataType EntryType(const DataType& map) {
  DataType entry;
  entry.root = TypeRoot::Row;
  DataType value;
  if (map.root == TypeRoot::Map) value = map.children[1];
  entry.fields = {{0, "key", map.children[0], {}, {}}, {1, "value", value, {}, {}}};
  return entry;
}

}  // namespace

ColumnCast MakeColumnCast(duckdb::ClientContext& context, const DataType& from, const DataType& to) {
  const auto unsupported = [&]() -> Error {
    return Error(ErrorCode::Unsupported, "files hold " + paimon::ToSql(from) + " where the column is now " +
                                             paimon::ToSql(to) + "; this change of type cannot be read");
  };
  if (from.Nullable() == to.Nullable()) return {};
  if (from.root == TypeRoot::Row && to.root == TypeRoot::Row) return RowCast(context, from, to);
  const bool lists = (from.root == TypeRoot::Array || from.root == TypeRoot::Vector) &&
                     (to.root == TypeRoot::Array || to.root == TypeRoot::Vector);
  const bool maps = from.root == to.root && (from.root == TypeRoot::Map || from.root == TypeRoot::Multiset);
  if (lists || maps) {
    ColumnCast element = lists ? MakeColumnCast(context, from.children[0], to.children[0])
                               : MakeColumnCast(context, EntryType(from), EntryType(to));
    if (!element) return {};
    return CastElements(std::move(element));
  }
  const LogicalType source = VectorType(from);
  const LogicalType target = VectorType(to);
  if (IsText(from.root) && IsText(to.root)) {
    if (to.length >= from.length) return {};
    return [length = to.length](Vector& in, Vector& out, size_t count) {
      CutStrings(in, out, count, static_cast<size_t>(length), true);
    };
  }
  if (IsBinary(from.root) && IsBinary(to.root)) {
    if (to.length >= from.length) return {};
    return [length = to.length](Vector& in, Vector& out, size_t count) {
      CutStrings(in, out, count, static_cast<size_t>(length), false);
    };
  }
  const bool times = from.root == to.root && (from.root == TypeRoot::Timestamp || from.root == TypeRoot::TimestampLtz);
  if (times) {
    if (source == target) {
      if (to.precision >= from.precision) return {};
      return CutTime(to.precision, to.precision > 6 ? 9 : 6);
    }
    if (to.precision > 6) return ToNanos(from, to);
    return [cut = CutTime(to.precision, 6)](Vector& in, Vector& out, size_t count) {
      Vector micros(LogicalType::TIMESTAMP, count);
      ForEach<int64_t, int64_t>(in, micros, count, [](int64_t nanos) { return FloorDiv(nanos, 1000); });
      cut(micros, out, count);
    };
  }
  if (source == target && from.root == to.root) return {};
  if (IsNumber(from.root) && IsNumber(to.root)) return NumberCast(source, target);
  if (from.root == TypeRoot::Decimal && IsNumber(to.root) && to.root <= TypeRoot::BigInt) {
    return DecimalToInteger(from, target);
  }
  if (IsText(to.root)) {
    const auto length = static_cast<size_t>(to.length);
    if (from.root == TypeRoot::Float) return TextCast<float>(length, [](float value) { return JavaText(value); });
    if (from.root == TypeRoot::Double) return TextCast<double>(length, [](double value) { return JavaText(value); });
    if (from.root == TypeRoot::Timestamp) {
      const int64_t per_second = source.id() == duckdb::LogicalTypeId::TIMESTAMP_NS ? 1'000'000'000 : 1'000'000;
      return TextCast<int64_t>(length, [per_second, precision = from.precision](int64_t value) {
        return TimestampText(value, per_second, precision);
      });
    }
  }
  if (source.IsNested() || target.IsNested()) throw unsupported();
  ColumnCast cast = ByDuckDb(from, to);
  if (!IsText(to.root) || to.length == DataType::kMaxLength) return cast;
  return [cast, length = to.length](Vector& in, Vector& out, size_t count) {
    Vector text(LogicalType::VARCHAR, count);
    cast(in, text, count);
    CutStrings(text, out, count, static_cast<size_t>(length), true);
  };
}

}  // namespace tarn::columnar
