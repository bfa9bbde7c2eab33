// A process table function in a plan. A continuous query lowers it; in batch it runs here, over inputs that end.
#include <deque>
#include <duckdb/common/exception.hpp>
#include <duckdb/function/table_function.hpp>
#include <duckdb/main/client_context.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "base/error.h"
#include "columnar/duckdb_error.h"
#include "sql/names.h"
#include "sql/scan/scan_bind.h"
#include "sql/scan/scan_functions.h"
#include "sql/scan/statement_tables.h"
#include "sql/types/flink_types.h"
#include "stream/executor.h"

namespace tarn::sql {
namespace {

struct ProcessBind : duckdb::TableFunctionData {
  explicit ProcessBind(std::shared_ptr<const BoundProcess> bound) : process(std::move(bound)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override { return duckdb::make_uniq<ProcessBind>(process); }
  bool Equals(const duckdb::FunctionData& other) const override { return process == other.Cast<ProcessBind>().process; }

  std::shared_ptr<const BoundProcess> process;
};

duckdb::unique_ptr<duckdb::FunctionData> BindProcess(duckdb::ClientContext& context,
                                                     duckdb::TableFunctionBindInput& input,
                                                     duckdb::vector<duckdb::LogicalType>& types,
                                                     duckdb::vector<std::string>& names) {
  auto process = StatementTables::Of(context).FindProcess(input.inputs.at(0).ToString());
  if (!process) throw duckdb::BinderException("this function is internal");
  for (const auto& column : process->columns) {
    names.push_back(EncodeName(column.name));
    types.push_back(ToLogicalType(column.type));
  }
  return duckdb::make_uniq<ProcessBind>(std::move(process));
}

/// Keeps what the function gives until the scan takes it.
class Collect : public connector::Sink {
 public:
  std::deque<columnar::ChangeBatch> batches;

  std::unique_ptr<connector::SinkWriter> OpenWriter(int, int) override {
    class Writer : public connector::SinkWriter {
     public:
      explicit Writer(Collect& collect) : collect_(collect) {}
      void Write(const columnar::ChangeBatch& batch) override { collect_.batches.push_back(columnar::Own(batch)); }
      std::string Prepare(int64_t) override { return {}; }
      void Abort() override {}

     private:
      Collect& collect_;
    };
    return std::make_unique<Writer>(*this);
  }
  void Commit(int64_t, const std::vector<std::string>&, const connector::CommitTime&) override {}
  bool ExactlyOnce() const override { return true; }
  std::string Describe() const override { return "result"; }
};

// One thread runs the stream operators over inputs that end: what a live job would give, in the same order.
struct ProcessGlobal : duckdb::GlobalTableFunctionState {
  std::shared_ptr<Collect> results = std::make_shared<Collect>();
  std::unique_ptr<stream::Executor> executor;
  std::vector<size_t> columns;  // of the function, for each output column; SIZE_MAX = none
};

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> InitProcess(duckdb::ClientContext& context,
                                                                 duckdb::TableFunctionInitInput& input) {
  const auto& process = *input.bind_data->Cast<ProcessBind>().process;
  auto state = duckdb::make_uniq<ProcessGlobal>();
  try {
    if (!process.batch_plan) throw Error(ErrorCode::Internal, process.entry->name + " was not lowered for batch mode");
    auto plan = std::make_shared<stream::StreamPlan>(*process.batch_plan);
    const auto function = plan->nodes.size() - 1;
    stream::Node sink;
    sink.inputs = {function};
    sink.columns = plan->nodes[function].columns;
    sink.what = stream::SinkNode{state->results, "result"};
    plan->Add(std::move(sink));
    state->executor = std::make_unique<stream::Executor>(context, std::move(plan));
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  for (const auto column : input.column_ids)
    state->columns.push_back(duckdb::IsVirtualColumn(column) ? SIZE_MAX : static_cast<size_t>(column));
  return state;
}

void ScanProcess(duckdb::ClientContext& context, duckdb::TableFunctionInput& input, duckdb::DataChunk& output) {
  auto& state = input.global_state->Cast<ProcessGlobal>();
  try {
    while (state.results->batches.empty()) {
      if (context.interrupted) throw duckdb::InterruptException();
      if (state.executor->RunStep() == stream::Executor::Step::Done) break;
    }
  } catch (const Error& e) {
    columnar::ThrowThroughDuckDb(e);
  }
  if (state.results->batches.empty()) return;
  auto batch = std::move(state.results->batches.front());
  state.results->batches.pop_front();
  for (size_t i = 0; i < state.columns.size(); i++)
    if (state.columns[i] != SIZE_MAX) output.data[i].Reference(batch.chunk.data[state.columns[i]]);
  output.SetCardinality(batch.size());
}

}  // namespace

duckdb::TableFunction ProcessScanFunction() {
  duckdb::TableFunction function("tarn_process", {duckdb::LogicalType::VARCHAR}, ScanProcess, BindProcess, InitProcess);
  function.projection_pushdown = true;
  function.get_virtual_columns = ScanVirtualColumns;
  return function;
}

std::shared_ptr<const BoundProcess> ProcessOf(const duckdb::LogicalGet& get) {
  if (get.function.name != "tarn_process" || !get.bind_data) return nullptr;
  return get.bind_data->Cast<ProcessBind>().process;
}

}  // namespace tarn::sql
