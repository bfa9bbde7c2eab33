#include "table/scan/ordered_merge.h"

#include <algorithm>
#include <bit>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <tuple>
#include <utility>

#include "base/radix_sort.h"

namespace tarn::table {
namespace {

constexpr size_t kAhead = 6000;  // rows of one run in a section: the whole stays in the second-level cache

struct Bytes16 {
  uint64_t low, high;
};

}  // namespace

SectionMerger::SectionMerger(size_t time_column, bool whole_millis)
    : time_column_(time_column), whole_millis_(whole_millis) {}

void SectionMerger::Add(OrderedRun* run) {
  const auto before = [](const OrderedRun* a, const OrderedRun* b) {
    return std::tie(a->rank, a->first_row) < std::tie(b->rank, b->first_row);
  };
  runs_.insert(std::upper_bound(runs_.begin(), runs_.end(), run, before), run);
}

bool SectionMerger::NextSection(std::optional<int64_t> limit) {
  std::optional<int64_t> pivot = limit;  // the section ends before it
  const auto end_before = [&](int64_t time) { pivot = std::min(pivot.value_or(INT64_MAX), time); };
  int64_t low = INT64_MAX;
  for (const auto* run : runs_) {
    if (run->at + kAhead < run->times.size()) end_before(run->times[run->at + kAhead]);
    if (!run->Done()) low = std::min(low, run->times[run->at]);
  }
  // A key holds a time since the section's first beside the number of a run.
  run_bits_ = static_cast<int>(std::bit_width(runs_.size()));
  const int64_t most = INT64_MAX >> run_bits_;
  if (low < INT64_MAX - most) end_before(low + most);
  ends_.assign(runs_.size(), 0);
  size_t total = 0;
  for (size_t r = 0; r < runs_.size(); r++) {
    const auto& times = runs_[r]->times;
    const auto begin = times.begin() + static_cast<std::ptrdiff_t>(runs_[r]->at);
    ends_[r] = pivot ? static_cast<size_t>(std::lower_bound(begin, times.end(), *pivot) - times.begin()) : times.size();
    total += ends_[r] - runs_[r]->at;
  }
  if (total == 0) {
    // Nothing is before the pivot. Either it is the limit, or thousands of rows of one instant begin here: they are
    // taken whole, rank by rank.
    if (!pivot || pivot == limit) return false;
    for (size_t r = 0; r < runs_.size(); r++) {
      const auto& times = runs_[r]->times;
      const auto begin = times.begin() + static_cast<std::ptrdiff_t>(runs_[r]->at);
      ends_[r] = static_cast<size_t>(std::upper_bound(begin, times.end(), *pivot) - times.begin());
      total += ends_[r] - runs_[r]->at;
    }
  }
  Lay(ends_, total);
  return true;
}

void SectionMerger::Lay(const std::vector<size_t>& ends, size_t total) {
  total_ = total;
  gathered_ = 0;
  if (keys_.size() < total) keys_.resize(total);
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (size_t r = 0; r < runs_.size(); r++) {
    if (ends[r] == runs_[r]->at) continue;
    low = std::min(low, runs_[r]->times[runs_[r]->at]);
    high = std::max(high, runs_[r]->times[ends[r] - 1]);
  }
  const auto lay = [&](auto code) {
    Key* key = keys_.data();
    for (size_t r = 0; r < runs_.size(); r++) {
      const auto* times = runs_[r]->times.data();
      for (size_t i = runs_[r]->at; i < ends[r]; i++) *key++ = {code(times[i]) << run_bits_ | r};
    }
    if (total > 0) RadixSort(keys_, scratch_, total, code(high) << run_bits_, run_bits_);
  };
  const auto since_low = [&](int64_t time) { return static_cast<uint64_t>(time) - static_cast<uint64_t>(low); };
  if (whole_millis_) {
    lay([&](int64_t time) { return since_low(time) / 1000; });
  } else {
    lay(since_low);
  }
}

void SectionMerger::Gather(duckdb::DataChunk& out) {
  const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE, Left());
  GroupByRun(count);
  for (size_t column = 0; column < out.ColumnCount(); column++) GatherColumn(out.data[column], column);
  out.SetCardinality(count);
  gathered_ += count;
}

void SectionMerger::GroupByRun(size_t count) {
  const Key* keys = keys_.data() + gathered_;
  const uint64_t run_of = (uint64_t{1} << run_bits_) - 1;
  counts_.assign(runs_.size(), 0);
  if (places_.size() < runs_.size() * STANDARD_VECTOR_SIZE) places_.resize(runs_.size() * STANDARD_VECTOR_SIZE);
  for (size_t i = 0; i < count; i++) {
    const auto run = keys[i].code & run_of;
    places_[run * STANDARD_VECTOR_SIZE + counts_[run]++] = static_cast<uint16_t>(i);
  }
  groups_.clear();
  for (size_t r = 0; r < runs_.size(); r++) {
    if (counts_[r] == 0) continue;
    // A run's rows come in its own order.
    auto& run = *runs_[r];
    groups_.push_back({&run, counts_[r], run.row_of.data() + run.at, run.times.data() + run.at,
                       places_.data() + r * STANDARD_VECTOR_SIZE});
    run.at += counts_[r];
  }
  if (count == 0) return;
  const auto& run = *runs_[keys[count - 1].code & run_of];
  last_ = {true, run.times[run.at - 1], run.rank, run.RowOf(run.row_of[run.at - 1])};
}

namespace {

/// The runs are larger than the caches: what comes next of a run, in this chunk or in the one behind it, is asked for
/// ahead. Row by row, since one in twenty lies elsewhere than the row before it.
template <class T, class Group, class Put>
void GatherGroup(const Group& group, const T* from, Put put) {
  for (size_t i = 0; i < group.count; i++) {
    __builtin_prefetch(from + group.rows[i + kRowsAhead]);
    put(group.places[i], from[group.rows[i]]);
  }
}

template <class T>
T* Data(duckdb::Vector& vector) {
  return reinterpret_cast<T*>(duckdb::FlatVector::GetData(vector));
}

}  // namespace

template <class T>
void SectionMerger::GatherFixed(duckdb::Vector& out, size_t column) const {
  T* to = Data<T>(out);
  for (const auto& group : groups_) {
    const auto& coded = group.run->coded[column];
    if (coded.in_use) {
      const T* dictionary = Data<T>(*coded.dictionary);
      GatherGroup(group, coded.codes.data(), [&](size_t place, uint16_t code) { to[place] = dictionary[code]; });
    } else {
      GatherGroup(group, Data<T>(group.run->rows.data[column]), [&](size_t place, T value) { to[place] = value; });
    }
  }
}

void SectionMerger::GatherColumn(duckdb::Vector& out, size_t column) const {
  if (column == time_column_) return GatherTimes(out);
  switch (out.GetType().InternalType()) {
    case duckdb::PhysicalType::BOOL:
    case duckdb::PhysicalType::INT8:
    case duckdb::PhysicalType::UINT8:
      GatherFixed<uint8_t>(out, column);
      break;
    case duckdb::PhysicalType::INT16:
    case duckdb::PhysicalType::UINT16:
      GatherFixed<uint16_t>(out, column);
      break;
    case duckdb::PhysicalType::INT32:
    case duckdb::PhysicalType::UINT32:
    case duckdb::PhysicalType::FLOAT:
      GatherFixed<uint32_t>(out, column);
      break;
    case duckdb::PhysicalType::INT64:
    case duckdb::PhysicalType::UINT64:
    case duckdb::PhysicalType::DOUBLE:
      GatherFixed<uint64_t>(out, column);
      break;
    case duckdb::PhysicalType::INT128:
      GatherFixed<Bytes16>(out, column);
      break;
    case duckdb::PhysicalType::VARCHAR: {
      // The strings stay where they are: the output holds on to the runs' heaps.
      GatherFixed<Bytes16>(out, column);
      for (const auto& group : groups_) {
        auto& coded = group.run->coded[column];
        duckdb::StringVector::AddHeapReference(out, coded.in_use ? *coded.dictionary : group.run->rows.data[column]);
      }
      break;
    }
    default:
      return GatherNested(out, column);
  }
  MarkNulls(out, column);
}

void SectionMerger::GatherTimes(duckdb::Vector& out) const {
  auto* to = duckdb::FlatVector::GetData<int64_t>(out);
  for (const auto& group : groups_)
    for (size_t i = 0; i < group.count; i++) to[group.places[i]] = group.times[i];
}

void SectionMerger::GatherNested(duckdb::Vector& out, size_t column) const {
  for (const auto& [run, count, rows, times, places] : groups_) {
    // Neighbours that stay neighbours are copied together.
    for (size_t begin = 0, end; begin < count; begin = end) {
      for (end = begin + 1; end < count; end++)
        if (rows[end] != rows[end - 1] + 1 || places[end] != places[end - 1] + 1) break;
      duckdb::VectorOperations::Copy(run->rows.data[column], out, rows[begin] + (end - begin), rows[begin],
                                     places[begin]);
    }
  }
}

void SectionMerger::MarkNulls(duckdb::Vector& out, size_t column) const {
  for (const auto& group : groups_) {
    const auto& validity = duckdb::FlatVector::Validity(group.run->rows.data[column]);
    if (validity.AllValid()) continue;
    for (size_t i = 0; i < group.count; i++)
      if (!validity.RowIsValid(group.rows[i])) duckdb::FlatVector::SetNull(out, group.places[i], true);
  }
}

std::vector<OrderedRun*> SectionMerger::TakeDone() {
  std::vector<OrderedRun*> done;
  std::erase_if(runs_, [&](OrderedRun* run) {
    if (run->Done()) done.push_back(run);
    return run->Done();
  });
  return done;
}

}  // namespace tarn::table
