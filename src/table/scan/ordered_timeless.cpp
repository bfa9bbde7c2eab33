#include "table/scan/ordered_timeless.h"

#include <duckdb/common/vector_operations/vector_operations.hpp>

#include "columnar/type_mapping.h"

namespace tarn::table {

TimelessRows::TimelessRows(const UnitReader& read, const std::vector<OrderedUnit>& units, size_t time_column,
                           const std::optional<OrderKey>& after)
    : read_(read), units_(units), time_column_(time_column), after_(after) {
  const auto types = columnar::VectorTypes(read.wanted);
  scratch_.Initialize(duckdb::Allocator::DefaultAllocator(), types);
  columnar::Initialize(batch_, types);
  if (after) unit_ = after->has_time ? units.size() : static_cast<size_t>(after->rank);
}

bool TimelessRows::Read(duckdb::DataChunk& out, std::optional<OrderKey>& last) {
  while (unit_ < units_.size()) {
    const auto& unit = units_[unit_];
    if (!file_ && !split_ && !Open(unit)) {
      unit_++;
      continue;
    }
    if (!ReadNext()) {
      file_.reset();
      split_.reset();
      unit_++;
      continue;
    }
    const auto first_row = row_;
    row_ += static_cast<int64_t>(scratch_.size());
    duckdb::UnifiedVectorFormat times;
    scratch_.data[time_column_].ToUnifiedFormat(scratch_.size(), times);
    duckdb::SelectionVector selected(STANDARD_VECTOR_SIZE);
    duckdb::idx_t count = 0;
    for (duckdb::idx_t row = 0; row < scratch_.size(); row++) {
      if (times.validity.RowIsValid(times.sel->get_index(row))) continue;
      const OrderKey key{false, 0, static_cast<int64_t>(unit_), first_row + static_cast<int64_t>(row)};
      if (after_ && key <= *after_) continue;
      selected.set_index(count++, row);
      last = key;
    }
    if (count == 0) continue;
    for (size_t c = 0; c < out.ColumnCount(); c++)
      duckdb::VectorOperations::Copy(scratch_.data[c], out.data[c], selected, count, 0, 0);
    out.SetCardinality(count);
    return true;
  }
  return false;
}

// False: all rows of the unit have a time.
bool TimelessRows::Open(const OrderedUnit& unit) {
  row_ = 0;
  if (unit.times.nulls == 0) return false;
  if (!unit.file) {
    split_ = read_.OpenSplit(unit);
  } else if (unit.times.nulls || HasNull(unit)) {
    file_ = std::make_unique<columnar::DataFileReader>(read_.context, read_.FileRequest(unit));
  }
  return file_ || split_;
}

bool TimelessRows::ReadNext() {
  scratch_.Reset();
  if (file_) return file_->Read(scratch_);
  columnar::Reset(batch_);
  if (!split_->Read(batch_)) return false;
  scratch_.Reference(batch_.chunk);
  return true;
}

// The manifest does not say: the time column alone is read.
bool TimelessRows::HasNull(const OrderedUnit& unit) const {
  auto file = read_.FileRequest(unit);
  file.wanted = {read_.wanted[time_column_]};
  columnar::DataFileReader reader(read_.context, std::move(file));
  duckdb::DataChunk times;
  times.Initialize(duckdb::Allocator::DefaultAllocator(), reader.types());
  for (; reader.Read(times); times.Reset()) {
    duckdb::UnifiedVectorFormat format;
    times.data[0].ToUnifiedFormat(times.size(), format);
    for (size_t row = 0; row < times.size(); row++)
      if (!format.validity.RowIsValid(format.sel->get_index(row))) return true;
  }
  return false;
}

}  // namespace tarn::table
