#include "stream/expressions.h"

#include <duckdb/common/error_data.hpp>
#include <duckdb/execution/expression_executor.hpp>

#include "base/placed_error.h"
#include "columnar/duckdb_error.h"

namespace tarn::stream {
namespace {

template <class F>
auto Guarded(F evaluate) {
  try {
    return evaluate();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    const duckdb::ErrorData data(e);
    const auto position = data.ExtraInfo().find("position");
    // At 0, where a statement has its first word, stands what belongs to no place in it, such as a view's expression.
    const size_t offset = position == data.ExtraInfo().end() ? 0 : std::stoull(position->second);
    if (offset > 0) throw PlacedError(offset, columnar::FromDuckDb(data));
    throw columnar::FromDuckDb(data);
  }
}

}  // namespace

struct ExpressionSet::Executor {
  std::vector<Expression> keep;
  duckdb::ExpressionExecutor executor;

  Executor(duckdb::ClientContext& context, const std::vector<Expression>& expressions)
      : keep(expressions), executor(context) {
    for (const auto& expression : keep) executor.AddExpression(*expression.bound);
  }
};

ExpressionSet::ExpressionSet(duckdb::ClientContext& context, const std::vector<Expression>& expressions)
    : executor_(std::make_unique<Executor>(context, expressions)) {}
ExpressionSet::~ExpressionSet() = default;

void ExpressionSet::Execute(duckdb::DataChunk& input, duckdb::DataChunk& output) {
  output.Reset();
  Guarded([&] { executor_->executor.Execute(input, output); });
}

duckdb::idx_t ExpressionSet::Select(duckdb::DataChunk& input, duckdb::SelectionVector& selected) {
  return Guarded([&] { return executor_->executor.SelectExpression(input, selected); });
}

duckdb::vector<duckdb::LogicalType> ExpressionSet::types() const {
  duckdb::vector<duckdb::LogicalType> types;
  for (const auto& expression : executor_->keep) types.push_back(expression.bound->return_type);
  return types;
}

}  // namespace tarn::stream
