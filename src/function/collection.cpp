// Functions of arrays and maps. They work on single values: collections are short, and their elements of any type.
#include <algorithm>

#include "base/error.h"
#include "columnar/map_value.h"
#include "function/cast.h"
#include "function/entries.h"

namespace tarn::function {
namespace {

using duckdb::Value;
using Values = duckdb::vector<Value>;

/// `function(arguments of the row)`; NULL arguments among the first `strict` make the result NULL.
template <typename F>
Kernel OverValues(size_t strict, F function) {
  return [strict, function](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    const bool constant = AllConstant(arguments) && arguments.ColumnCount() > 0;
    const duckdb::idx_t count = constant ? 1 : arguments.size();
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    for (duckdb::idx_t row = 0; row < count; row++) {
      Values values;
      bool null = false;
      for (size_t i = 0; i < arguments.ColumnCount(); i++) {
        values.push_back(arguments.data[i].GetValue(row));
        null = null || (i < strict && values.back().IsNull());
      }
      result.SetValue(row, null ? Value(result.GetType()) : function(values, result.GetType()));
    }
    if (constant) result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
  };
}

const Values& Elements(const Value& array) { return duckdb::ListValue::GetChildren(array); }
Value ArrayOf(const duckdb::LogicalType& type, Values elements) {
  return Value::LIST(duckdb::ListType::GetChildType(type), std::move(elements));
}
bool Equal(const Value& a, const Value& b) { return Value::NotDistinctFrom(a, b); }
bool Has(const Values& values, const Value& value) {
  return std::any_of(values.begin(), values.end(), [&](const Value& v) { return Equal(v, value); });
}

struct Entry {
  Value key, value;
};
std::vector<Entry> Entries(const Value& map) {
  std::vector<Entry> entries;
  for (const auto& pair : duckdb::MapValue::GetChildren(map)) {
    const auto& parts = duckdb::StructValue::GetChildren(pair);
    entries.push_back({parts[0], parts[1]});
  }
  return entries;
}
Value MapOf(const duckdb::LogicalType& type, Values keys, Values values) {
  return columnar::MapValue(duckdb::MapType::KeyType(type), duckdb::MapType::ValueType(type), std::move(keys),
                            std::move(values));
}

const DataType& RequireArray(const Call& call, size_t index) {
  if (call.type(index).root != TypeRoot::Array) call.Refuse("an array");
  return call.type(index).children[0];
}
const DataType& RequireMap(const Call& call, size_t index) {
  if (call.type(index).root != TypeRoot::Map) call.Refuse("a map");
  return call.type(index);
}
DataType Bare(const DataType& type) { return WithNull(type, false); }

/// An array and a value of its element's type.
DataType ElementWith(const Call& call, size_t array, size_t value) {
  const auto common = CommonType({RequireArray(call, array), call.type(value)});
  if (!common) call.Refuse("an array and a value of its elements' type");
  return *common;
}

/// (array, value): the array keeps its type where the value fits it.
struct Lookup {
  DataType array, element;
};
Lookup LookupTypes(const Call& call) {
  call.RequireCount(2, 2);
  const DataType common = ElementWith(call, 0, 1);
  DataType array = Bare(call.type(0));
  array.children[0] = WithNull(common, array.children[0].nullable);
  return {array, WithNull(common, false)};
}

Resolved Filtered(const Call&, DataType array, size_t strict, std::vector<DataType> parameters, bool nullable,
                  Values (*function)(const Values&)) {
  return {std::move(parameters), WithNull(std::move(array), nullable),
          OverValues(strict, [function](const Values& v, const duckdb::LogicalType& type) {
            return ArrayOf(type, function(v));
          })};
}

/// Two arrays of one type.
Resolved OfTwoArrays(const Call& call, Values (*function)(const Values&)) {
  call.RequireCount(2, 2);
  RequireArray(call, 0);
  RequireArray(call, 1);
  const auto common = CommonType({call.type(0), call.type(1)});
  if (!common) call.Refuse("two arrays of one type");
  return Filtered(call, *common, 2, {Bare(*common), Bare(*common)}, call.AnyNullable(), function);
}

}  // namespace

Resolved ResolveArrayContains(const Call& call) {
  const auto [array, element] = LookupTypes(call);
  return {{array, element},
          WithNull(Simple(TypeRoot::Boolean), call.type(0).nullable),
          OverValues(1, [](const Values& v, const duckdb::LogicalType&) {
            return Value::BOOLEAN(Has(Elements(v[0]), v[1]));
          })};
}

Resolved ResolveArrayPosition(const Call& call) {
  const auto [array, element] = LookupTypes(call);
  return Ordinary(call, {array, element}, IntType(), OverValues(2, [](const Values& v, const duckdb::LogicalType&) {
                    const auto& elements = Elements(v[0]);
                    for (size_t i = 0; i < elements.size(); i++) {
                      if (Equal(elements[i], v[1])) return Value::INTEGER(static_cast<int32_t>(i) + 1);
                    }
                    return Value::INTEGER(0);
                  }));
}

Resolved ResolveArrayDistinct(const Call& call) {
  call.RequireCount(1, 1);
  RequireArray(call, 0);
  return Filtered(call, call.type(0), 1, {Bare(call.type(0))}, call.type(0).nullable, [](const Values& v) {
    Values kept;
    for (const auto& element : Elements(v[0])) {
      if (!Has(kept, element)) kept.push_back(element);
    }
    return kept;
  });
}

Resolved ResolveArrayRemove(const Call& call) {
  const auto [array, element] = LookupTypes(call);
  return Filtered(call, array, 1, {array, element}, call.type(0).nullable, [](const Values& v) {
    Values kept;
    for (const auto& candidate : Elements(v[0])) {
      if (!Equal(candidate, v[1])) kept.push_back(candidate);
    }
    return kept;
  });
}

Resolved ResolveArrayReverse(const Call& call) {
  call.RequireCount(1, 1);
  RequireArray(call, 0);
  return Filtered(call, call.type(0), 1, {Bare(call.type(0))}, call.type(0).nullable, [](const Values& v) {
    Values reversed = Elements(v[0]);
    std::reverse(reversed.begin(), reversed.end());
    return reversed;
  });
}

Resolved ResolveArraySlice(const Call& call) {
  call.RequireCount(2, 3);
  RequireArray(call, 0);
  std::vector<DataType> parameters = {Bare(call.type(0))};
  for (size_t i = 1; i < call.size(); i++) {
    if (!IsInteger(call.type(i))) call.Refuse("an array and positions");
    parameters.push_back(IntType());
  }
  return Filtered(call, call.type(0), 3, std::move(parameters), call.AnyNullable(), [](const Values& v) {
    const auto& elements = Elements(v[0]);
    const auto size = static_cast<int64_t>(elements.size());
    int64_t begin = v[1].GetValue<int64_t>(), end = v.size() > 2 ? v[2].GetValue<int64_t>() : size;
    if (begin < 0) begin = std::max<int64_t>(1, size + begin + 1);
    if (end < 0) end = size + end + 1;
    begin = std::max<int64_t>(begin, 1);
    end = std::min(end == 0 ? 1 : end, size);
    Values kept;
    for (int64_t i = begin; i <= end; i++) kept.push_back(elements[static_cast<size_t>(i - 1)]);
    return kept;
  });
}

Resolved ResolveArrayUnion(const Call& call) {
  return OfTwoArrays(call, [](const Values& v) {
    Values kept;
    for (size_t i = 0; i < 2; i++) {
      for (const auto& element : Elements(v[i])) {
        if (!Has(kept, element)) kept.push_back(element);
      }
    }
    return kept;
  });
}

Resolved ResolveArrayExcept(const Call& call) {
  return OfTwoArrays(call, [](const Values& v) {
    Values kept;
    for (const auto& element : Elements(v[0])) {
      if (!Has(Elements(v[1]), element) && !Has(kept, element)) kept.push_back(element);
    }
    return kept;
  });
}

Resolved ResolveArrayIntersect(const Call& call) {
  return OfTwoArrays(call, [](const Values& v) {
    Values kept;
    for (const auto& element : Elements(v[0])) {
      if (Has(Elements(v[1]), element) && !Has(kept, element)) kept.push_back(element);
    }
    return kept;
  });
}

Resolved ResolveArrayConcat(const Call& call) {
  call.RequireCount(1, 1000);
  std::vector<DataType> types;
  for (size_t i = 0; i < call.size(); i++) {
    RequireArray(call, i);
    types.push_back(call.type(i));
  }
  const auto common = CommonType(types);
  if (!common) call.Refuse("arrays of one type");
  return Filtered(call, *common, call.size(), std::vector<DataType>(call.size(), Bare(*common)), call.AnyNullable(),
                  [](const Values& v) {
                    Values all;
                    for (const auto& array : v) {
                      for (const auto& element : Elements(array)) all.push_back(element);
                    }
                    return all;
                  });
}

namespace {
Resolved OneMore(const Call& call, Values (*function)(const Values&)) {
  call.RequireCount(2, 2);
  DataType array = Bare(call.type(0));
  array.children[0] = ElementWith(call, 0, 1);
  // As in Flink with either argument, though a NULL value is an element as any other.
  return Filtered(call, array, 1, {array, WithNull(array.children[0], false)}, call.AnyNullable(), function);
}
}  // namespace

Resolved ResolveArrayAppend(const Call& call) {
  return OneMore(call, [](const Values& v) {
    Values all = Elements(v[0]);
    all.push_back(v[1]);
    return all;
  });
}

Resolved ResolveArrayPrepend(const Call& call) {
  return OneMore(call, [](const Values& v) {
    Values all = {v[1]};
    for (const auto& element : Elements(v[0])) all.push_back(element);
    return all;
  });
}

namespace {
Resolved Best(const Call& call, bool greatest) {
  call.RequireCount(1, 1);
  const DataType element = RequireArray(call, 0);
  if (IsNested(element)) call.Refuse("an array of comparable values");
  return {{Bare(call.type(0))},
          WithNull(element, true),
          OverValues(1, [greatest](const Values& v, const duckdb::LogicalType& type) {
            Value best(type);
            for (const auto& candidate : Elements(v[0])) {
              if (candidate.IsNull()) continue;
              if (best.IsNull() || (greatest ? candidate > best : candidate < best)) best = candidate;
            }
            return best;
          })};
}
}  // namespace

Resolved ResolveArrayMax(const Call& call) { return Best(call, true); }
Resolved ResolveArrayMin(const Call& call) { return Best(call, false); }

Resolved ResolveArrayJoin(const Call& call) {
  call.RequireCount(2, 3);
  if (!IsCharacter(RequireArray(call, 0))) call.Refuse("an array of strings");
  for (size_t i = 1; i < call.size(); i++) {
    if (!IsCharacter(call.type(i))) call.Refuse("an array of strings, a separator and a word for NULL");
  }
  std::vector<DataType> parameters(call.size(), StringType());
  parameters[0] = Bare(call.type(0));
  return Ordinary(call, std::move(parameters), StringType(),
                  OverValues(3, [](const Values& v, const duckdb::LogicalType&) {
                    std::string text;
                    bool first = true;
                    for (const auto& element : Elements(v[0])) {
                      if (element.IsNull() && v.size() < 3) continue;
                      if (!first) text += duckdb::StringValue::Get(v[1]);
                      first = false;
                      text += duckdb::StringValue::Get(element.IsNull() ? v[2] : element);
                    }
                    return Value(text);
                  }));
}

Resolved ResolveArraySort(const Call& call) {
  call.RequireCount(1, 3);
  RequireArray(call, 0);
  std::vector<DataType> parameters = {Bare(call.type(0))};
  for (size_t i = 1; i < call.size(); i++) {
    if (call.type(i).root != TypeRoot::Boolean) call.Refuse("an array, whether ascending, whether NULLs come first");
    parameters.push_back(Simple(TypeRoot::Boolean));
  }
  return Filtered(call, call.type(0), 3, std::move(parameters), call.AnyNullable(), [](const Values& v) {
    const bool ascending = v.size() < 2 || duckdb::BooleanValue::Get(v[1]);
    const bool nulls_first = v.size() < 3 ? ascending : duckdb::BooleanValue::Get(v[2]);
    Values sorted = Elements(v[0]);
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Value& a, const Value& b) {
      if (a.IsNull() || b.IsNull()) return a.IsNull() != b.IsNull() && a.IsNull() == nulls_first;
      return ascending ? a < b : b < a;
    });
    return sorted;
  });
}

Resolved ResolveElement(const Call& call) {
  call.RequireCount(1, 1);
  const DataType element = RequireArray(call, 0);
  return {{Bare(call.type(0))},
          WithNull(element, element.nullable || call.type(0).nullable),
          OverValues(1,
                     [](const Values& v, const duckdb::LogicalType& type) {
                       const auto& elements = Elements(v[0]);
                       if (elements.size() > 1)
                         throw Error(ErrorCode::InvalidInput, "the array has more than one element");
                       return elements.empty() ? Value(type) : elements[0];
                     }),
          true};
}

Resolved ResolveMapKeys(const Call& call) {
  call.RequireCount(1, 1);
  const DataType& map = RequireMap(call, 0);
  return Ordinary(call, {Bare(map)}, ArrayType(map.children[0]),
                  OverValues(1, [](const Values& v, const duckdb::LogicalType& type) {
                    Values keys;
                    for (auto& entry : Entries(v[0])) keys.push_back(entry.key);
                    return ArrayOf(type, std::move(keys));
                  }));
}

Resolved ResolveMapValues(const Call& call) {
  call.RequireCount(1, 1);
  const DataType& map = RequireMap(call, 0);
  return Ordinary(call, {Bare(map)}, ArrayType(map.children[1]),
                  OverValues(1, [](const Values& v, const duckdb::LogicalType& type) {
                    Values values;
                    for (auto& entry : Entries(v[0])) values.push_back(entry.value);
                    return ArrayOf(type, std::move(values));
                  }));
}

Resolved ResolveMapEntries(const Call& call) {
  call.RequireCount(1, 1);
  const DataType& map = RequireMap(call, 0);
  const DataType row = RowType({{"key", map.children[0]}, {"value", map.children[1]}});
  // In the recorded types the rows inside are nullable.
  return Ordinary(call, {Bare(map)}, ArrayType(WithNull(row, true)),
                  OverValues(1, [](const Values& v, const duckdb::LogicalType& type) {
                    const auto& row_type = duckdb::ListType::GetChildType(type);
                    Values rows;
                    for (auto& entry : Entries(v[0])) {
                      rows.push_back(Value::STRUCT(row_type, {entry.key, entry.value}));
                    }
                    return ArrayOf(type, std::move(rows));
                  }));
}

Resolved ResolveMapFromArrays(const Call& call) {
  call.RequireCount(2, 2);
  const DataType keys = RequireArray(call, 0), values = RequireArray(call, 1);
  Resolved resolved =
      Ordinary(call, {Bare(call.type(0)), Bare(call.type(1))}, MapType(keys, values),
               OverValues(2, [](const Values& v, const duckdb::LogicalType& type) {
                 if (Elements(v[0]).size() != Elements(v[1]).size()) {
                   throw Error(ErrorCode::InvalidInput, "the arrays of keys and values must be of one length");
                 }
                 return MapOf(type, Elements(v[0]), Elements(v[1]));
               }));
  resolved.can_fail = true;
  return resolved;
}

Resolved ResolveMapUnion(const Call& call) {
  call.RequireCount(1, 1000);
  std::vector<DataType> types;
  for (size_t i = 0; i < call.size(); i++) types.push_back(RequireMap(call, i));
  const auto common = CommonType(types);
  if (!common) call.Refuse("maps of one type");
  return Ordinary(call, std::vector<DataType>(call.size(), Bare(*common)), *common,
                  OverValues(call.size(), [](const Values& v, const duckdb::LogicalType& type) {
                    // The last map wins and comes first.
                    Values keys, values;
                    for (size_t i = v.size(); i-- > 0;) {
                      for (auto& entry : Entries(v[i])) {
                        if (Has(keys, entry.key)) continue;
                        keys.push_back(entry.key);
                        values.push_back(entry.value);
                      }
                    }
                    return MapOf(type, std::move(keys), std::move(values));
                  }));
}

}  // namespace tarn::function
