// A Paimon table read by a batch query: the splits of the pinned snapshot, side by side, filters and columns pushed
// down.
//
// A raw split is cut into its files, and big ones of them into shares of their row groups, so that threads share it; a
// split that merges is read by one thread. Units are given out in order and numbered, so that DuckDB can keep the rows
// of a result in the table's order.
#include <atomic>
#include <duckdb/main/client_context.hpp>
#include <duckdb/parallel/task_scheduler.hpp>
#include <duckdb/planner/filter/optional_filter.hpp>
#include <duckdb/planner/operator/logical_get.hpp>
#include <duckdb/planner/table_filter.hpp>
#include <duckdb/planner/table_filter_state.hpp>
#include <duckdb/storage/statistics/node_statistics.hpp>
#include <duckdb/storage/table/column_segment.hpp>

#include "columnar/duckdb_error.h"
#include "sql/scan/filter_predicate.h"
#include "sql/scan/scan_bind.h"
#include "sql/scan/scan_functions.h"
#include "table/scan/scan_plan.h"
#include "table/scan/split_reader.h"

namespace tarn::sql {
namespace {

struct LakeBind : ScanBindData {
  using ScanBindData::ScanBindData;

  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override {
    auto copy = duckdb::make_uniq<LakeBind>(table);
    copy->predicate = predicate;
    copy->context = context;
    for (const auto& filter : partition_filters) copy->partition_filters.push_back(filter->Copy());
    return copy;
  }

  table::Predicate predicate;  // for statistics
  std::vector<duckdb::unique_ptr<duckdb::Expression>> partition_filters;
  duckdb::ClientContext* context = nullptr;  // of the query that plans; EXPLAIN evaluates the filters in it
};

struct Unit {
  table::Split split;
  columnar::DataFileRequest::Share share = {};
};

// A share smaller than this costs more in reading the footer again than it wins.
constexpr int64_t kShareBytes = 8 << 20;

struct LakeGlobal : duckdb::GlobalTableFunctionState {
  duckdb::idx_t MaxThreads() const override { return std::max<duckdb::idx_t>(1, units.size()); }

  std::vector<Unit> units;
  std::atomic<size_t> next_unit{0};
  std::atomic<size_t> done_units{0};
  std::vector<size_t> fields;  // read, in order
  std::vector<int> output_of;  // output column -> index into `fields`, -1 = a virtual column
  duckdb::optional_ptr<duckdb::TableFilterSet> filters;
  int64_t files_kept = 0, files_total = 0;
  bool rows_only = false;  // COUNT(*): raw files are counted by what the manifest says of them
};

struct LakeLocal : duckdb::LocalTableFunctionState {
  std::unique_ptr<table::SplitReader> reader;
  columnar::ChangeBatch batch;
  size_t unit = 0;
  int64_t rows_to_count = 0;
  duckdb::vector<duckdb::unique_ptr<duckdb::TableFilterState>> filter_states;
};

duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext& context, duckdb::TableFunctionBindInput& input,
                                              duckdb::vector<duckdb::LogicalType>& types,
                                              duckdb::vector<std::string>& names) {
  return duckdb::make_uniq<LakeBind>(BindScan(context, input, types, names));
}

// Metadata columns stand between the stored ones in a definition, but not in a Paimon table's fields.
std::vector<size_t> FieldsOf(const LakeBind& bind, const duckdb::vector<duckdb::ColumnIndex>& columns) {
  std::vector<size_t> fields;
  const auto& schema = bind.table->lake->schema();
  for (const auto& column : columns) {
    const auto index = column.GetPrimaryIndex();
    const bool real = !duckdb::IsVirtualColumn(index) && index < bind.table->scan_columns.size();
    const auto field = real ? schema.FindField(bind.table->scan_columns[index].name) : std::nullopt;
    fields.push_back(field.value_or(schema.fields.size()));
  }
  return fields;
}

void PushDown(duckdb::ClientContext& context, duckdb::LogicalGet& get, duckdb::FunctionData* bind_data,
              duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters) {
  auto& bind = bind_data->Cast<LakeBind>();
  bind.context = &context;
  const auto& schema = bind.table->lake->schema();
  const auto field_of = FieldsOf(bind, get.GetColumnIds());
  std::vector<table::Predicate> parts{bind.predicate};
  for (const auto& filter : filters) {
    parts.push_back(PredicateOf(*filter, schema, field_of));
    if (auto on_partition = PartitionFilter(*filter, schema, field_of)) {
      bind.partition_filters.push_back(std::move(on_partition));
    }
  }
  bind.predicate = table::Predicate::And(std::move(parts));
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> InitGlobal(duckdb::ClientContext& context,
                                                                duckdb::TableFunctionInitInput& input) {
  const auto& bind = input.bind_data->Cast<LakeBind>();
  const auto& table = *bind.table;
  auto state = duckdb::make_uniq<LakeGlobal>();
  const auto fields = FieldsOf(bind, input.column_indexes);
  std::vector<int> read_as;  // scan column -> index into fields
  for (const size_t field : fields) {
    const bool real = field < table.lake->schema().fields.size();
    read_as.push_back(real ? static_cast<int>(state->fields.size()) : -1);
    if (real) state->fields.push_back(field);
  }
  if (input.CanRemoveFilterColumns()) {
    for (const auto column : input.projection_ids) state->output_of.push_back(read_as[column]);
  } else {
    state->output_of = read_as;
  }
  state->filters = input.filters;
  state->rows_only = state->fields.empty();
  if (!table.snapshot) return state;
  try {
    table::ScanRequest request;
    request.snapshot = table.snapshot;
    request.filter = bind.predicate;
    auto plan = table::PlanScan(*table.lake, request);
    // So many shares of a file that the threads stay busy to the end; with many files one each will do.
    const auto threads = static_cast<size_t>(duckdb::TaskScheduler::GetScheduler(context).NumberOfThreads());
    const size_t most_shares = 4 * threads / std::max<size_t>(1, static_cast<size_t>(plan.files_total)) + 1;
    std::map<std::string, bool> passes;
    for (auto& split : plan.splits) {
      auto known = passes.find(split.partition);
      if (known == passes.end()) {
        const bool pass = PartitionPasses(context, table.lake->schema(), split.partition, bind.partition_filters);
        known = passes.emplace(split.partition, pass).first;
      }
      if (!known->second) continue;
      state->files_kept += static_cast<int64_t>(split.files.size());
      if (!split.raw) {
        state->units.push_back({std::move(split)});
        continue;
      }
      for (auto& file : split.files) {
        table::Split unit = split;
        const auto shares = std::min(most_shares, static_cast<size_t>(file.file_size / kShareBytes) + 1);
        unit.files = {std::move(file)};
        for (size_t i = 0; i < (state->rows_only ? 1 : shares); i++) state->units.push_back({unit, {i, shares}});
      }
    }
    state->files_total = plan.files_total;
    table.scanned.AddFiles(state->files_kept, state->files_total);
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  return state;
}

duckdb::unique_ptr<duckdb::LocalTableFunctionState> InitLocal(duckdb::ExecutionContext& context,
                                                              duckdb::TableFunctionInitInput& input,
                                                              duckdb::GlobalTableFunctionState*) {
  auto local = duckdb::make_uniq<LakeLocal>();
  if (input.filters) {
    for (const auto& [column, filter] : input.filters->filters) {
      local->filter_states.push_back(duckdb::TableFilterState::Initialize(context.client, *filter));
    }
  }
  return local;
}

// What the plan pushed here is applied here; an optional filter saves work only.
void ApplyFilters(const duckdb::TableFilterSet& filters, LakeLocal& local, const std::vector<int>& read_as) {
  auto& chunk = local.batch.chunk;
  duckdb::SelectionVector selected;
  selected.Initialize(nullptr);
  const duckdb::idx_t rows = chunk.size();
  duckdb::idx_t approved = rows;
  size_t state = 0;
  for (const auto& [column, filter] : filters.filters) {
    auto& filter_state = *local.filter_states[state++];
    if (filter->filter_type == duckdb::TableFilterType::OPTIONAL_FILTER) continue;
    auto& vector = chunk.data[static_cast<size_t>(read_as[column])];
    duckdb::UnifiedVectorFormat format;
    vector.ToUnifiedFormat(rows, format);
    duckdb::ColumnSegment::FilterSelection(selected, vector, format, *filter, filter_state, rows, approved);
    if (approved == 0) break;
  }
  if (approved != rows) chunk.Slice(selected, approved);
}

void Scan(duckdb::ClientContext& context, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
  const auto& bind = input.bind_data->Cast<LakeBind>();
  const auto& table = *bind.table;
  auto& global = input.global_state->Cast<LakeGlobal>();
  auto& local = input.local_state->Cast<LakeLocal>();
  std::vector<int> identity(global.fields.size());
  for (size_t i = 0; i < identity.size(); i++) identity[i] = static_cast<int>(i);
  try {
    for (;;) {  // an empty chunk would end the scan
      if (local.rows_to_count > 0) {
        const auto rows = std::min<int64_t>(local.rows_to_count, STANDARD_VECTOR_SIZE);
        local.rows_to_count -= rows;
        output.SetCardinality(static_cast<duckdb::idx_t>(rows));
        table.scanned.AddRows(rows);
        return;
      }
      if (!local.reader) {
        local.unit = global.next_unit++;
        if (local.unit >= global.units.size()) return;
        const auto& unit = global.units[local.unit];
        if (global.rows_only && unit.split.raw) {
          for (const auto& file : unit.split.files) local.rows_to_count += file.row_count;
          global.done_units++;
          continue;
        }
        table::ReadOptions options;
        options.columns = global.fields;
        options.filters = global.filters.get();
        options.share = unit.share;
        local.reader = table::OpenSplit(context, table.lake, unit.split, options);
      }
      if (!local.reader->Read(local.batch)) {
        local.reader.reset();
        global.done_units++;
        continue;
      }
      table.scanned.AddRows(static_cast<int64_t>(local.batch.size()));
      if (global.filters) ApplyFilters(*global.filters, local, identity);
      if (local.batch.size() == 0) continue;
      for (size_t i = 0; i < global.output_of.size(); i++) {
        if (global.output_of[i] < 0) continue;
        output.data[i].Reference(local.batch.chunk.data[static_cast<size_t>(global.output_of[i])]);
      }
      output.SetCardinality(local.batch.size());
      return;
    }
  } catch (const Error& e) {
    Error told = e;
    columnar::ThrowThroughDuckDb(told.At("table " + table.path.Text() + ", snapshot " +
                                         std::to_string(table.snapshot ? table.snapshot->id : 0)));
  }
}

duckdb::OperatorPartitionData PartitionData(duckdb::ClientContext&, duckdb::TableFunctionGetPartitionInput& input) {
  return duckdb::OperatorPartitionData(input.local_state->Cast<LakeLocal>().unit);
}

duckdb::unique_ptr<duckdb::NodeStatistics> Cardinality(duckdb::ClientContext&, const duckdb::FunctionData* bind_data) {
  const auto& table = *bind_data->Cast<LakeBind>().table;
  const int64_t rows = table.snapshot ? table.snapshot->total_record_count.value_or(0) : 0;
  return duckdb::make_uniq<duckdb::NodeStatistics>(static_cast<duckdb::idx_t>(std::max<int64_t>(rows, 1)));
}

double Progress(duckdb::ClientContext&, const duckdb::FunctionData*, const duckdb::GlobalTableFunctionState* state) {
  const auto& global = state->Cast<LakeGlobal>();
  if (global.units.empty()) return 100;
  return 100.0 * static_cast<double>(global.done_units) / static_cast<double>(global.units.size());
}

// For EXPLAIN: what would be read.
duckdb::InsertionOrderPreservingMap<std::string> ToString(duckdb::TableFunctionToStringInput& input) {
  duckdb::InsertionOrderPreservingMap<std::string> text;
  const auto& bind = input.bind_data->Cast<LakeBind>();
  text["table"] = bind.table->path.Text();
  if (!bind.table->snapshot) {
    text["snapshot"] = "none yet";
    return text;
  }
  text["snapshot"] = std::to_string(bind.table->snapshot->id);
  try {
    table::ScanRequest request;
    request.snapshot = bind.table->snapshot;
    request.filter = bind.predicate;
    const auto plan = table::PlanScan(*bind.table->lake, request);
    int64_t kept = 0;
    for (const auto& split : plan.splits) {
      const bool passes = bind.context == nullptr || PartitionPasses(*bind.context, bind.table->lake->schema(),
                                                                     split.partition, bind.partition_filters);
      if (passes) kept += static_cast<int64_t>(split.files.size());
    }
    text["files"] = std::to_string(kept) + " of " + std::to_string(plan.files_total);
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  return text;
}

}  // namespace

duckdb::TableFunction LakeScanFunction() {
  duckdb::TableFunction function("tarn_lake", {duckdb::LogicalType::VARCHAR}, Scan, Bind, InitGlobal, InitLocal);
  function.projection_pushdown = true;
  function.filter_pushdown = true;
  function.filter_prune = true;
  function.pushdown_complex_filter = PushDown;
  function.cardinality = Cardinality;
  function.table_scan_progress = Progress;
  function.get_partition_data = PartitionData;
  function.get_virtual_columns = ScanVirtualColumns;
  function.to_string = ToString;
  return function;
}

}  // namespace tarn::sql
