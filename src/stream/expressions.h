// DuckDB's expression evaluation behind one header of ours (the original costs five seconds a file).
#pragma once

#include <duckdb/common/types/data_chunk.hpp>
#include <duckdb/common/types/selection_vector.hpp>
#include <memory>
#include <vector>

#include "stream/plan.h"

namespace duckdb {
class ClientContext;
}

namespace tarn::stream {

/// Expressions made ready for one thread. They throw InvalidInput for a value that cannot be converted or computed,
/// a PlacedError where the expression knows its place in the statement; other errors keep their codes.
class ExpressionSet {
 public:
  ExpressionSet(duckdb::ClientContext& context, const std::vector<Expression>& expressions);
  ~ExpressionSet();

  /// One result vector per expression; results may refer to the input's memory. `output` is initialised to VectorTypes
  /// of the results and is emptied first.
  void Execute(duckdb::DataChunk& input, duckdb::DataChunk& output);
  /// The first expression as a condition: which rows hold (NULL does not), in order. Returns how many.
  duckdb::idx_t Select(duckdb::DataChunk& input, duckdb::SelectionVector& selected);

  /// How the results are held.
  duckdb::vector<duckdb::LogicalType> types() const;

 private:
  struct Executor;
  std::unique_ptr<Executor> executor_;
};

}  // namespace tarn::stream
