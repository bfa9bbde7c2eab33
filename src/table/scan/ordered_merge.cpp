#include "table/scan/ordered_merge.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <tuple>

namespace tarn::table {
namespace {

constexpr size_t kAhead = 6000;  // rows of one run in a section: the whole stays in the second-level cache

template <class Item>
void RadixSort(std::vector<Item>& a, std::vector<Item>& b, size_t count, uint64_t differing) {
  b.resize(a.size());
  for (int shift = 0; shift < 64 && differing >> shift; shift += 11) {
    if (!((differing >> shift) & 2047)) continue;
    uint32_t at[2049] = {};
    for (size_t k = 0; k < count; k++) at[((a[k].code >> shift) & 2047) + 1]++;
    for (int q = 0; q < 2048; q++) at[q + 1] += at[q];
    for (size_t k = 0; k < count; k++) b[at[(a[k].code >> shift) & 2047]++] = a[k];
    a.swap(b);
  }
}

/// The runs are larger than the caches, and the merge jumps between them: what comes next is asked for ahead.
constexpr size_t kPrefetch = 256;

template <class T, class Pick>
void GatherFixed(const std::vector<const T*>& base, const Pick* picks, size_t count, T* out) {
  const T* const* bases = base.data();
  size_t i = 0;
  for (; i + kPrefetch < count; i++) {
    const auto& next = picks[i + kPrefetch];
    __builtin_prefetch(bases[next.run] + next.row);
    out[i] = bases[picks[i].run][picks[i].row];
  }
  for (; i < count; i++) out[i] = bases[picks[i].run][picks[i].row];
}

struct Bytes16 {
  uint64_t low, high;
};

}  // namespace

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
  items_.resize(total);
  Item* item = items_.data();
  for (size_t r = 0; r < runs_.size(); r++) {
    auto& run = *runs_[r];
    const auto number = static_cast<uint32_t>(r);
    for (; run.at < ends[r]; run.at++) {
      const auto since = static_cast<uint64_t>(run.times[run.at]) - static_cast<uint64_t>(low);
      *item++ = {whole_millis_ ? since / 1000 : since, {number, run.RowAt(run.at)}};
    }
  }
  auto differing = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);  // and every bit below its highest
  if (whole_millis_) differing /= 1000;
  for (int s = 1; s < 64; s *= 2) differing |= differing >> s;
  RadixSort(items_, sorted_, items_.size(), differing);
  picks_.resize(items_.size());
  for (size_t i = 0; i < items_.size(); i++) picks_[i] = items_[i].pick;
}

void SectionMerger::Gather(duckdb::DataChunk& out) {
  const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE, Left());
  for (size_t column = 0; column < out.ColumnCount(); column++) GatherColumn(out.data[column], column, count);
  out.SetCardinality(count);
  gathered_ += count;
  if (count == 0) return;
  const auto pick = picks_[gathered_ - 1];
  const auto& run = *runs_[pick.run];
  last_ = {true, duckdb::FlatVector::GetData<int64_t>(runs_[pick.run]->rows.data[time_column_])[pick.row], run.rank,
           run.RowOf(pick.row)};
}

void SectionMerger::GatherColumn(duckdb::Vector& out, size_t column, size_t count) {
  const Pick* picks = picks_.data() + gathered_;
  const auto gather = [&]<class T>(T*) {
    std::vector<const T*> base;
    for (auto* run : runs_)
      base.push_back(reinterpret_cast<const T*>(duckdb::FlatVector::GetData(run->rows.data[column])));
    GatherFixed(base, picks, count, reinterpret_cast<T*>(duckdb::FlatVector::GetData(out)));
  };
  switch (out.GetType().InternalType()) {
    case duckdb::PhysicalType::BOOL:
    case duckdb::PhysicalType::INT8:
    case duckdb::PhysicalType::UINT8:
      gather(static_cast<uint8_t*>(nullptr));
      break;
    case duckdb::PhysicalType::INT16:
    case duckdb::PhysicalType::UINT16:
      gather(static_cast<uint16_t*>(nullptr));
      break;
    case duckdb::PhysicalType::INT32:
    case duckdb::PhysicalType::UINT32:
    case duckdb::PhysicalType::FLOAT:
      gather(static_cast<uint32_t*>(nullptr));
      break;
    case duckdb::PhysicalType::INT64:
    case duckdb::PhysicalType::UINT64:
    case duckdb::PhysicalType::DOUBLE:
      gather(static_cast<uint64_t*>(nullptr));
      break;
    case duckdb::PhysicalType::INT128:
      gather(static_cast<Bytes16*>(nullptr));
      break;
    case duckdb::PhysicalType::VARCHAR: {
      // The strings stay where they are: the output holds on to the runs' heaps.
      gather(static_cast<Bytes16*>(nullptr));
      std::vector<bool> used(runs_.size());
      for (size_t i = 0; i < count; i++) used[picks[i].run] = true;
      for (size_t r = 0; r < runs_.size(); r++)
        if (used[r]) duckdb::StringVector::AddHeapReference(out, runs_[r]->rows.data[column]);
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
