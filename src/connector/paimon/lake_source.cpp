#include "connector/paimon/lake_source.h"

#include <algorithm>

#include "base/civil_time.h"
#include "base/encoding.h"
#include "base/error.h"
#include "columnar/type_mapping.h"
#include "table/scan/ordered_range.h"
#include "table/scan/ordered_replay.h"
#include "table/scan/ordered_units.h"
#include "table/scan/scan_plan.h"
#include "table/scan/snapshot_store.h"
#include "table/scan/split_reader.h"

namespace tarn::connector {
namespace {

using table::OrderKey;

constexpr uint8_t kPositionVersion = 2;  // 1 had no `last_read`

struct Shared {
  std::shared_ptr<const table::Table> table;
  TableDescription description;
  std::vector<size_t> columns;  // of the table's fields, in output order
  ConnectorContext context;
  LakeScan scan;
};

/// What tells a snapshot from another one of the same id: of a table that was made anew, or rolled back and went on.
struct SnapshotMark {
  int64_t time_ms = 0;
  std::string commit_user;
  int64_t commit_identifier = 0;

  bool operator==(const SnapshotMark&) const = default;
};

SnapshotMark MarkOf(const paimon::Snapshot& snapshot) {
  return {snapshot.time_ms, snapshot.commit_user, snapshot.commit_identifier};
}

/// Where a reader is: inside the plan of one snapshot (its whole, or what it added), or between two.
struct Progress {
  bool in_plan = false;
  bool history = false;  // the plan is the snapshot's whole
  int64_t snapshot = 0;  // of the plan, or the next one to look for
  int64_t split = 0;     // unordered: which, and how many of its rows were given
  int64_t rows = 0;
  std::optional<OrderKey> after;              // ordered
  int64_t watermark = kNoWatermark;           // of an ordered replay
  int64_t latest_time = kNoWatermark;         // greatest event time met, given or not (for the bound)
  int64_t snapshot_watermark = kNoWatermark;  // greatest that a snapshot recorded
  std::optional<SnapshotMark> last_read;      // of LastRead(), where it was there

  /// The snapshot of the plan, else the one before the next.
  int64_t LastRead() const { return in_plan ? snapshot : snapshot - 1; }
};

std::string Save(const Progress& progress) {
  Encoder out;
  out.U8(kPositionVersion).Bool(progress.in_plan).Bool(progress.history).I64(progress.snapshot).I64(progress.split);
  out.I64(progress.rows).I64(progress.watermark).I64(progress.latest_time).I64(progress.snapshot_watermark);
  out.Bool(progress.after.has_value());
  if (progress.after)
    out.Bool(progress.after->has_time).I64(progress.after->time).I64(progress.after->rank).I64(progress.after->row);
  const auto& mark = progress.last_read;
  out.Bool(mark.has_value());
  if (mark) out.I64(mark->time_ms).Str(mark->commit_user).I64(mark->commit_identifier);
  return out.Take();
}

Progress Load(std::string_view bytes) {
  Decoder in(bytes);
  const auto version = in.U8();
  if (version < 1 || version > kPositionVersion)
    throw Error(ErrorCode::Unsupported, "the position in a table is of version " + std::to_string(version) +
                                            " of its format, and this program knows 1 to " +
                                            std::to_string(kPositionVersion) +
                                            "\n  Let the program that wrote it go on with the job, or run with "
                                            "--restart to begin anew: then the job's rows come twice");
  Progress progress;
  progress.in_plan = in.Bool();
  progress.history = in.Bool();
  progress.snapshot = in.I64();
  progress.split = in.I64();
  progress.rows = in.I64();
  progress.watermark = in.I64();
  progress.latest_time = in.I64();
  progress.snapshot_watermark = in.I64();
  if (in.Bool()) {
    OrderKey key;
    key.has_time = in.Bool();
    key.time = in.I64();
    key.rank = in.I64();
    key.row = in.I64();
    progress.after = key;
  }
  if (version > 1 && in.Bool()) {
    SnapshotMark mark;
    mark.time_ms = in.I64();
    mark.commit_user = in.Str();
    mark.commit_identifier = in.I64();
    progress.last_read = std::move(mark);
  }
  return progress;
}

class Reader : public SourceReader {
 public:
  Reader(std::shared_ptr<const Shared> shared, const std::string& position) : shared_(std::move(shared)) {
    const auto& scan = shared_->scan;
    if (!position.empty()) {
      progress_ = Load(position);
      RequireSameSnapshots();
    } else if (scan.history) {
      progress_.in_plan = progress_.history = true;
      progress_.snapshot = *scan.history;
    } else {
      progress_.snapshot = scan.first_delta;
      const auto before = table::FindSnapshot(*shared_->table, progress_.LastRead());
      if (before) progress_.last_read = MarkOf(*before);
    }
    read_columns_ = shared_->columns;
    if (scan.until_us) {
      const auto found = std::find(read_columns_.begin(), read_columns_.end(), *scan.time_field);
      time_column_ = static_cast<size_t>(found - read_columns_.begin());
      if (found == read_columns_.end()) read_columns_.push_back(*scan.time_field);
    }
    std::vector<paimon::DataField> fields;
    for (const auto column : read_columns_) fields.push_back(shared_->table->schema().fields[column]);
    columnar::Initialize(rows_, columnar::VectorTypes(fields));
    if (progress_.in_plan) OpenPlan();
  }

  ReadResult Read(columnar::ChangeBatch& batch) override {
    for (;;) {
      if (progress_.in_plan) {
        if (ordered_ ? ReadOrdered(batch) : ReadSplits(batch)) return ReadResult::Batch;
        ClosePlan();
      }
      if (Ended()) return ReadResult::End;
      if (!NextSnapshot()) return Ended() ? ReadResult::End : ReadResult::Blocked;
    }
  }

  std::string Position() const override { return Save(progress_); }
  int64_t Watermark() const override { return progress_.watermark; }

 private:
  table::ScanRequest Request() const {
    table::ScanRequest request;
    request.snapshot_id = progress_.snapshot;
    if (shared_->scan.until_us) {
      const auto until = *shared_->scan.until_us;
      const paimon::TimestampValue bound{FloorDiv(until, 1000), static_cast<int32_t>(FloorMod(until, 1000) * 1000)};
      const auto field = *shared_->scan.time_field;
      request.filter = table::Predicate::Or(
          {table::Predicate::IsNull(field),
           table::Predicate::Compare(table::Predicate::Op::LessEqual, field, paimon::Value(bound))});
    }
    return request;
  }

  void OpenPlan() {
    const auto& table = *shared_->table;
    const auto& scan = shared_->scan;
    plan_ =
        progress_.history ? table::PlanScan(table, Request()) : table::PlanDelta(table, progress_.snapshot, Request());
    if (plan_.snapshot) progress_.last_read = MarkOf(*plan_.snapshot);
    // Writers that saw no watermark record none, or the smallest there is.
    constexpr int64_t kSensible = kMaxWatermark / 1000;
    if (plan_.snapshot && plan_.snapshot->watermark && *plan_.snapshot->watermark > -kSensible &&
        *plan_.snapshot->watermark < kSensible)
      progress_.snapshot_watermark = std::max(progress_.snapshot_watermark, *plan_.snapshot->watermark * 1000);
    if (scan.until_us) NoteLatestTime();
    // Changes of a keyed table keep the order of their commits: a -U behind its +U would be nonsense.
    if (scan.order == ScanOrder::EventTime && (progress_.history || !table.HasPrimaryKey())) {
      table::OrderedRequest request;
      request.columns = shared_->columns;
      request.time_field = *scan.time_field;
      request.until = scan.until_us.value_or(INT64_MAX);
      request.after = progress_.after;
      request.memory_bytes = scan.order_memory_bytes;
      request.spill_directory = shared_->context.temp_directory;
      ordered_ = std::make_unique<table::OrderedReplay>(*shared_->context.duckdb, shared_->table, std::move(plan_),
                                                        std::move(request));
      return;
    }
    if (scan.order == ScanOrder::Partition) table::SortByPartition(table, plan_.splits);
    skip_ = progress_.rows;
  }

  // Files that the bound leaves out are judged by the manifest of the whole snapshot.
  void NoteLatestTime() {
    const auto& table = *shared_->table;
    const auto note = [&](const paimon::DataFileMeta& file) {
      const auto times = table::TimesOf(table, file, *shared_->scan.time_field);
      if (times.high) progress_.latest_time = std::max(progress_.latest_time, *times.high);
    };
    if (progress_.history && plan_.snapshot) {
      for (const auto& entry : table::LiveFiles(table, *plan_.snapshot)) note(entry.file);
    } else {
      table::ScanRequest everything;
      everything.snapshot_id = progress_.snapshot;
      for (const auto& split : table::PlanDelta(table, progress_.snapshot, everything).splits)
        for (const auto& file : split.files) note(file);
    }
  }

  void ClosePlan() {
    ordered_.reset();
    split_.reset();
    progress_.in_plan = false;
    progress_.history = false;
    progress_.snapshot++;
    progress_.split = progress_.rows = 0;
    progress_.after.reset();
    caught_up_us_ = shared_->context.env.clock.NowMicros();
  }

  bool ReadOrdered(columnar::ChangeBatch& batch) {
    if (!ordered_->Read(batch.chunk)) return false;
    batch.kinds.clear();
    const auto& last = *ordered_->last();
    progress_.after = last;
    if (!last.has_time) {
      if (shared_->scan.null_time_fails)
        throw Error(ErrorCode::InvalidInput, "table '" + shared_->description.name +
                                                 "' has rows whose event time is NULL, and 'on-null-time' "
                                                 "= 'fail'\n  Without that option they come first and are counted");
      return true;
    }
    // Rows of the same instant may follow. Rows of a later snapshot may be older than what was given: the promise
    // stands, they are late.
    progress_.watermark = std::max(progress_.watermark, last.time - 1);
    progress_.latest_time = std::max(progress_.latest_time, last.time);
    return true;
  }

  bool ReadSplits(columnar::ChangeBatch& batch) {
    for (;;) {
      if (!split_) {
        if (progress_.split >= static_cast<int64_t>(plan_.splits.size())) return false;
        table::ReadOptions options;
        options.columns = read_columns_;
        options.keep_deletes = !progress_.history;
        split_ = table::OpenSplit(*shared_->context.duckdb, shared_->table,
                                  plan_.splits[static_cast<size_t>(progress_.split)], options);
      }
      columnar::Reset(rows_);
      if (!split_->Read(rows_)) {
        split_.reset();
        progress_.split++;
        progress_.rows = skip_ = 0;
        continue;
      }
      const auto count = static_cast<int64_t>(rows_.size());
      if (skip_ >= count) {  // given before the restart
        skip_ -= count;
        continue;
      }
      const auto begin = std::exchange(skip_, 0);
      progress_.rows += count - begin;
      if (Deliver(batch, static_cast<size_t>(begin))) return true;
    }
  }

  /// The rows from `begin` on that are within the bound. False if there are none.
  bool Deliver(columnar::ChangeBatch& batch, size_t begin) {
    duckdb::SelectionVector selected(STANDARD_VECTOR_SIZE);
    duckdb::idx_t count = 0;
    duckdb::UnifiedVectorFormat times;
    if (shared_->scan.until_us) rows_.chunk.data[time_column_].ToUnifiedFormat(rows_.size(), times);
    for (size_t row = begin; row < rows_.size(); row++) {
      if (shared_->scan.until_us) {
        const auto at = times.sel->get_index(row);
        if (times.validity.RowIsValid(at)) {
          const auto time = reinterpret_cast<const int64_t*>(times.data)[at];
          progress_.latest_time = std::max(progress_.latest_time, time);
          if (time > *shared_->scan.until_us) continue;
        }
      }
      selected.set_index(count++, row);
    }
    if (count == 0) return false;
    batch.kinds.clear();
    if (!rows_.kinds.empty())
      for (duckdb::idx_t i = 0; i < count; i++) batch.kinds.push_back(rows_.kinds[selected.get_index(i)]);
    for (size_t c = 0; c < batch.chunk.ColumnCount(); c++) {
      if (count == rows_.size()) {
        batch.chunk.data[c].Reference(rows_.chunk.data[c]);
      } else {
        batch.chunk.data[c].Slice(rows_.chunk.data[c], selected, count);
      }
    }
    batch.chunk.SetCardinality(count);
    return true;
  }

  bool Ended() const {
    const auto& scan = shared_->scan;
    if (scan.bounded) return true;
    if (scan.until_us) {
      if (progress_.latest_time > *scan.until_us) return true;
      if (progress_.snapshot_watermark >= *scan.until_us) return true;  // it promises: no later row is within the bound
    }
    return scan.idle_us && caught_up_us_ && shared_->context.env.clock.NowMicros() - *caught_up_us_ >= *scan.idle_us;
  }

  // True: a plan is open. False: there is no newer snapshot yet.
  bool NextSnapshot() {
    const auto now = shared_->context.env.clock.NowMicros();
    if (!caught_up_us_) caught_up_us_ = now;
    if (looked_us_ && now - *looked_us_ < shared_->scan.discovery_us) return false;
    const auto snapshot = table::FindSnapshot(*shared_->table, progress_.snapshot);
    if (!snapshot) {
      CheckRange();
      looked_us_ = now;
      return false;
    }
    RequireSameSnapshots();
    progress_.in_plan = true;
    OpenPlan();
    return true;
  }

  // One that has expired since tells nothing.
  void RequireSameSnapshots() const {
    if (!progress_.last_read) return;
    const auto& table = *shared_->table;
    const auto id = progress_.LastRead();
    const auto now = table::FindSnapshot(table, id);
    if (!now || MarkOf(*now) == *progress_.last_read) return;
    throw Error(ErrorCode::NotFound, table.path() + ": snapshot " + std::to_string(id) +
                                         " was read, and the one of that number is another now; the table was rolled "
                                         "back or made anew\n  Begin anew with --restart");
  }

  // The next snapshot is missing: not written yet, or gone?
  void CheckRange() const {
    const auto& table = *shared_->table;
    const auto earliest = table::EarliestSnapshotId(table), latest = table::LatestSnapshotId(table);
    if (!latest) {
      if (progress_.snapshot > 1)
        throw Error(ErrorCode::NotFound, table.path() + ": snapshot " + std::to_string(progress_.snapshot - 1) +
                                             " was read, but the table has no snapshot any more; was it made anew?");
      return;
    }
    if (earliest && progress_.snapshot < *earliest)
      throw Error(ErrorCode::NotFound, table.path() + ": snapshot " + std::to_string(progress_.snapshot) +
                                           " is next but has expired; the earliest is " + std::to_string(*earliest) +
                                           "\n  Keep snapshots longer ('snapshot.time-retained'), or begin anew with "
                                           "--restart");
    if (progress_.snapshot > *latest + 1)
      throw Error(ErrorCode::NotFound, table.path() + ": snapshot " + std::to_string(progress_.snapshot) +
                                           " is next, but the latest is " + std::to_string(*latest) +
                                           "; the table was rolled back or made anew\n  Begin anew with --restart");
  }

  std::shared_ptr<const Shared> shared_;
  Progress progress_;
  std::vector<size_t> read_columns_;
  size_t time_column_ = 0;

  table::ScanPlan plan_;
  std::unique_ptr<table::OrderedReplay> ordered_;
  std::unique_ptr<table::SplitReader> split_;
  columnar::ChangeBatch rows_;
  int64_t skip_ = 0;

  std::optional<int64_t> looked_us_;     // when the next snapshot was last looked for in vain
  std::optional<int64_t> caught_up_us_;  // since when there is nothing new
};

class LakeSource : public Source {
 public:
  explicit LakeSource(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  bool Bounded() const override {
    const auto& scan = shared_->scan;
    return scan.bounded || scan.until_us || scan.idle_us;
  }
  int MaxParallelism() const override { return 1; }
  std::unique_ptr<SourceReader> Open(int, int, const std::string& position) override {
    return std::make_unique<Reader>(shared_, position);
  }
  // History is read merged; what comes later are changes of what was given before. What the table holds just now must
  // not matter: a plan is made again whenever its job goes on.
  ChangelogMode Mode() const override {
    const auto& scan = shared_->scan;
    const bool history_alone = scan.bounded || scan.idle_us == 0;
    return shared_->table->HasPrimaryKey() && !history_alone ? ChangelogMode::Upsert : ChangelogMode::InsertOnly;
  }

  std::string Describe() const override {
    const auto& scan = shared_->scan;
    std::string text = shared_->description.name + " (paimon";
    if (scan.order == ScanOrder::EventTime)
      text += ", ordered by " + shared_->table->schema().fields[*scan.time_field].name;
    if (scan.order == ScanOrder::Partition) text += ", ordered by partition";
    text += ")";
    if (scan.history) text += " snapshot " + std::to_string(*scan.history);
    if (scan.bounded) return scan.history ? text : text + " no snapshot yet";
    text += (scan.history ? ", then new snapshots" : " new snapshots from " + std::to_string(scan.first_delta));
    if (scan.until_us) text += ", until " + FormatTimestamp(*scan.until_us, 3);
    return text;
  }

  std::vector<std::string> Notes() const override {
    const auto& scan = shared_->scan;
    if (scan.order != ScanOrder::EventTime || !scan.history || !shared_->table->HasPrimaryKey()) return {};
    const auto overlap = table::PartitionsOverlap(*shared_->table, *scan.history, *scan.time_field);
    if (overlap == 0) return {};
    return {shared_->description.name + ": " + std::to_string(overlap) +
            (overlap == 1 ? " partition overlaps" : " partitions overlap") +
            " others in event time, so the replay holds several merged and sorted partitions at once, on disk where "
            "they do not fit into 'scan.order.memory'"};
  }

 private:
  std::shared_ptr<const Shared> shared_;
};

}  // namespace

std::unique_ptr<Source> NewLakeSource(std::shared_ptr<const table::Table> table, const TableDescription& description,
                                      const Projection& columns, const ConnectorContext& context,
                                      const LakeScan& scan) {
  std::vector<size_t> fields;
  for (const auto column : columns) {
    const auto& name = description.columns[column].name;
    const auto field = table->schema().FindField(name);
    if (!field) throw Error(ErrorCode::NotFound, "table '" + description.name + "' has no column '" + name + "'");
    fields.push_back(*field);
  }
  return std::make_unique<LakeSource>(
      std::make_shared<Shared>(Shared{std::move(table), description, std::move(fields), context, scan}));
}

}  // namespace tarn::connector
