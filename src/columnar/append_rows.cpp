#include "columnar/append_rows.h"

#include <algorithm>
#include <cstring>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <numeric>
#include <optional>
#include <vector>

namespace tarn::columnar {
namespace {

using duckdb::idx_t;
using duckdb::PhysicalType;

bool IsNested(PhysicalType type) {
  return type == PhysicalType::STRUCT || type == PhysicalType::LIST || type == PhysicalType::ARRAY;
}

template <class T>
void Gather(const void* from, const duckdb::SelectionVector& rows, idx_t count, void* to) {
  const auto* values = static_cast<const T*>(from);
  auto* out = static_cast<T*>(to);
  for (idx_t i = 0; i < count; i++) out[i] = values[rows.get_index_unsafe(i)];
}

struct Bytes16 {
  uint64_t low, high;
};

/// Values of fixed width, whatever they mean.
void GatherValues(const duckdb::UnifiedVectorFormat& from, size_t width, idx_t count, void* to) {
  if (!from.sel->IsSet()) {
    if (from.data != to) std::memcpy(to, from.data, count * width);
    return;
  }
  switch (width) {
    case 1:
      return Gather<uint8_t>(from.data, *from.sel, count, to);
    case 2:
      return Gather<uint16_t>(from.data, *from.sel, count, to);
    case 4:
      return Gather<uint32_t>(from.data, *from.sel, count, to);
    case 8:
      return Gather<uint64_t>(from.data, *from.sel, count, to);
    default:
      return Gather<Bytes16>(from.data, *from.sel, count, to);
  }
}

/// Whether any of the rows is NULL. The reader's dictionaries have a slot for NULL whether or not a row uses it.
bool AnyNull(duckdb::Vector& from, const duckdb::UnifiedVectorFormat& format, idx_t count) {
  if (format.validity.AllValid()) return false;
  if (from.GetVectorType() != duckdb::VectorType::DICTIONARY_VECTOR) return true;
  const auto size = duckdb::DictionaryVector::DictionarySize(from);
  if (!size.IsValid()) return true;
  std::optional<duckdb::sel_t> null;
  for (idx_t entry = 0; entry < duckdb::ValidityMask::EntryCount(size.GetIndex()); entry++) {
    const auto bits = format.validity.GetValidityEntry(entry);
    if (duckdb::ValidityMask::AllValid(bits)) continue;
    for (idx_t slot = entry * 64; slot < std::min(size.GetIndex(), (entry + 1) * 64); slot++) {
      if (format.validity.RowIsValidUnsafe(slot)) continue;
      if (null) return true;
      null = static_cast<duckdb::sel_t>(slot);
    }
  }
  if (!null) return false;
  const auto* rows = format.sel->data();
  constexpr idx_t kBlock = 64;  // a fixed number, so that the compiler compares several at once
  idx_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    uint32_t found = 0;
    for (idx_t j = 0; j < kBlock; j++) found += rows[i + j] == *null;
    if (found > 0) return true;
  }
  return std::find(rows + i, rows + count, *null) != rows + count;
}

void AppendVector(duckdb::Vector& to, idx_t at, duckdb::Vector& from, idx_t count) {
  const auto type = to.GetType().InternalType();
  if (IsNested(type)) return duckdb::VectorOperations::Copy(from, to, count, 0, at);
  duckdb::UnifiedVectorFormat format;
  from.ToUnifiedFormat(count, format);
  const size_t width = duckdb::GetTypeIdSize(type);
  GatherValues(format, width, count, duckdb::FlatVector::GetData(to) + at * width);
  if (type == PhysicalType::VARCHAR) duckdb::StringVector::AddHeapReference(to, from);
  if (!AnyNull(from, format, count)) return;
  auto& validity = duckdb::FlatVector::Validity(to);
  for (idx_t i = 0; i < count; i++) {
    if (!format.validity.RowIsValidUnsafe(format.sel->get_index(i))) validity.SetInvalid(at + i);
  }
}

std::vector<size_t> AllColumns(const duckdb::DataChunk& rows) {
  std::vector<size_t> columns(rows.ColumnCount());
  std::iota(columns.begin(), columns.end(), size_t{0});
  return columns;
}

}  // namespace

void ViewBehind(duckdb::DataChunk& rows, duckdb::DataChunk& view) { ViewBehind(rows, AllColumns(rows), view); }

void ViewBehind(duckdb::DataChunk& rows, std::span<const size_t> columns, duckdb::DataChunk& view) {
  const idx_t at = rows.size();
  view.data.clear();
  for (const auto column : columns) {
    auto& vector = rows.data[column];
    const auto type = vector.GetType().InternalType();
    if (IsNested(type)) {
      view.data.emplace_back(vector.GetType());
    } else {
      view.data.emplace_back(vector.GetType(), duckdb::FlatVector::GetData(vector) + at * duckdb::GetTypeIdSize(type));
    }
  }
  view.SetCapacity(STANDARD_VECTOR_SIZE);
  view.SetCardinality(0);
}

void AppendRows(duckdb::DataChunk& rows, duckdb::DataChunk& chunk) { AppendRows(rows, AllColumns(rows), chunk); }

void AppendRows(duckdb::DataChunk& rows, std::span<const size_t> columns, duckdb::DataChunk& chunk) {
  const idx_t at = rows.size(), count = chunk.size();
  for (idx_t i = 0; i < columns.size(); i++) AppendVector(rows.data[columns[i]], at, chunk.data[i], count);
  rows.SetCardinality(at + count);
}

}  // namespace tarn::columnar
