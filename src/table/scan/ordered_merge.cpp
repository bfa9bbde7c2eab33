#include "table/scan/ordered_merge.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <tuple>

#include "base/radix_sort.h"

namespace tarn::table {
namespace {

constexpr size_t kAhead = 6000;  // rows of one run in a section: the whole stays in the second-level cache

/// The runs are larger than the caches, and the rows of a chunk lie far apart: what comes next is asked for ahead.
constexpr size_t kPrefetch = 64;

struct Bytes16 {
  uint64_t low, high;
};

}  // namespace

SectionMerger::SectionMerger(size_t time_column, bool whole_millis)
    : time_column_(time_column), whole_millis_(whole_millis), moves_(STANDARD_VECTOR_SIZE + kPrefetch) {}

void SectionMerger::Add(OrderedRun* run) {
  const auto before = [](const OrderedRun* a, const OrderedRun* b) {
    return std::tie(a->rank, a->first_row) < std::tie(b->rank, b->first_row);
  };
  runs_.insert(std::upper_bound(runs_.begin(), runs_.end(), run, before), run);
}

bool SectionMerger::NextSection(std::optional<int64_t> limit) {
  std::optional<int64_t> pivot = limit;  // the section ends before it
  for (const auto* run : runs_)
    if (run->at + kAhead < run->times.size()) pivot = std::min(pivot.value_or(INT64_MAX), run->times[run->at + kAhead]);
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
    }
  }
  Lay(ends_);
  return true;
}

void SectionMerger::Lay(const std::vector<size_t>& ends) {
  picks_.clear();
  gathered_ = 0;
  size_t with_rows = 0;
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (size_t r = 0; r < runs_.size(); r++) {
    if (ends[r] == runs_[r]->at) continue;
    with_rows++;
    low = std::min(low, runs_[r]->times[runs_[r]->at]);
    high = std::max(high, runs_[r]->times[ends[r] - 1]);
  }
  if (with_rows <= 1 || low == high) {
    for (size_t r = 0; r < runs_.size(); r++) {
      auto& run = *runs_[r];
      for (; run.at < ends[r]; run.at++) picks_.push_back({static_cast<uint32_t>(r), run.RowAt(run.at)});
    }
    return;
  }
  size_t total = 0;
  for (size_t r = 0; r < runs_.size(); r++) total += ends[r] - runs_[r]->at;
  if (items_.size() < total) items_.resize(total);
  Item* item = items_.data();
  for (size_t r = 0; r < runs_.size(); r++) {
    auto& run = *runs_[r];
    const auto number = static_cast<uint32_t>(r);
    for (; run.at < ends[r]; run.at++) {
      const auto since = static_cast<uint64_t>(run.times[run.at]) - static_cast<uint64_t>(low);
      *item++ = {whole_millis_ ? since / 1000 : since, {number, run.RowAt(run.at)}};
    }
  }
  const auto span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  RadixSort(items_, sorted_, total, whole_millis_ ? span / 1000 : span);
  picks_.resize(total);
  for (size_t i = 0; i < total; i++) picks_[i] = items_[i].pick;
}

void SectionMerger::Gather(duckdb::DataChunk& out) {
  const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE, Left());
  GroupByRun(count);
  for (size_t column = 0; column < out.ColumnCount(); column++) GatherColumn(out.data[column], column, count);
  out.SetCardinality(count);
  gathered_ += count;
  if (count == 0) return;
  const auto pick = picks_[gathered_ - 1];
  const auto& run = *runs_[pick.run];
  last_ = {true, duckdb::FlatVector::GetData<int64_t>(runs_[pick.run]->rows.data[time_column_])[pick.row], run.rank,
           run.RowOf(pick.row)};
}

void SectionMerger::GroupByRun(size_t count) {
  const Pick* picks = picks_.data() + gathered_;
  group_ends_.assign(runs_.size(), 0);
  for (size_t i = 0; i < count; i++) group_ends_[picks[i].run]++;
  uint32_t before = 0;
  for (auto& end : group_ends_) {
    const uint32_t size = end;
    end = before;
    before += size;
  }
  for (size_t i = 0; i < count; i++) moves_[group_ends_[picks[i].run]++] = {picks[i].row, static_cast<uint32_t>(i)};
}

template <class T>
void SectionMerger::GatherFixed(duckdb::Vector& out, size_t column) {
  const Move* moves = moves_.data();
  T* to = reinterpret_cast<T*>(duckdb::FlatVector::GetData(out));
  const auto base = [&](size_t run) {
    return reinterpret_cast<const T*>(duckdb::FlatVector::GetData(runs_[run]->rows.data[column]));
  };
  size_t i = 0;
  for (size_t run = 0; run < runs_.size(); run++) {
    const size_t end = group_ends_[run];
    if (i == end) continue;
    const T* from = base(run);
    for (; i + kPrefetch < end; i++) {
      __builtin_prefetch(from + moves[i + kPrefetch].row);
      to[moves[i].place] = from[moves[i].row];
    }
    const T* next = base(std::min(run + 1, runs_.size() - 1));
    for (; i < end; i++) {
      __builtin_prefetch(next + moves[i + kPrefetch].row);
      to[moves[i].place] = from[moves[i].row];
    }
  }
}

void SectionMerger::GatherColumn(duckdb::Vector& out, size_t column, size_t count) {
  const Pick* picks = picks_.data() + gathered_;
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
      for (size_t r = 0; r < runs_.size(); r++)
        if (group_ends_[r] > (r == 0 ? 0 : group_ends_[r - 1]))
          duckdb::StringVector::AddHeapReference(out, runs_[r]->rows.data[column]);
      break;
    }
    default: {  // nested: stretches of neighbours are copied together
      for (size_t begin = 0; begin < count;) {
        size_t end = begin + 1;
        while (end < count && picks[end].run == picks[begin].run && picks[end].row == picks[end - 1].row + 1) end++;
        duckdb::VectorOperations::Copy(runs_[picks[begin].run]->rows.data[column], out,
                                       picks[begin].row + (end - begin), picks[begin].row, begin);
        begin = end;
      }
      return;
    }
  }
  bool nulls = false;
  for (auto* run : runs_) nulls |= !duckdb::FlatVector::Validity(run->rows.data[column]).AllValid();
  if (!nulls) return;
  auto& validity = duckdb::FlatVector::Validity(out);
  for (size_t i = 0; i < count; i++)
    if (!duckdb::FlatVector::Validity(runs_[picks[i].run]->rows.data[column]).RowIsValid(picks[i].row))
      validity.SetInvalid(i);
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
