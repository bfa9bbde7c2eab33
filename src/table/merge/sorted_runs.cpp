#include "table/merge/sorted_runs.h"

#include <algorithm>
#include <optional>

#include "columnar/row_kind.h"
#include "table/merge/gather.h"
#include "table/merge/key_order.h"
#include "table/merge/merge_engine.h"
#include "table/merge/row_age.h"
#include "table/merge/run_window.h"

namespace tarn::table {
namespace {

/// Rows of each run that a section takes: enough to pay for its overhead, few enough for the cache.
constexpr size_t kSectionRows = 6000;

class SectionMerge : public MergedRows {
 public:
  SectionMerge(MergeLayout layout, std::vector<std::unique_ptr<RunSource>> runs, const MergeOptions& options)
      : layout_(std::move(layout)),
        options_(options),
        engine_(NewMergeEngine(options.engine, {options.ignore_delete, options.remove_on_delete})),
        output_(Output()),
        gatherer_(output_),
        age_(layout_) {
    for (auto& run : runs) windows_.push_back(std::make_unique<RunWindow>(layout_, std::move(run)));
    for (const size_t column : output_) output_types_.push_back(layout_.types[column]);
  }

  bool Next(duckdb::DataChunk& chunk) override {
    if (chunk.ColumnCount() == 0 && !output_types_.empty()) {
      chunk.Initialize(duckdb::Allocator::DefaultAllocator(), output_types_);
    }
    while (true) {
      if (given_ < results_.size()) {
        const size_t count = std::min<size_t>(results_.size() - given_, STANDARD_VECTOR_SIZE);
        Give(given_, count, chunk);
        given_ += count;
        return true;
      }
      if (!NextSection()) return false;
      if (alone_ && PassOn(chunk)) return true;
    }
  }

 private:
  void Give(size_t from, size_t count, duckdb::DataChunk& chunk) {
    if (filled_.empty()) {
      gatherer_.Gather(std::span(results_).subspan(from, count), chunk);
      return;
    }
    chunk.Reset();
    for (size_t column = 0; column < output_.size(); column++) {
      const auto& rows = filled_[column].empty() ? results_ : filled_[column];
      gatherer_.GatherColumn(column, std::span(rows).subspan(from, count), chunk.data[column]);
    }
    chunk.SetCardinality(count);
  }

  std::vector<size_t> Output() const {
    if (!options_.output.empty()) return options_.output;
    std::vector<size_t> all;
    for (size_t i = 0; i < layout_.types.size(); i++) all.push_back(i);
    return all;
  }

  /// Cuts off the next key range and decides what becomes of its keys: as rows in results_, or, where one run is alone
  /// in it, as alone_. False at the end.
  bool NextSection() {
    results_.clear();
    filled_.clear();
    given_ = 0;
    alone_.reset();
    slices_.clear();
    std::erase_if(windows_, [](const auto& window) {
      window->Load(0);
      return window->empty();
    });
    if (windows_.empty()) return false;
    if (TakeAlone()) return true;
    std::vector<std::vector<ChunkSlice>> runs;
    CutSection(runs);
    Merge(runs);
    return true;
  }

  /// A chunk that ends below every other run's first key needs no merging.
  bool TakeAlone() {
    RunWindow* first = nullptr;
    for (const auto& window : windows_) {
      if (!first || CompareFirst(*window, *first) < 0) first = window.get();
    }
    const LoadedChunk* chunk = first->At(0).first;
    const size_t last = chunk->rows.size() - 1;
    for (const auto& window : windows_) {
      if (window.get() == first) continue;
      const auto [other, row] = window->At(0);
      if (CompareKeys(chunk->keys, last, other->keys, row) >= 0) return false;
    }
    if (!first->FirstChunkIsDistinct()) return false;
    alone_ = first->TakeFirstChunk();
    return true;
  }

  static int CompareFirst(const RunWindow& a, const RunWindow& b) {
    const auto [chunk_a, row_a] = a.At(0);
    const auto [chunk_b, row_b] = b.At(0);
    return CompareKeys(chunk_a->keys, row_a, chunk_b->keys, row_b);
  }

  /// Below the least of the keys that lie kSectionRows ahead no run has more rows than that.
  void CutSection(std::vector<std::vector<ChunkSlice>>& runs) {
    std::optional<std::pair<const LoadedChunk*, size_t>> pivot;
    for (const auto& window : windows_) {
      window->Load(kSectionRows);
      const auto ahead = window->At(kSectionRows);
      if (!ahead.first) continue;
      if (!pivot || CompareKeys(ahead.first->keys, ahead.second, pivot->first->keys, pivot->second) < 0) pivot = ahead;
    }
    std::vector<size_t> counts;
    size_t total = 0;
    for (const bool or_equal : {false, true}) {
      counts.clear();
      for (const auto& window : windows_) {
        counts.push_back(pivot ? window->CountBelow(*pivot->first, pivot->second, or_equal) : window->rows());
        total += counts.back();
      }
      // Nothing below: one key fills all that is ahead.
      if (total > 0) break;
    }
    for (size_t i = 0; i < windows_.size(); i++) {
      if (counts[i] == 0) continue;
      runs.emplace_back();
      windows_[i]->Take(counts[i], runs.back());
    }
  }

  void Merge(std::vector<std::vector<ChunkSlice>>& runs) {
    bool distinct = true;
    for (const auto& run : runs) {
      for (const auto& slice : run) distinct &= slice.chunk->distinct;
    }
    const bool ordered = age_.OrderRuns(runs) && distinct;
    for (auto& run : runs) {
      for (auto& slice : run) slices_.push_back(std::move(slice));
    }
    sorter_.Sort(slices_, sorted_);
    if (!ordered) age_.SortGroups(slices_, sorted_.rows, sorted_.begins);
    FindRetracts();
    chosen_.clear();
    engine_->Merge({sorted_.rows, sorted_.begins, retracts_}, chosen_);
    results_.reserve(chosen_.size());
    for (const uint32_t row : chosen_) {
      if (!options_.keep_deletes && !retracts_.empty() && retracts_[row] != Retract::No) continue;
      results_.push_back(sorted_.rows[row]);
    }
    gatherer_.Bind(slices_);
    if (engine_->FillsNulls()) FillNulls();
  }

  /// Where the result of a key is NULL in a value column: which older row has the value.
  void FillNulls() {
    filled_.resize(output_.size());
    for (size_t column = 0; column < output_.size(); column++) {
      if (output_[column] < layout_.first_value() || gatherer_.HasNoNull(column)) continue;
      auto& rows = filled_[column];
      rows.reserve(results_.size());
      size_t group = 0;
      for (const uint32_t chosen : chosen_) {
        while (group + 1 < sorted_.begins.size() && sorted_.begins[group + 1] <= chosen) group++;
        if (!options_.keep_deletes && !retracts_.empty() && retracts_[chosen] != Retract::No) continue;
        const size_t end = group + 1 < sorted_.begins.size() ? sorted_.begins[group + 1] : sorted_.rows.size();
        rows.push_back(ValueOf(column, chosen, end));
      }
    }
  }

  RowRef ValueOf(size_t column, size_t chosen, size_t end) const {
    for (size_t row = chosen; row < end; row++) {
      if (!retracts_.empty() && retracts_[row] != Retract::No) {
        if (options_.ignore_delete || retracts_[row] == Retract::UpdateBefore) continue;
        break;  // what lies before a delete is gone
      }
      if (!gatherer_.IsNull(column, sorted_.rows[row])) return sorted_.rows[row];
    }
    return sorted_.rows[chosen];
  }

  /// Fills retracts_ unless no chunk has a row that takes something back.
  void FindRetracts() {
    retracts_.clear();
    std::vector<duckdb::UnifiedVectorFormat> kinds(slices_.size());
    bool any = false;
    for (size_t i = 0; i < slices_.size(); i++) {
      auto& chunk = slices_[i].chunk->rows;
      chunk.data[layout_.kind_column()].ToUnifiedFormat(chunk.size(), kinds[i]);
      any |= HasRetract(chunk.data[layout_.kind_column()], kinds[i], slices_[i].from, slices_[i].to);
    }
    if (!any) return;
    for (const RowRef& row : sorted_.rows) retracts_.push_back(RetractOf(kinds[row.chunk], row.row));
  }

  static Retract RetractOf(const duckdb::UnifiedVectorFormat& kinds, size_t row) {
    const auto kind = duckdb::UnifiedVectorFormat::GetDataUnsafe<int8_t>(kinds)[kinds.sel->get_index(row)];
    switch (static_cast<columnar::RowKind>(kind)) {
      case columnar::RowKind::UpdateBefore:
        return Retract::UpdateBefore;
      case columnar::RowKind::Delete:
        return Retract::Delete;
      default:
        return Retract::No;
    }
  }
  static bool Retracts(const duckdb::UnifiedVectorFormat& kinds, size_t row) {
    return RetractOf(kinds, row) != Retract::No;
  }

  static bool HasRetract(const duckdb::Vector& vector, const duckdb::UnifiedVectorFormat& kinds, size_t from,
                         size_t to) {
    if (vector.GetVectorType() == duckdb::VectorType::CONSTANT_VECTOR) to = from + 1;
    for (size_t row = from; row < to; row++) {
      if (Retracts(kinds, row)) return true;
    }
    return false;
  }

  /// Gives out alone_ without its deletes; false if nothing is left of it.
  bool PassOn(duckdb::DataChunk& chunk) {
    auto& rows = alone_->chunk->rows;
    duckdb::UnifiedVectorFormat kinds;
    auto& kind_vector = rows.data[layout_.kind_column()];
    kind_vector.ToUnifiedFormat(rows.size(), kinds);
    const bool drop = !options_.keep_deletes && HasRetract(kind_vector, kinds, alone_->from, alone_->to);
    chunk.Reset();
    for (size_t i = 0; i < output_.size(); i++) chunk.data[i].Reference(rows.data[output_[i]]);
    if (!drop && alone_->from == 0) {
      chunk.SetCardinality(alone_->to);
      return true;
    }
    selection_.Initialize(STANDARD_VECTOR_SIZE);
    size_t count = 0;
    for (size_t row = alone_->from; row < alone_->to; row++) {
      if (drop && Retracts(kinds, row)) continue;
      selection_.set_index(count++, row);
    }
    chunk.SetCardinality(rows.size());
    chunk.Slice(selection_, count);
    return count > 0;
  }

  const MergeLayout layout_;
  const MergeOptions options_;
  std::unique_ptr<MergeEngine> engine_;
  std::vector<size_t> output_;
  duckdb::vector<duckdb::LogicalType> output_types_;
  std::vector<std::unique_ptr<RunWindow>> windows_;
  Gatherer gatherer_;
  RowAge age_;
  KeySorter sorter_;

  // The current section.
  std::vector<ChunkSlice> slices_;
  SortedKeys sorted_;
  std::vector<Retract> retracts_;
  std::vector<uint32_t> chosen_;
  std::vector<RowRef> results_;
  std::vector<std::vector<RowRef>> filled_;  // by output column: where its values come from; empty = results_
  size_t given_ = 0;
  std::optional<ChunkSlice> alone_;
  duckdb::SelectionVector selection_;
};

}  // namespace

std::unique_ptr<MergedRows> MergeSortedRuns(MergeLayout layout, std::vector<std::unique_ptr<RunSource>> runs,
                                            const MergeOptions& options) {
  return std::make_unique<SectionMerge>(std::move(layout), std::move(runs), options);
}

}  // namespace tarn::table
