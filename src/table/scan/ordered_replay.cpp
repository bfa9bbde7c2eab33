#include "table/scan/ordered_replay.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "columnar/row_group_reader.h"
#include "columnar/type_mapping.h"
#include "table/scan/ordered_merge.h"
#include "table/scan/ordered_spill.h"
#include "table/scan/ordered_timeless.h"
#include "table/scan/ordered_units.h"

namespace tarn::table {
namespace {

/// As an option would say it, exactly.
std::string SizeOption(int64_t bytes) {
  if (bytes % (1 << 20) == 0) return std::to_string(bytes >> 20) + " mb";
  if (bytes % (1 << 10) == 0) return std::to_string(bytes >> 10) + " kb";
  return std::to_string(bytes) + " bytes";
}

/// In few digits, never less.
std::string RoundedUp(int64_t bytes) {
  const int shift = bytes < (10 << 20) ? 10 : 20;
  return SizeOption(((bytes + (int64_t{1} << shift) - 1) >> shift) << shift);
}

}  // namespace

struct OrderedReplay::State {
  struct Pending {
    int64_t low;  // INT64_MIN where it is not known
    size_t unit;
    std::optional<size_t> part;  // row group, or part of what was spilled; absent: the unit itself

    bool operator>(const Pending& other) const {
      return std::tie(low, unit, part) > std::tie(other.low, other.unit, other.part);
    }
  };
  struct OpenFile {
    std::unique_ptr<columnar::RowGroupReader> reader;
    std::vector<int64_t> first_row;  // of each row group
    size_t groups_left = 0;
  };

  UnitReader read;  // of the output columns, then the time if it is none of them
  ScanPlan plan;
  OrderedRequest request;
  duckdb::vector<duckdb::LogicalType> run_types, output_types;
  size_t time_column = 0;

  std::vector<OrderedUnit> units;  // the index is the rank
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending;
  std::map<size_t, OpenFile> files;
  std::map<size_t, std::unique_ptr<OrderedSpill>> spills;  // of units, until all of their parts have been read
  std::map<size_t, size_t> spilled_parts_left;
  SectionMerger merger{0, false};
  std::vector<std::unique_ptr<OrderedRun>> runs, spare, spare_spilled;
  std::optional<TimelessRows> timeless;

  std::optional<OrderKey> last;
  OrderedCounters counters;

  State(duckdb::ClientContext& c, std::shared_ptr<const Table> t, ScanPlan p, OrderedRequest r)
      : read{c, std::move(t), {}}, plan(std::move(p)), request(std::move(r)), last(request.after) {
    const auto& fields = read.table->schema().fields;
    for (const auto column : request.columns) read.wanted.push_back(fields[column]);
    output_types = columnar::VectorTypes(read.wanted);
    const auto found = std::find(request.columns.begin(), request.columns.end(), request.time_field);
    time_column = static_cast<size_t>(found - request.columns.begin());
    if (found == request.columns.end()) read.wanted.push_back(fields[request.time_field]);
    run_types = columnar::VectorTypes(read.wanted);
    const auto& type = fields[request.time_field].type;
    if ((type.root != paimon::TypeRoot::Timestamp && type.root != paimon::TypeRoot::TimestampLtz) || type.precision > 6)
      throw Error(ErrorCode::InvalidInput, "cannot replay in the order of column '" + fields[request.time_field].name +
                                               "' of type " + paimon::ToSql(type) +
                                               "; it must be a TIMESTAMP or TIMESTAMP_LTZ of at most 6 digits");
    merger = SectionMerger(time_column, type.precision <= 3);
    units = OrderedUnitsOf(*read.table, plan, request.time_field);
    timeless.emplace(read, units, time_column, request.after);
    Plan();
  }

  void Plan() {
    for (size_t i = 0; i < units.size(); i++) {
      const auto& times = units[i].times;
      if (units[i].rows > 0 && times.nulls == units[i].rows) continue;  // rows without a time only
      if (times.low && *times.low > request.until) continue;
      if (request.after && request.after->has_time && times.high && *times.high < request.after->time) continue;
      pending.push({times.low.value_or(INT64_MIN), i, std::nullopt});
    }
  }

  std::unique_ptr<OrderedRun> NewRun(size_t capacity) {
    std::unique_ptr<OrderedRun> run;
    if (spare.empty()) {
      run = std::make_unique<OrderedRun>();
    } else {
      run = std::move(spare.back());
      spare.pop_back();
    }
    PrepareRun(*run, run_types, capacity);
    return run;
  }

  // What a merged unit may take before it goes to disk: a share, and less when others fill the memory already.
  int64_t PieceBytes() const {
    const auto left = request.memory_bytes / 2 - RunBytes();
    return std::max(std::min(request.memory_bytes / 8, left), request.memory_bytes / 64);
  }

  int64_t RunBytes() const {
    int64_t bytes = 0;
    for (const auto& one : runs) bytes += one->Bytes();
    return bytes;
  }

  // A merged split comes into memory sorted; where it is too large for that, as sorted pieces on disk.
  void OpenMerged(size_t rank) {
    const auto& unit = units[rank];
    const auto limit = PieceBytes();
    const auto reader = read.OpenSplit(unit);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, run_types);
    std::unique_ptr<OrderedRun> run;
    std::unique_ptr<OrderedSpill> spill;
    int64_t row = 0;
    size_t parts = 0;
    const auto bounds = Bounds();
    const auto flush = [&] {
      if (!spill)
        spill = std::make_unique<OrderedSpill>(read.context, read.table->env(), request.spill_directory, read.wanted);
      counters.peak_bytes = std::max(counters.peak_bytes, RunBytes() + run->Bytes());
      FinishRun(*run, time_column, bounds);
      for (const auto& part : spill->Add(*run)) {
        pending.push({part.low, rank, part.index});
        parts++;
      }
      counters.pieces_spilled++;
      PrepareRun(*run, run_types, 0);
      run->first_row = row;
    };
    while (reader->Read(batch)) {
      if (!run) {
        run = NewRun(0);
        run->rank = static_cast<int64_t>(rank);
        run->first_row = 0;
      }
      AppendToRun(*run, batch.chunk);
      row += static_cast<int64_t>(batch.size());
      columnar::Reset(batch);
      if (run->Bytes() > limit) flush();
    }
    if (!run) return;
    if (!spill) return Activate(std::move(run), bounds);
    if (run->rows.size() > 0) flush();
    if (parts == 0) return;
    spilled_parts_left[rank] = parts;
    spills[rank] = std::move(spill);
  }

  void OpenSpilled(size_t rank, size_t part) {
    auto& spill = spills.at(rank);
    std::unique_ptr<OrderedRun> run;
    if (!spare_spilled.empty()) {
      run = std::move(spare_spilled.back());
      spare_spilled.pop_back();
    } else {
      run = std::make_unique<OrderedRun>();
    }
    PrepareRun(*run, spill->RunTypes(), 0);
    run->rank = static_cast<int64_t>(rank);
    spill->Read(part, *run);
    if (--spilled_parts_left[rank] == 0) {
      spills.erase(rank);
      spilled_parts_left.erase(rank);
    }
    Activate(std::move(run), {});  // rows out of bounds never went to disk
  }

  RowBounds Bounds() const { return {request.after ? &*request.after : nullptr, request.until}; }

  void Activate(std::unique_ptr<OrderedRun> run, const RowBounds& bounds) {
    FinishRun(*run, time_column, bounds);
    counters.units_sorted += run->was_sorted ? 0 : 1;
    if (run->Done()) {
      Recycle(std::move(run));
      return;
    }
    merger.Add(run.get());
    runs.push_back(std::move(run));
    const auto bytes = RunBytes();
    counters.peak_bytes = std::max(counters.peak_bytes, bytes);
    counters.open_units_peak = std::max<int64_t>(counters.open_units_peak, static_cast<int64_t>(runs.size()));
    if (bytes > request.memory_bytes && runs.size() > 1) RefuseOverlap(bytes);
  }

  [[noreturn]] void RefuseOverlap(int64_t bytes) const {
    // All that begins before the first of the open runs ends will be open beside them.
    int64_t first_end = INT64_MAX;
    for (const auto& run : runs) first_end = std::min(first_end, run->times.back());
    auto rest = pending;
    size_t more = 0;
    for (; !rest.empty() && rest.top().low <= first_end; rest.pop()) more++;
    const auto open = static_cast<int64_t>(runs.size());
    // Half of it more: runs are not equal, and pieces of what is spilled grow with the memory.
    const auto enough = bytes / open * (open + static_cast<int64_t>(more));
    throw Error(ErrorCode::ResourceExhausted,
                "the ordered replay of " + read.table->path() + " needs more than the " +
                    SizeOption(request.memory_bytes) + " of 'scan.order.memory': " + std::to_string(open) +
                    " row groups that overlap in event time hold " + RoundedUp(bytes) +
                    (more > 0 ? ", and " + std::to_string(more) + " more begin before the first of them ends" : "") +
                    "\n  Raise 'scan.order.memory' to about " + RoundedUp(enough + enough / 2) +
                    ", or write the table so that files of one bucket do not span the same times (compact it sorted by "
                    "time)");
  }

  void Recycle(std::unique_ptr<OrderedRun> run) {
    auto& pool = run->row_column ? spare_spilled : spare;
    if (pool.size() < 8) pool.push_back(std::move(run));
  }

  // A file makes way for its row groups; a row group or split comes into memory.
  void Open(const Pending& next) {
    const auto& unit = units[next.unit];
    if (!unit.file) {
      if (next.part) return OpenSpilled(next.unit, *next.part);
      return OpenMerged(next.unit);
    }
    auto& file = files[next.unit];
    if (!next.part) {
      file.reader = std::make_unique<columnar::RowGroupReader>(read.context, read.FileRequest(unit));
      const auto& footer = file.reader->file();
      int64_t row = 0;
      for (size_t g = 0; g < footer.row_group_count(); g++) {
        file.first_row.push_back(row);
        row += footer.RowsOf(g);
        auto low = next.low;
        if (const auto range = footer.RangeOf(g, time_column); range && !range->first.IsNull()) {
          low = range->first.GetValueUnsafe<int64_t>();
          if (low > request.until) continue;
          if (request.after && request.after->has_time && !range->second.IsNull() &&
              range->second.GetValueUnsafe<int64_t>() < request.after->time)
            continue;
        }
        file.groups_left++;
        pending.push({low, next.unit, g});
      }
      if (file.groups_left == 0) files.erase(next.unit);
      return;
    }
    auto run = NewRun(static_cast<size_t>(file.reader->file().RowsOf(*next.part)));
    run->rank = static_cast<int64_t>(next.unit);
    run->first_row = file.first_row[*next.part];
    ReadIntoRun(*run, *file.reader, *next.part, time_column);
    if (--file.groups_left == 0) files.erase(next.unit);
    Activate(std::move(run), Bounds());
  }

  bool ReadTimed(duckdb::DataChunk& out) {
    while (merger.Left() == 0) {
      for (auto* done : merger.TakeDone()) {
        const auto found = std::find_if(runs.begin(), runs.end(), [&](const auto& run) { return run.get() == done; });
        Recycle(std::move(*found));
        runs.erase(found);
      }
      const auto limit = pending.empty() ? std::nullopt : std::optional(pending.top().low);
      if (merger.NextSection(limit)) {
        if (merger.Left() > 0) break;
        if (runs.empty() && pending.empty()) return false;
        continue;
      }
      if (pending.empty()) return false;
      const auto next = pending.top();
      pending.pop();
      Open(next);
    }
    merger.Gather(out);
    last = merger.last();
    return true;
  }
};

OrderedReplay::OrderedReplay(duckdb::ClientContext& context, std::shared_ptr<const Table> table, ScanPlan plan,
                             OrderedRequest request)
    : state_(std::make_unique<State>(context, std::move(table), std::move(plan), std::move(request))) {}
OrderedReplay::~OrderedReplay() = default;

const duckdb::vector<duckdb::LogicalType>& OrderedReplay::types() const { return state_->output_types; }

bool OrderedReplay::Read(duckdb::DataChunk& out) {
  out.Reset();
  if (state_->timeless->Read(out, state_->last)) {
    state_->counters.null_time_rows += static_cast<int64_t>(out.size());
  } else if (!state_->ReadTimed(out)) {
    return false;
  }
  state_->counters.rows += static_cast<int64_t>(out.size());
  return true;
}

const std::optional<OrderKey>& OrderedReplay::last() const { return state_->last; }
const OrderedCounters& OrderedReplay::counters() const { return state_->counters; }

}  // namespace tarn::table
