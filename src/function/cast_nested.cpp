#include "function/cast_nested.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>

#include "base/error.h"
#include "columnar/nested_cast.h"

namespace tarn::function {
namespace {

void RunOnChild(const Kernel& kernel, duckdb::Vector& in, duckdb::Vector& out, duckdb::idx_t count) {
  if (count == 0) return;
  in.Flatten(count);
  for (duckdb::idx_t at = 0; at < count; at += STANDARD_VECTOR_SIZE) {
    const duckdb::idx_t end = std::min<duckdb::idx_t>(count, at + STANDARD_VECTOR_SIZE);
    duckdb::DataChunk chunk;
    chunk.data.emplace_back(in, at, end);
    chunk.SetCardinality(end - at);
    duckdb::Vector part(out.GetType());
    kernel(chunk, part);
    duckdb::VectorOperations::Copy(part, out, end - at, 0, at);
  }
}

Kernel CastList(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone) {
  // Of an array its elements, of a map or multiset its keys and values: a list of (key, value).
  std::vector<Kernel> children;
  for (size_t i = 0; i < from.children.size(); i++) {
    children.push_back(CastKernel(from.children[i], to.children[i], on_failure, zone));
  }
  const bool map = from.root != TypeRoot::Array;
  return [children, map](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    auto& source = arguments.data[0];
    duckdb::Vector in = columnar::NamedElements(source, result, arguments.size());
    const auto length = duckdb::ListVector::GetListSize(result);
    auto& out = duckdb::ListVector::GetEntry(result);
    if (map) {
      auto& in_parts = duckdb::StructVector::GetEntries(in);
      auto& out_parts = duckdb::StructVector::GetEntries(out);
      for (size_t i = 0; i < 2; i++) {
        if (i < children.size()) {
          RunOnChild(children[i], *in_parts[i], *out_parts[i], length);
        } else {
          duckdb::VectorOperations::Copy(*in_parts[i], *out_parts[i], length, 0, 0);
        }
      }
    } else {
      RunOnChild(children[0], in, out, length);
    }
  };
}

Kernel CastRow(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone) {
  std::vector<Kernel> fields;
  for (size_t i = 0; i < from.fields.size(); i++) {
    fields.push_back(CastKernel(from.fields[i].type, to.fields[i].type, on_failure, zone));
  }
  return [fields](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    auto& source = arguments.data[0];
    const auto rows = arguments.size();
    source.Flatten(rows);
    auto& in = duckdb::StructVector::GetEntries(source);
    auto& out = duckdb::StructVector::GetEntries(result);
    for (size_t i = 0; i < fields.size(); i++) RunOnChild(fields[i], *in[i], *out[i], rows);
    duckdb::FlatVector::SetValidity(result, duckdb::FlatVector::Validity(source));
  };
}

/// TRY_CAST of an array, map or row: NULL as a whole where a part of it fails. `strict` is the CAST.
Kernel NullWhereItFails(Kernel strict) {
  return [strict = std::move(strict)](duckdb::DataChunk& arguments, duckdb::Vector& result) {
    try {
      return strict(arguments, result);
    } catch (const Error&) {
      // Somewhere; row by row tells where.
    }
    result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
    for (duckdb::idx_t row = 0; row < arguments.size(); row++) {
      duckdb::DataChunk one;
      one.data.emplace_back(arguments.data[0].GetValue(row));
      one.SetCardinality(1);
      duckdb::Vector converted(result.GetType());
      try {
        strict(one, converted);
        result.SetValue(row, converted.GetValue(0));
      } catch (const Error&) {
        result.SetValue(row, duckdb::Value(result.GetType()));
      }
    }
  };
}

}  // namespace

Kernel NestedCastKernel(const DataType& from, const DataType& to, OnFailure on_failure, const TimeZone& zone) {
  if (on_failure == OnFailure::Null && CastCanFail(from, to)) {
    return NullWhereItFails(NestedCastKernel(from, to, OnFailure::Fail, zone));
  }
  if (from.root == TypeRoot::Row) return CastRow(from, to, on_failure, zone);
  return CastList(from, to, on_failure, zone);
}

}  // namespace tarn::function
