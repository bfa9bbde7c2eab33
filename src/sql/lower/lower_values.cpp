// Rows that stand in the statement.
#include <duckdb/common/types/column/column_data_collection.hpp>
#include <duckdb/execution/expression_executor.hpp>
#include <duckdb/main/connection.hpp>
#include <duckdb/planner/operator/logical_column_data_get.hpp>
#include <duckdb/planner/operator/logical_expression_get.hpp>

#include "sql/lower/lowering.h"
#include "sql/lower/rows_source.h"
#include "sql/types/flink_types.h"

namespace tarn::sql {
namespace {

using Chunks = std::vector<std::shared_ptr<duckdb::DataChunk>>;

size_t AddRows(Lowering& lowering, Chunks chunks, const duckdb::vector<duckdb::LogicalType>& types) {
  stream::Node node;
  for (size_t i = 0; i < types.size(); i++) node.columns.push_back({"f" + std::to_string(i), ToDataType(types[i])});
  node.what = stream::SourceNode{NewRowsSource(std::move(chunks)), "VALUES"};
  return lowering.Add(std::move(node));
}

std::shared_ptr<duckdb::DataChunk> NewChunk(const duckdb::vector<duckdb::LogicalType>& types) {
  auto chunk = std::make_shared<duckdb::DataChunk>();
  chunk->Initialize(duckdb::Allocator::DefaultAllocator(), types);
  return chunk;
}

}  // namespace

size_t LowerValues(Lowering& lowering, duckdb::LogicalExpressionGet& op) {
  Chunks chunks;
  lowering.connection().context->RunFunctionInTransaction([&] {
    for (auto& row : op.expressions) {
      if (chunks.empty() || chunks.back()->size() == STANDARD_VECTOR_SIZE) chunks.push_back(NewChunk(op.expr_types));
      auto& chunk = *chunks.back();
      const auto at = chunk.size();
      for (size_t i = 0; i < row.size(); i++)
        chunk.SetValue(i, at,
                       duckdb::ExpressionExecutor::EvaluateScalar(*lowering.connection().context, *row[i], true));
      chunk.SetCardinality(at + 1);
    }
  });
  return AddRows(lowering, std::move(chunks), op.expr_types);
}

size_t LowerColumnData(Lowering& lowering, duckdb::LogicalColumnDataGet& op) {
  Chunks chunks;
  for (auto& from : op.collection->Chunks()) {
    auto chunk = NewChunk(op.chunk_types);
    from.Copy(*chunk, 0);
    chunks.push_back(std::move(chunk));
  }
  return AddRows(lowering, std::move(chunks), op.chunk_types);
}

// One row, whose only column nobody names.
size_t LowerDummyScan(Lowering& lowering) {
  const duckdb::vector<duckdb::LogicalType> types = {duckdb::LogicalType::BOOLEAN};
  auto chunk = NewChunk(types);
  chunk->SetValue(0, 0, duckdb::Value::BOOLEAN(true));
  chunk->SetCardinality(1);
  return AddRows(lowering, {std::move(chunk)}, types);
}

size_t LowerEmptyResult(Lowering& lowering, duckdb::LogicalOperator& op) { return AddRows(lowering, {}, op.types); }

}  // namespace tarn::sql
