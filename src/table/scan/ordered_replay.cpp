#include "table/scan/ordered_replay.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <map>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "columnar/row_group_reader.h"
#include "columnar/type_mapping.h"
#include "paimon/binary_row.h"
#include "paimon/partition_path.h"
#include "table/scan/ordered_merge.h"
#include "table/scan/ordered_range.h"
#include "table/scan/ordered_spill.h"
#include "table/scan/split_reader.h"

namespace tarn::table {
namespace {

std::vector<paimon::DataField> PartitionFields(const Table& table) {
  std::vector<paimon::DataField> fields;
  for (const auto& key : table.schema().partition_keys)
    fields.push_back(table.schema().fields[*table.schema().FindField(key)]);
  return fields;
}

/// NULL first.
bool Less(const std::vector<paimon::Value>& a, const std::vector<paimon::Value>& b) {
  for (size_t i = 0; i < a.size(); i++) {
    if (paimon::IsNull(a[i]) || paimon::IsNull(b[i])) {
      if (paimon::IsNull(a[i]) != paimon::IsNull(b[i])) return paimon::IsNull(a[i]);
      continue;
    }
    if (const auto order = paimon::Compare(a[i], b[i]); order != 0) return order < 0;
  }
  return false;
}

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
  /// One thing to open: a data file, or the whole split where its files must be merged.
  struct Unit {
    const Split* split = nullptr;
    const paimon::DataFileMeta* file = nullptr;  // null: the split
    TimeRange times;
    int64_t rows = 0;
  };
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

  duckdb::ClientContext& context;
  std::shared_ptr<const Table> table;
  ScanPlan plan;
  OrderedRequest request;
  paimon::PathRules paths;
  std::vector<paimon::DataField> wanted;  // output columns, then the time if it is none of them
  duckdb::vector<duckdb::LogicalType> run_types, output_types;
  size_t time_column = 0;

  std::vector<Unit> units;  // the index is the rank
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending;
  std::map<size_t, OpenFile> files;
  std::map<size_t, std::unique_ptr<OrderedSpill>> spills;  // of units, until all of their parts have been read
  std::map<size_t, size_t> spilled_parts_left;
  SectionMerger merger{0, false};
  std::vector<std::unique_ptr<OrderedRun>> runs, spare, spare_spilled;
  duckdb::DataChunk scratch;

  size_t null_unit = 0;                                 // rows without a time: units before this one are done
  std::unique_ptr<columnar::DataFileReader> null_file;  // the one of the two that reads `null_unit`
  std::unique_ptr<SplitReader> null_split;
  columnar::ChangeBatch null_batch;
  int64_t null_row = 0;  // in the unit, of the next chunk

  std::optional<OrderKey> last;
  OrderedCounters counters;

  State(duckdb::ClientContext& c, std::shared_ptr<const Table> t, ScanPlan p, OrderedRequest r)
      : context(c),
        table(std::move(t)),
        plan(std::move(p)),
        request(std::move(r)),
        paths(paimon::PathRules::FromOptions(table->options())),
        last(request.after) {
    const auto& fields = table->schema().fields;
    for (const auto column : request.columns) wanted.push_back(fields[column]);
    output_types = columnar::VectorTypes(wanted);
    const auto found = std::find(request.columns.begin(), request.columns.end(), request.time_field);
    time_column = static_cast<size_t>(found - request.columns.begin());
    if (found == request.columns.end()) wanted.push_back(fields[request.time_field]);
    run_types = columnar::VectorTypes(wanted);
    const auto& type = fields[request.time_field].type;
    if ((type.root != paimon::TypeRoot::Timestamp && type.root != paimon::TypeRoot::TimestampLtz) || type.precision > 6)
      throw Error(ErrorCode::InvalidInput, "cannot replay in the order of column '" + fields[request.time_field].name +
                                               "' of type " + paimon::ToSql(type) +
                                               "; it must be a TIMESTAMP or TIMESTAMP_LTZ of at most 6 digits");
    merger = SectionMerger(time_column, type.precision <= 3);
    scratch.Initialize(duckdb::Allocator::DefaultAllocator(), run_types);
    columnar::Initialize(null_batch, run_types);
    MakeUnits();
  }

  void MakeUnits() {
    const auto fields = PartitionFields(*table);
    std::map<std::string, std::vector<paimon::Value>> partitions;
    for (const auto& split : plan.splits)
      if (!fields.empty() && !partitions.contains(split.partition))
        partitions[split.partition] = paimon::DeserializeRow(split.partition, fields);
    for (const auto& split : plan.splits) {
      const bool merge = !split.raw || table->HasPrimaryKey();
      if (!merge) {
        for (const auto& file : split.files)
          units.push_back({&split, &file, TimesOf(*table, file, request.time_field), file.row_count});
        continue;
      }
      Unit unit{&split, nullptr, {}, 0};
      bool low_known = true, high_known = true, no_nulls = true;
      for (const auto& file : split.files) {
        const auto times = TimesOf(*table, file, request.time_field);
        low_known &= times.low.has_value();
        high_known &= times.high.has_value();
        if (times.low) unit.times.low = std::min(unit.times.low.value_or(INT64_MAX), *times.low);
        if (times.high) unit.times.high = std::max(unit.times.high.value_or(INT64_MIN), *times.high);
        no_nulls &= times.nulls == 0;
        unit.rows += file.row_count;
      }
      if (no_nulls) unit.times.nulls = 0;
      if (!low_known) unit.times.low.reset();
      if (!high_known) unit.times.high.reset();
      units.push_back(unit);
    }
    // Files of bucket -1 begin at 0 in each commit: the plan has those of the same number in the order of the commits.
    const auto sequence = [](const Unit& unit) {
      return (unit.file ? *unit.file : unit.split->files.front()).min_sequence_number;
    };
    std::stable_sort(units.begin(), units.end(), [&](const Unit& a, const Unit& b) {
      if (a.split->partition != b.split->partition)
        return Less(partitions[a.split->partition], partitions[b.split->partition]);
      if (a.split->bucket != b.split->bucket) return a.split->bucket < b.split->bucket;
      return sequence(a) < sequence(b);
    });
    for (size_t i = 0; i < units.size(); i++) {
      const auto& times = units[i].times;
      if (units[i].rows > 0 && times.nulls == units[i].rows) continue;  // rows without a time only
      if (times.low && *times.low > request.until) continue;
      if (request.after && request.after->has_time && times.high && *times.high < request.after->time) continue;
      pending.push({times.low.value_or(INT64_MIN), i, std::nullopt});
    }
    if (request.after) null_unit = request.after->has_time ? units.size() : static_cast<size_t>(request.after->rank);
  }

  columnar::DataFileRequest FileRequest(const Unit& unit) const {
    columnar::DataFileRequest file;
    file.path = paimon::DataFilePath(table->path(), table->schema(), unit.split->partition, unit.split->bucket,
                                     *unit.file, paths);
    file.file_bytes = unit.file->file_size;
    file.file = table->SchemaById(unit.file->schema_id)->fields;
    file.wanted = wanted;
    file.consumed_at_once = true;
    return file;
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

  std::unique_ptr<SplitReader> OpenUnitSplit(const Unit& unit) {
    ReadOptions options;
    for (const auto& field : wanted) options.columns.push_back(*table->schema().FindField(field.name));
    return OpenSplit(context, table, *unit.split, options);
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
    const auto reader = OpenUnitSplit(unit);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, run_types);
    std::unique_ptr<OrderedRun> run;
    std::unique_ptr<OrderedSpill> spill;
    int64_t row = 0;
    size_t parts = 0;
    const auto bounds = Bounds();
    const auto flush = [&] {
      if (!spill) spill = std::make_unique<OrderedSpill>(context, table->env(), request.spill_directory, wanted);
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
                "the ordered replay of " + table->path() + " needs more than the " + SizeOption(request.memory_bytes) +
                    " of 'scan.order.memory': " + std::to_string(open) +
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
      file.reader = std::make_unique<columnar::RowGroupReader>(context, FileRequest(unit));
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

  // Rows without a time, unit by unit in the order of ranks.
  bool ReadNulls(duckdb::DataChunk& out) {
    while (null_unit < units.size()) {
      const auto& unit = units[null_unit];
      if (!null_file && !null_split && !OpenNulls(unit)) {
        null_unit++;
        continue;
      }
      if (!ReadNextOfNullUnit()) {
        null_file.reset();
        null_split.reset();
        null_unit++;
        continue;
      }
      const auto first_row = null_row;
      null_row += static_cast<int64_t>(scratch.size());
      duckdb::UnifiedVectorFormat times;
      scratch.data[time_column].ToUnifiedFormat(scratch.size(), times);
      duckdb::SelectionVector selected(STANDARD_VECTOR_SIZE);
      duckdb::idx_t count = 0;
      for (duckdb::idx_t row = 0; row < scratch.size(); row++) {
        if (times.validity.RowIsValid(times.sel->get_index(row))) continue;
        const OrderKey key{false, 0, static_cast<int64_t>(null_unit), first_row + static_cast<int64_t>(row)};
        if (request.after && key <= *request.after) continue;
        selected.set_index(count++, row);
        last = key;
      }
      if (count == 0) continue;
      for (size_t c = 0; c < out.ColumnCount(); c++)
        duckdb::VectorOperations::Copy(scratch.data[c], out.data[c], selected, count, 0, 0);
      out.SetCardinality(count);
      counters.null_time_rows += static_cast<int64_t>(count);
      return true;
    }
    return false;
  }

  // False: all rows of the unit have a time.
  bool OpenNulls(const Unit& unit) {
    null_row = 0;
    if (unit.times.nulls == 0) return false;
    if (!unit.file) {
      null_split = OpenUnitSplit(unit);
    } else if (unit.times.nulls || HasNull(unit)) {
      null_file = std::make_unique<columnar::DataFileReader>(context, FileRequest(unit));
    }
    return null_file || null_split;
  }

  bool ReadNextOfNullUnit() {
    scratch.Reset();
    if (null_file) return null_file->Read(scratch);
    columnar::Reset(null_batch);
    if (!null_split->Read(null_batch)) return false;
    scratch.Reference(null_batch.chunk);
    return true;
  }

  // The manifest does not say: the time column alone is read.
  bool HasNull(const Unit& unit) const {
    auto file = FileRequest(unit);
    file.wanted = {wanted[time_column]};
    columnar::DataFileReader reader(context, std::move(file));
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
  if (!state_->ReadNulls(out) && !state_->ReadTimed(out)) return false;
  state_->counters.rows += static_cast<int64_t>(out.size());
  return true;
}

const std::optional<OrderKey>& OrderedReplay::last() const { return state_->last; }
const OrderedCounters& OrderedReplay::counters() const { return state_->counters; }

void SortByPartition(const Table& table, std::vector<Split>& splits) {
  const auto fields = PartitionFields(table);
  if (fields.empty()) return;
  std::map<std::string, std::vector<paimon::Value>> partitions;
  for (const auto& split : splits)
    if (!partitions.contains(split.partition))
      partitions[split.partition] = paimon::DeserializeRow(split.partition, fields);
  std::stable_sort(splits.begin(), splits.end(), [&](const Split& a, const Split& b) {
    return Less(partitions[a.partition], partitions[b.partition]);
  });
}

}  // namespace tarn::table
