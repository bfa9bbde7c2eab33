#include "table/scan/ordered_replay.h"

#include <algorithm>
#include <duckdb/common/vector_operations/vector_operations.hpp>
#include <map>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "columnar/data_file_reader.h"
#include "columnar/type_mapping.h"
#include "paimon/binary_row.h"
#include "paimon/partition_path.h"
#include "table/scan/ordered_merge.h"
#include "table/scan/ordered_range.h"
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

/// One thing to open: a data file, or the whole split where its files must be merged.
struct Unit {
  const Split* split = nullptr;
  const paimon::DataFileMeta* file = nullptr;  // null: the split
  TimeRange times;
  int64_t rows = 0;
};

}  // namespace

struct OrderedReplay::State {
  struct Pending {
    int64_t low;  // INT64_MIN where it is not known
    size_t unit;
    std::optional<size_t> row_group;  // absent: the file itself

    bool operator>(const Pending& other) const {
      return std::tie(low, unit, row_group) > std::tie(other.low, other.unit, other.row_group);
    }
  };
  struct OpenFile {
    std::unique_ptr<columnar::DataFileReader> reader;
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
  SectionMerger merger{0, false};
  std::vector<std::unique_ptr<OrderedRun>> runs, spare;

  size_t null_unit = 0;  // rows without a time: files before this one are done
  std::unique_ptr<OrderedRun> null_run;
  std::vector<uint32_t> null_rows;
  size_t null_at = 0;

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
      bool low_known = true, high_known = true;
      for (const auto& file : split.files) {
        const auto times = TimesOf(*table, file, request.time_field);
        low_known &= times.low.has_value();
        high_known &= times.high.has_value();
        if (times.low) unit.times.low = std::min(unit.times.low.value_or(INT64_MAX), *times.low);
        if (times.high) unit.times.high = std::max(unit.times.high.value_or(INT64_MIN), *times.high);
        unit.rows += file.row_count;
      }
      if (!low_known) unit.times.low.reset();
      if (!high_known) unit.times.high.reset();
      units.push_back(unit);
    }
    const auto sequence = [](const Unit& unit) {
      const auto& file = unit.file ? *unit.file : unit.split->files.front();
      return std::tie(file.min_sequence_number, file.max_sequence_number, file.file_name);
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

  void ReadSplit(const Unit& unit, OrderedRun& run) {
    ReadOptions options;
    for (const auto& field : wanted) options.columns.push_back(*table->schema().FindField(field.name));
    const auto reader = OpenSplit(context, table, *unit.split, options);
    columnar::ChangeBatch batch;
    columnar::Initialize(batch, run_types);
    while (reader->Read(batch)) {
      AppendToRun(run, batch.chunk);
      columnar::Reset(batch);
    }
  }

  void Activate(std::unique_ptr<OrderedRun> run) {
    FinishRun(*run, time_column, {request.after ? &*request.after : nullptr, request.until});
    counters.units_sorted += run->was_sorted ? 0 : 1;
    if (run->Done()) {
      Recycle(std::move(run));
      return;
    }
    merger.Add(run.get());
    runs.push_back(std::move(run));
    int64_t bytes = 0;
    for (const auto& one : runs)
      bytes += static_cast<int64_t>(one->rows.GetAllocationSize() + one->times.capacity() * sizeof(int64_t));
    counters.peak_bytes = std::max(counters.peak_bytes, bytes);
    counters.open_units_peak = std::max<int64_t>(counters.open_units_peak, static_cast<int64_t>(runs.size()));
    if (bytes > request.memory_bytes && runs.size() > 1)
      throw Error(ErrorCode::ResourceExhausted,
                  "the ordered replay of " + table->path() + " needs " + std::to_string(bytes >> 20) +
                      " MiB: " + std::to_string(runs.size()) +
                      " row groups overlap in event time at one instant\n  Raise 'scan.order.memory', or write the "
                      "table so that files of one bucket do not span the same times (compact it sorted by time)");
  }

  void Recycle(std::unique_ptr<OrderedRun> run) {
    if (spare.size() < 8) spare.push_back(std::move(run));
  }

  // A file makes way for its row groups; a row group or split comes into memory.
  void Open(const Pending& next) {
    const auto& unit = units[next.unit];
    if (!unit.file) {
      auto run = NewRun(static_cast<size_t>(unit.rows));
      run->rank = static_cast<int64_t>(next.unit);
      run->first_row = 0;
      ReadSplit(unit, *run);
      return Activate(std::move(run));
    }
    auto& file = files[next.unit];
    if (!next.row_group) {
      file.reader = std::make_unique<columnar::DataFileReader>(context, FileRequest(unit));
      int64_t row = 0;
      for (size_t g = 0; g < file.reader->row_group_count(); g++) {
        file.first_row.push_back(row);
        row += file.reader->RowsOf(g);
        auto low = next.low;
        if (const auto range = file.reader->RangeOf(g, time_column); range && !range->first.IsNull()) {
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
    auto run = NewRun(static_cast<size_t>(file.reader->RowsOf(*next.row_group)));
    run->rank = static_cast<int64_t>(next.unit);
    run->first_row = file.first_row[*next.row_group];
    file.reader->Restart({*next.row_group});
    ReadIntoRun(*run, *file.reader);
    if (--file.groups_left == 0) files.erase(next.unit);
    Activate(std::move(run));
  }

  // Rows without a time, file by file in the order of ranks.
  bool ReadNulls(duckdb::DataChunk& out) {
    while (null_at == null_rows.size()) {
      null_rows.clear();
      null_at = 0;
      if (null_run) {
        null_unit++;
        Recycle(std::move(null_run));
      }
      while (null_unit < units.size() && units[null_unit].times.nulls == 0) null_unit++;
      if (null_unit >= units.size()) return false;
      const auto& unit = units[null_unit];
      if (!unit.times.nulls && unit.file && !HasNull(unit)) {
        null_unit++;
        continue;
      }
      null_run = NewRun(static_cast<size_t>(unit.rows));
      null_run->rank = static_cast<int64_t>(null_unit);
      null_run->first_row = 0;
      if (unit.file) {
        columnar::DataFileReader reader(context, FileRequest(unit));
        ReadIntoRun(*null_run, reader);
      } else {
        ReadSplit(unit, *null_run);
      }
      const auto& validity = duckdb::FlatVector::Validity(null_run->rows.data[time_column]);
      for (uint32_t row = 0; row < null_run->rows.size(); row++) {
        if (validity.RowIsValid(row)) continue;
        if (request.after && OrderKey{false, 0, null_run->rank, row} <= *request.after) continue;
        null_rows.push_back(row);
      }
    }
    const auto count = std::min<size_t>(STANDARD_VECTOR_SIZE, null_rows.size() - null_at);
    duckdb::SelectionVector selected(count);
    for (size_t i = 0; i < count; i++) selected.set_index(i, null_rows[null_at + i]);
    for (size_t c = 0; c < out.ColumnCount(); c++)
      duckdb::VectorOperations::Copy(null_run->rows.data[c], out.data[c], selected, count, 0, 0);
    out.SetCardinality(count);
    null_at += count;
    counters.null_time_rows += static_cast<int64_t>(count);
    last = OrderKey{false, 0, null_run->rank, null_rows[null_at - 1]};
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
