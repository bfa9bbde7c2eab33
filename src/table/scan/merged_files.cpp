#include "table/scan/merged_files.h"

#include <algorithm>
#include <duckdb/planner/table_filter.hpp>

#include "columnar/type_mapping.h"
#include "table/merge/sorted_runs.h"
#include "table/store_options.h"

namespace tarn::table {
namespace {

using paimon::DataField;
using paimon::DataFileMeta;

/// What is read of every file: the key's columns (they are in the files twice; the value's are taken, as Paimon does),
/// then the values that are wanted or decide.
struct ReadPlan {
  std::vector<DataField> keys;
  std::vector<DataField> values;
  MergeLayout layout;
  std::vector<size_t> output;         // of the merge: layout columns
  std::vector<size_t> output_column;  // where each of them goes; the kind column, if asked for, comes behind
  duckdb::TableFilterSet key_filters;
};

struct FileRange {
  int64_t min;
  int64_t max;
};

/// True if the sequence numbers of the runs' files do not mix: then a file's own range says which row is newer.
bool RunsAreApart(const Section& section) {
  std::vector<FileRange> ranges;
  for (const auto& run : section) {
    FileRange range{run[0].min_sequence_number, run[0].max_sequence_number};
    for (const auto& file : run) {
      range.min = std::min(range.min, file.min_sequence_number);
      range.max = std::max(range.max, file.max_sequence_number);
    }
    ranges.push_back(range);
  }
  std::sort(ranges.begin(), ranges.end(), [](const FileRange& a, const FileRange& b) { return a.min < b.min; });
  for (size_t i = 1; i < ranges.size(); i++) {
    if (ranges[i].min <= ranges[i - 1].max) return false;
  }
  return true;
}

/// The files of one run in the merge's layout. What a file's metadata knows already is not decoded.
class FileRun : public RunSource {
 public:
  FileRun(duckdb::ClientContext& context, const SplitFiles& split, const ReadPlan& plan,
          std::vector<DataFileMeta> files, bool read_sequence)
      : context_(context), split_(split), plan_(plan), files_(std::move(files)), read_sequence_(read_sequence) {}

  bool Next(duckdb::DataChunk& chunk) override {
    while (true) {
      if (!reader_ && !OpenNext()) return false;
      duckdb::DataChunk rows;
      if (reader_->Read(rows)) {
        Arrange(rows, chunk);
        return true;
      }
      reader_.reset();
    }
  }

 private:
  bool OpenNext() {
    if (next_ == files_.size()) return false;
    const auto& file = files_[next_++];
    auto request = split_.RequestFor(file);
    request.wanted = plan_.keys;
    request.wanted.insert(request.wanted.end(), plan_.values.begin(), plan_.values.end());
    if (read_sequence_) request.wanted.push_back(SequenceField());
    read_kind_ = file.delete_row_count.value_or(1) > 0;
    if (read_kind_) request.wanted.push_back(KindField());
    if (!plan_.key_filters.filters.empty()) request.filters = &plan_.key_filters;
    sequence_ = duckdb::Value::BIGINT(file.max_sequence_number);
    reader_ = std::make_unique<columnar::DataFileReader>(context_, std::move(request));
    return true;
  }

  void Arrange(duckdb::DataChunk& rows, duckdb::DataChunk& chunk) const {
    const auto& layout = plan_.layout;
    chunk.InitializeEmpty(layout.types);
    size_t from = 0;
    for (size_t i = 0; i < layout.key_count; i++) chunk.data[i].Reference(rows.data[from++]);
    for (size_t i = 0; i < plan_.values.size(); i++) {
      chunk.data[layout.first_value() + i].Reference(rows.data[from++]);
    }
    auto& sequence = chunk.data[layout.sequence_column()];
    read_sequence_ ? sequence.Reference(rows.data[from++]) : sequence.Reference(sequence_);
    auto& kind = chunk.data[layout.kind_column()];
    read_kind_ ? kind.Reference(rows.data[from]) : kind.Reference(duckdb::Value::TINYINT(0));
    chunk.SetCardinality(rows.size());
  }

  duckdb::ClientContext& context_;
  const SplitFiles& split_;
  const ReadPlan& plan_;
  const std::vector<DataFileMeta> files_;
  const bool read_sequence_;
  bool read_kind_ = true;
  duckdb::Value sequence_;
  size_t next_ = 0;
  std::unique_ptr<columnar::DataFileReader> reader_;
};

class MergedFiles : public SplitReader {
 public:
  MergedFiles(duckdb::ClientContext& context, const SplitFiles& split, Section section, const ReadOptions& options)
      : split_(split), keep_deletes_(options.keep_deletes) {
    const StoreOptions store = ParseStoreOptions(split.table());
    MakePlan(store, options);
    MergeOptions merge;
    merge.engine = store.merge_engine;
    merge.keep_deletes = keep_deletes_;
    merge.ignore_delete = store.ignore_delete;
    merge.remove_on_delete = split.table().Option("partial-update.remove-record-on-delete") == "true";
    merge.output = plan_.output;
    const bool read_sequence = !plan_.layout.sequence_fields.empty() || !RunsAreApart(section);
    std::vector<std::unique_ptr<RunSource>> runs;
    for (auto& files : section) {
      runs.push_back(std::make_unique<FileRun>(context, split_, plan_, std::move(files), read_sequence));
    }
    merged_ = MergeSortedRuns(plan_.layout, std::move(runs), merge);
  }

  bool Read(columnar::ChangeBatch& batch) override {
    batch.kinds.clear();
    if (batch.chunk.ColumnCount() == 0 && !split_.output_types().empty()) {
      batch.chunk.Initialize(duckdb::Allocator::DefaultAllocator(), split_.output_types());
    }
    if (!merged_->Next(rows_)) return false;
    if (batch.chunk.ColumnCount() > 0) batch.chunk.Reset();
    for (size_t i = 0; i < plan_.output_column.size(); i++) {
      batch.chunk.data[plan_.output_column[i]].Reference(rows_.data[i]);
    }
    for (size_t i = 0; i < split_.columns().size(); i++) {
      if (split_.columns()[i].constant) batch.chunk.data[i].Reference(*split_.columns()[i].constant);
    }
    batch.chunk.SetCardinality(rows_.size());
    if (keep_deletes_) ReadKinds(rows_.data[plan_.output_column.size()], rows_.size(), batch.kinds);
    return true;
  }

 private:
  void MakePlan(const StoreOptions& store, const ReadOptions& options) {
    const auto& schema = split_.table().schema();
    for (const auto& name : schema.TrimmedPrimaryKeys()) plan_.keys.push_back(schema.fields[*schema.FindField(name)]);
    const auto value_of = [&](const DataField& field) {
      for (size_t i = 0; i < plan_.values.size(); i++) {
        if (plan_.values[i].id == field.id) return i;
      }
      plan_.values.push_back(field);
      return plan_.values.size() - 1;
    };
    MergeLayout& layout = plan_.layout;
    layout.key_count = plan_.keys.size();
    for (const auto& name : store.sequence_fields) {
      layout.sequence_fields.push_back(value_of(schema.fields[*schema.FindField(name)]));
    }
    layout.sequence_descending = store.sequence_descending;
    for (size_t i = 0; i < split_.columns().size(); i++) {
      if (split_.columns()[i].constant) continue;
      const DataField& field = schema.fields[split_.columns()[i].field];
      const auto key = std::find_if(plan_.keys.begin(), plan_.keys.end(),
                                    [&](const DataField& candidate) { return candidate.id == field.id; });
      size_t column = 0;
      if (key != plan_.keys.end()) {
        column = static_cast<size_t>(key - plan_.keys.begin());
        // A key's rows stand or fall together, so a filter on it may act before the merge.
        if (options.filters && options.filters->filters.contains(i)) {
          plan_.key_filters.filters[column] = options.filters->filters.at(i)->Copy();
        }
      } else {
        column = layout.first_value() + value_of(field);
      }
      plan_.output.push_back(column);
      plan_.output_column.push_back(i);
    }
    // With no column at all (a count) the merge still needs one to carry its rows.
    if (keep_deletes_ || plan_.output.empty()) plan_.output.push_back(layout.kind_column());
    for (const auto& field : plan_.keys) layout.types.push_back(columnar::VectorType(field.type));
    layout.types.push_back(duckdb::LogicalType::BIGINT);
    layout.types.push_back(duckdb::LogicalType::TINYINT);
    for (const auto& field : plan_.values) layout.types.push_back(columnar::VectorType(field.type));
  }

  const SplitFiles& split_;
  const bool keep_deletes_;
  ReadPlan plan_;
  std::unique_ptr<MergedRows> merged_;
  duckdb::DataChunk rows_;
};

}  // namespace

std::unique_ptr<SplitReader> ReadMergedFiles(duckdb::ClientContext& context, const SplitFiles& split, Section section,
                                             const ReadOptions& options) {
  return std::make_unique<MergedFiles>(context, split, std::move(section), options);
}

}  // namespace tarn::table
